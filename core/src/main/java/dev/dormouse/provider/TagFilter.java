package dev.dormouse.provider;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

/**
 * Which tags a worker serves.
 *
 * @param untagged work without a tag, too
 * @param any work with whatever tag; then {@code tags} is empty
 */
public record TagFilter(boolean untagged, boolean any, Set<String> tags) {

    static final int TAGS_MAX = 5;
    static final int TAG_BYTES_MAX = 256;

    /** Work without a tag: what a worker serves unless told otherwise. */
    public static final TagFilter UNTAGGED = new TagFilter(true, false, Set.of());

    /** Everything. */
    public static final TagFilter ANY = new TagFilter(true, true, Set.of());

    /** Nothing: a node that executes no activities. */
    public static final TagFilter NONE = new TagFilter(false, false, Set.of());

    public TagFilter {
        tags = Set.copyOf(tags);
        if (tags.size() > TAGS_MAX) {
            throw new IllegalArgumentException("a worker serves at most " + TAGS_MAX + " tags: " + tags);
        }
        tags.forEach(TagFilter::requireTag);
    }

    /** Only work with one of these tags. */
    public static TagFilter only(String... tags) {
        return new TagFilter(false, false, some(Arrays.asList(tags)));
    }

    /** Work without a tag, and work with one of these. */
    public static TagFilter untaggedAnd(String... tags) {
        return new TagFilter(true, false, some(Arrays.asList(tags)));
    }

    /** Checks a tag that work is to carry. */
    public static String requireTag(String tag) {
        if (tag.isEmpty() || tag.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > TAG_BYTES_MAX) {
            throw new IllegalArgumentException("a tag has 1 to " + TAG_BYTES_MAX + " bytes: '" + tag + "'");
        }
        return tag;
    }

    private static Set<String> some(Collection<String> tags) {
        if (tags.isEmpty()) {
            throw new IllegalArgumentException("name at least one tag, or use UNTAGGED, ANY or NONE");
        }
        return Set.copyOf(tags);
    }
}
