package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Work with a tag goes to those who serve the tag. */
abstract class TagsContract extends ContractGroup {

    private void putTagged(String... tags) {
        long id = 1;
        for (String tag : tags) {
            putWork(tag.isEmpty() ? work("a", id++) : work("a", id++).withTag(tag));
        }
    }

    private Stream<String> fetched(TagFilter tags) {
        return provider.fetchWork(WorkFetch.of(10, LONG, Duration.ZERO).withTags(tags)).items().stream()
                .map(item -> item.tag() == null ? "" : item.tag());
    }

    @Test
    void byDefaultOnlyUntaggedWorkIsServed() {
        putTagged("gpu", "");

        assertThat(fetched(TagFilter.UNTAGGED)).containsExactly("");
    }

    @Test
    void onlyTheNamedTagIsServed() {
        putTagged("", "gpu", "cpu");

        assertThat(fetched(TagFilter.only("gpu"))).containsExactly("gpu");
    }

    @Test
    void untaggedWorkCanBeServedBesides() {
        putTagged("", "gpu", "cpu");

        assertThat(fetched(TagFilter.untaggedAnd("gpu"))).containsExactly("", "gpu");
    }

    @Test
    void whoServesNothingGetsNothing() {
        putTagged("", "gpu");

        assertThat(fetched(TagFilter.NONE)).isEmpty();
        assertThat(fetched(TagFilter.ANY)).hasSize(2);
    }

    @Test
    void severalTagsAreServedInOrder() {
        putTagged("gpu", "disk", "cpu", "gpu");

        assertThat(fetched(TagFilter.only("cpu", "gpu"))).containsExactly("gpu", "cpu", "gpu");
    }

    @Test
    void aTagIsKeptAsItWasGiven() {
        String tag = "region: Z\u00fcrich / \"a\\b\" %_";
        putTagged(tag);

        assertThat(fetched(TagFilter.only(tag))).containsExactly(tag);
    }

    @Test
    void everythingCanBeServed() {
        putTagged("", "gpu", "cpu");

        assertThat(fetched(TagFilter.ANY)).containsExactly("", "gpu", "cpu");
    }

    @Test
    void everyTagCanBeServedWithoutTheUntagged() {
        putTagged("", "gpu");

        assertThat(fetched(new TagFilter(false, true, Set.of()))).containsExactly("gpu");
    }

    @Test
    void aTagSurvivesBeingGivenBack() {
        putTagged("gpu");
        WorkItem item = takeWork(anyWork().withTags(TagFilter.only("gpu")));
        provider.abandonWork(item.lock(), Duration.ZERO, AttemptCount.KEEP);

        noWork();
        assertThat(takeWork(anyWork().withTags(TagFilter.only("gpu"))).tag()).isEqualTo("gpu");
    }

    @Test
    void nodesThatServeDifferentTagsDoNotMeet() {
        putTagged("red", "blue", "red", "blue");

        assertThat(fetched(TagFilter.only("blue"))).containsExactly("blue", "blue");
        assertThat(fetched(TagFilter.only("red"))).containsExactly("red", "red");
    }

    @Test
    void aTagComesThroughATurn() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a")).withWork(List.of(work("a", 1).withTag("gpu"), work("a", 2))));

        assertThat(fetched(TagFilter.UNTAGGED)).containsExactly("");
        assertThat(fetched(TagFilter.only("gpu"))).containsExactly("gpu");
    }

    @Test
    void tagsAndNamesAreBothRespected() {
        putTagged("gpu");

        noWork(anyWork().withTags(TagFilter.only("gpu")).withNames(Set.of("Other")));
        assertThat(findWork(anyWork().withTags(TagFilter.only("gpu")).withNames(Set.of(ACTIVITY))))
                .isPresent();
    }
}
