package trainer.appmaster.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.ResultFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.time.Moment;
import trainer.journal.Facts;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;
import trainer.master.session.Event;

/** The loop, stepped on the test's own thread: it ends when it is told to. */
class MasterLoopTest {
  private static final JobId JOB = new JobId("local_1_2", 1);

  private final List<String> log = new ArrayList<>();
  private final SafeAtOnce facts = new SafeAtOnce();
  private final FakeCore core = new FakeCore();
  private List<String> told = List.of();
  private final MasterLoop loop =
      new MasterLoop(
          core,
          () -> new Moment(core.now, 0),
          facts,
          action -> log.add("performed"),
          () -> told = List.copyOf(log),
          (what, cause) -> log.add("fault: " + cause.getMessage()));

  @Test
  void handlesEventsInTheOrderTheyWereOffered() {
    loop.offer(JOB, new JobEvent.KillAsked("a"));
    loop.offer(JOB, new JobEvent.KillAsked("b"));
    loop.stop();
    loop.run();

    assertThat(log).containsExactly("a", "b");
  }

  @Test
  void tellsTheSenderOnceItsEventWasHandled() {
    loop.offer(new Event.OfJob(JOB, new JobEvent.KillAsked("a")), () -> log.add("handled"));
    loop.stop();
    loop.run();

    assertThat(log).containsExactly("a", "handled");
  }

  @Test
  void ticksWhenTheDeadlineHasPassedThoughTheMailboxIsNeverEmpty() {
    core.deadline = 5;
    core.now = 5;
    loop.offer(JOB, new JobEvent.KillAsked("a"));
    loop.stop();
    loop.run();

    assertThat(log).startsWith("a", "tick");
  }

  @Test
  void performsWhatFollowsAFactWhenTheJournalSaysThatItIsSafe() {
    core.answer =
        List.of(
            new Action.Append(
                JOB,
                new ResultFact.FinalVersion(new Version(1)),
                Action.Durability.BEFORE_WHAT_FOLLOWS),
            new Action.OfJob(JOB, new JobEffect.Close(new Incarnation(1))));
    facts.then = loop::stop;
    loop.offer(JOB, new JobEvent.KillAsked("a"));
    loop.run();

    assertThat(log).containsExactly("a", "appended", "performed");
    assertThat(told).isEqualTo(log);
  }

  @Test
  void whatTheCoreThrowsGoesToTheFaultHandler() {
    core.failure = new IllegalStateException("impossible");
    loop.offer(JOB, new JobEvent.KillAsked("a"));
    loop.run();

    assertThat(log).containsExactly("fault: impossible");
  }

  private final class FakeCore implements Core {
    private List<Action> answer = List.of();
    private RuntimeException failure;
    private long deadline = Long.MAX_VALUE;
    private long now;

    @Override
    public List<Action> handle(Event event, Moment at) {
      if (failure != null) {
        throw failure;
      }
      if (event instanceof Event.Tick) {
        log.add("tick");
        deadline = Long.MAX_VALUE;
        return List.of();
      }
      log.add(((JobEvent.KillAsked) ((Event.OfJob) event).event()).by());
      return answer;
    }

    @Override
    public long nextDeadline() {
      return deadline;
    }
  }

  private final class SafeAtOnce implements Facts {
    private LongConsumer safe;
    private Runnable then = () -> {};
    private long count;

    @Override
    public void start(LongConsumer told) {
      safe = told;
    }

    @Override
    public long append(JobId job, Fact fact) {
      log.add("appended");
      safe.accept(++count);
      then.run();
      return count;
    }
  }
}
