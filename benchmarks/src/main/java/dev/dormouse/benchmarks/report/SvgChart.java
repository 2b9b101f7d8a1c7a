package dev.dormouse.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A line chart as a small SVG file that needs nothing else. */
final class SvgChart {
    private static final int WIDTH = 860;
    private static final int LEFT = 80;
    private static final int TOP = 50;
    private static final int PLOT_WIDTH = 740;
    private static final int PLOT_HEIGHT = 300;
    private static final int LEGEND_LINE = 18;
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933", "#882255");

    private final String title;
    private final Axis xAxis;
    private final Axis yAxis;
    private final Map<Double, String> xLabels;
    private final List<Curve> curves;

    private SvgChart(String title, Axis xAxis, Axis yAxis, Map<Double, String> xLabels, List<Curve> curves) {
        this.title = title;
        this.xAxis = xAxis;
        this.yAxis = yAxis;
        this.xLabels = xLabels;
        this.curves = curves;
    }

    /** Values over time, both axes linear. */
    static SvgChart overTime(String title, List<Curve> curves) {
        Axis.Linear seconds = Axis.Linear.over(all(curves, true));
        Map<Double, String> labels = new TreeMap<>();
        seconds.ticks().forEach(tick -> labels.put(tick, Figures.show(tick) + " s"));
        return new SvgChart(title, seconds, Axis.Linear.over(all(curves, false)), labels, curves);
    }

    /** Values at named places along the x axis, the y axis in decades. */
    static SvgChart atPlaces(String title, Map<Double, String> places, List<Curve> curves) {
        return new SvgChart(
                title, Axis.Linear.over(places.keySet()), Axis.Logarithmic.over(all(curves, false)), places, curves);
    }

    private static List<Double> all(List<Curve> curves, boolean xs) {
        return curves.stream()
                .flatMap(curve -> (xs ? curve.xs() : curve.ys()).stream())
                .toList();
    }

    String svg() {
        StringBuilder svg = new StringBuilder();
        int height = TOP + PLOT_HEIGHT + 50 + LEGEND_LINE * curves.size();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                .formatted(WIDTH, height));
        svg.append(" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(svg, LEFT, TOP - 22, "start", "font-size=\"15\"", title);
        yAxis.ticks().forEach(tick -> horizontal(svg, tick));
        xLabels.forEach((at, label) -> text(svg, x(at), TOP + PLOT_HEIGHT + 18, "middle", "", label));
        for (int i = 0; i < curves.size(); i++) {
            curve(svg, i);
        }
        return svg.append("</svg>\n").toString();
    }

    private void horizontal(StringBuilder svg, double tick) {
        svg.append(format(
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                LEFT, LEFT + PLOT_WIDTH, y(tick), y(tick)));
        text(svg, LEFT - 8, y(tick) + 4, "end", "", Figures.show(tick));
    }

    private void curve(StringBuilder svg, int index) {
        Curve curve = curves.get(index);
        String colour = COLOURS.get(index % COLOURS.size());
        svg.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"")
                .append(colour)
                .append("\" points=\"");
        for (int i = 0; i < curve.xs().size(); i++) {
            svg.append(format("%.1f,%.1f ", x(curve.xs().get(i)), y(curve.ys().get(i))));
        }
        svg.append("\"/>\n");
        double legend = TOP + PLOT_HEIGHT + 44.0 + LEGEND_LINE * index;
        svg.append(format(
                "<rect x=\"%d\" y=\"%.1f\" width=\"14\" height=\"4\" fill=\"%s\"/>\n", LEFT, legend - 5, colour));
        text(svg, LEFT + 22, legend, "start", "", curve.label());
    }

    private double x(double value) {
        return LEFT + PLOT_WIDTH * xAxis.position(value);
    }

    private double y(double value) {
        return TOP + PLOT_HEIGHT * (1 - yAxis.position(value));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String attributes, String content) {
        svg.append(format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>", x, y, anchor, attributes))
                .append(escape(content))
                .append("</text>\n");
    }

    private static String escape(String content) {
        return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** 0, 1, 2 … as doubles. */
    static List<Double> upTo(int count) {
        return Stream.iterate(0.0, value -> value + 1).limit(count).toList();
    }
}
