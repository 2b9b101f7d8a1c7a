package dev.dormouse.cron;

import java.util.BitSet;

/** The oracle's own reading of one field: numbers, lists, ranges, steps and the star. Shares nothing with the parser. */
record FieldSet(BitSet values, boolean star) {

    static FieldSet of(String text, int min, int max) {
        BitSet values = new BitSet();
        for (String item : text.split(",", -1)) {
            String[] stepped = item.split("/", -1);
            String[] range = stepped[0].equals("*") ? new String[] {"" + min, "" + max} : stepped[0].split("-", -1);
            int from = Integer.parseInt(range[0]);
            int to = Integer.parseInt(range[range.length - 1]);
            for (int i = from; i <= to; i += stepped.length == 2 ? Integer.parseInt(stepped[1]) : 1) {
                values.set(i);
            }
        }
        return new FieldSet(values, text.equals("*"));
    }

    boolean has(int value) {
        return values.get(value);
    }
}
