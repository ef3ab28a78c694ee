package trainer.appmaster.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;

/** A master that takes over a job in which nobody waits. */
class TaskRecoveryTest {
  private final DrivenJob job =
      new DrivenJob(
              8,
              0,
              Map.of(
                  "trainer.sync", "async",
                  "trainer.workers", "1",
                  "trainer.task.blocks", "1",
                  "trainer.tasks.per-assignment", "2"))
          .run();

  private void takeOver() {
    job.takeOver("p0", "w0").cutAgain().registerAgain("p0");
    job.say("p0", new FromMember.Sealed(8, 1, 0, false));
    job.each(Role.PSERVER, new FromMember.Lined(2, 0, true));
  }

  private void done(long turn) {
    job.say("w0", new FromMember.TaskDone(1, turn, new Metrics(10, ExactSum.of(7), ExactSum.ZERO)));
  }

  @Test
  void whatWasComputedForAnEarlierMasterIsNotCountedOnceMoreWhenItsTaskIsDone() {
    done(0);
    done(1);
    job.say("w0", new FromMember.Heartbeat(0, 38, -1)).pass(Duration.ofSeconds(2));
    done(2);
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().recordsComputed()).isEqualTo(38);

    takeOver();
    job.registerAgain("w0");
    done(3);
    job.pass(Duration.ofSeconds(2));

    assertThat(job.view().recordsComputed()).isEqualTo(40);
  }
}
