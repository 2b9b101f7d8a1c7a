package dev.dormouse.orchestration.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.kernel.Event.ActivityScheduled;
import dev.dormouse.orchestration.kernel.Event.ChildScheduled;
import dev.dormouse.orchestration.kernel.Event.Decided;
import dev.dormouse.orchestration.kernel.Event.Schedule;
import dev.dormouse.orchestration.kernel.Event.ScheduleCancelled;
import dev.dormouse.orchestration.kernel.Event.TimerCreated;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever the code, whatever comes, however it falls into turns and wherever the node crashes: the same decisions and the same
 * end. To repeat a failure, run the seed that it names.
 */
class RandomProgramTest {

    private static final int PROGRAMS = 200;
    private static final int MESSAGES_MAX = 60;

    /** A message, with the schedule that it answers by its number rather than its event id, which differs between splits. */
    private interface Mail {
        Message to(Play play);

        /** How many schedules there must be. */
        int needs();
    }

    private record Outside(Message message) implements Mail {
        @Override
        public Message to(Play play) {
            return message;
        }

        @Override
        public int needs() {
            return 0;
        }
    }

    private record Answer(int number, boolean well) implements Mail {
        @Override
        public Message to(Play play) {
            Schedule schedule = play.all(Schedule.class).get(number - 1);
            if (schedule instanceof TimerCreated) {
                return play.fired(number);
            }
            if (schedule instanceof ChildScheduled) {
                return well
                        ? play.childDone(number, "r" + number)
                        : play.childFailed(number, Play.failure("f" + number));
            }
            return well ? play.done(number, "r" + number) : play.failed(number, "f" + number);
        }

        @Override
        public int needs() {
            return number;
        }
    }

    @Test
    void turnsCrashesAndReplaysMakeNoDifference() {
        long base = System.nanoTime();
        for (int i = 0; i < PROGRAMS; i++) {
            check(base + i);
        }
    }

    @Test
    void programsEndInEveryWay() {
        List<Class<?>> ends = new ArrayList<>();
        for (long seed = 0; seed < 200; seed++) {
            ends.add(oneByOne(seed, new ArrayList<>()).end.getClass());
        }
        assertThat(ends).contains(End.Completed.class, End.Failed.class, End.ContinuedAsNew.class, End.Waits.class);
    }

    private static void check(long seed) {
        List<Mail> mail = new ArrayList<>();
        Story reference = oneByOne(seed, mail);
        for (int split = 0; split < 4; split++) {
            Story other = splitAnew(seed, mail, new Random(seed * 31 + split));
            assertThat(other.decisions()).as("decisions, seed %d", seed).isEqualTo(reference.decisions());
            assertThat(other.end.toString()).as("end, seed %d", seed).isEqualTo(reference.end.toString());
        }
    }

    /** Makes the mail up as it goes: one message, one turn. */
    private static Story oneByOne(long seed, List<Mail> mail) {
        Story story = new Story(seed);
        Random world = new Random(~seed);
        for (int i = 0; i < MESSAGES_MAX && story.waits(); i++) {
            Mail next = story.something(world);
            mail.add(next);
            story.turn(List.of(next));
        }
        return story;
    }

    /** The same mail, several at a time where that can be. */
    private static Story splitAnew(long seed, List<Mail> mail, Random split) {
        Story story = new Story(seed);
        int from = 0;
        while (from < mail.size() && story.waits()) {
            int known = story.play.all(Schedule.class).size();
            int to = from + 1;
            int most = Math.min(mail.size(), from + 1 + split.nextInt(6));
            while (to < most && mail.get(to).needs() <= known) {
                to++;
            }
            story.turn(mail.subList(from, to));
            from = to;
        }
        return story;
    }

    /** One instance that runs a program. */
    private static final class Story {
        final long seed;
        final Play play;
        End end;

        Story(long seed) {
            this.seed = seed;
            this.play = Play.of(new Program(seed));
            end = turnOf(Message.Start.of("self", Payload.of("in")));
        }

        boolean waits() {
            return end instanceof End.Waits;
        }

        void turn(List<Mail> mail) {
            end = turnOf(mail.stream().map(each -> each.to(play)).toArray(Message[]::new));
        }

        private End turnOf(Message... messages) {
            TurnResult crashed = play.dryTurn(messages);
            TurnResult result = play.turn(messages);
            assertThat(result).as("the turn again, seed %d", seed).isEqualTo(crashed);
            if (result.end() instanceof End.Waits) {
                assertThat(play.dryTurn())
                        .as("replay of %s, seed %d", play.stored, seed)
                        .isEqualTo(TurnResult.nothing(new End.Waits()));
            }
            return result.end();
        }

        Mail something(Random world) {
            List<Schedule> schedules = play.all(Schedule.class);
            List<Answer> answerable = new ArrayList<>();
            for (int i = 0; i < schedules.size(); i++) {
                Schedule schedule = schedules.get(i);
                if (schedule instanceof ActivityScheduled
                        || schedule instanceof TimerCreated
                        || schedule instanceof ChildScheduled) {
                    answerable.add(new Answer(i + 1, world.nextInt(3) > 0));
                }
            }
            int kind = world.nextInt(100);
            if (kind < 2) {
                return new Outside(Play.cancel("stop"));
            }
            if (kind < 20) {
                return new Outside(Play.raised("e" + world.nextInt(2), "raised" + kind));
            }
            if (kind < 40 || answerable.isEmpty()) {
                return new Outside(Play.queued("q" + world.nextInt(2), "queued" + kind));
            }
            int recent = Math.min(answerable.size(), 6);
            return answerable.get(answerable.size() - 1 - world.nextInt(recent));
        }

        /** What was decided, in order, by numbers that do not depend on how messages fell into turns. */
        List<String> decisions() {
            List<Schedule> schedules = play.all(Schedule.class);
            return play.history().stream()
                    .filter(Decided.class::isInstance)
                    .flatMap(event -> Stream.of(normal(event, schedules)))
                    .toList();
        }

        private static String normal(Event event, List<Schedule> schedules) {
            if (event instanceof ScheduleCancelled cancel) {
                int number = schedules.stream().map(Event::id).toList().indexOf(cancel.schedule());
                return "cancel " + number + " " + cancel.reason();
            }
            return event.toString()
                    .replace("id=" + event.id() + ",", "")
                    .replace("at=" + event.at(), "at=" + Instant.EPOCH);
        }
    }
}
