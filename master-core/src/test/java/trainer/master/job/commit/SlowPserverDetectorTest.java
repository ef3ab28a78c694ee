package trainer.master.job.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.TimeSpent;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.ProcessesView;

/** A pserver that versions wait for is named, and nothing else happens to it. */
class SlowPserverDetectorTest {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final DrivenJob job =
      new DrivenJob(8, 0, Map.of("trainer.pservers", "3", "trainer.epochs", "40")).run();

  private void train(int versions, Duration late) {
    for (int i = 0; i < versions; i++) {
      long next = job.view().version() + 1;
      Line line = job.view().line();
      job.say("p0", new FromPserver.Complete(line, new Version(next), Metrics.NONE));
      job.say("p1", new FromPserver.Complete(line, new Version(next), Metrics.NONE));
      job.jump(late).say("p2", new FromPserver.Complete(line, new Version(next), Metrics.NONE));
      assertThat(job.view().version()).isEqualTo(next);
      job.pass(INTERVAL);
    }
  }

  private ProcessesView.Member pserver(int index) {
    return job.view().processes().members().stream()
        .filter(member -> member.role() == Role.PSERVER && member.index() == index)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneThatIsLaterThanTheOthersIsSlowUntilItIsNot() {
    train(10, Duration.ofMillis(100));
    assertThat(pserver(2).state()).isEqualTo("slow");
    assertThat(pserver(2).delays().behindMillis()).isBetween(90L, 110L);
    assertThat(pserver(0).state()).isEqualTo("live");
    train(25, Duration.ZERO);
    assertThat(pserver(2).state()).isEqualTo("live");
    assertThat(pserver(2).delays().behindMillis()).isZero();
  }

  @Test
  void theWaitForTheCommitIsAPhaseOfThePserverThatWaits() {
    train(1, Duration.ofMillis(40));
    train(2, Duration.ofMillis(20));
    assertThat(inCommit(0)).isEqualTo(Duration.ofMillis(80));
    assertThat(inCommit(1)).isEqualTo(Duration.ofMillis(80));
    assertThat(inCommit(2)).isZero();
  }

  private Duration inCommit(int index) {
    return Duration.ofNanos(pserver(index).load().spent().in(TimeSpent.Phase.COMMIT));
  }

  @Test
  void oneLongPauseIsNoSlowness() {
    train(1, Duration.ofSeconds(3));
    train(10, Duration.ZERO);
    train(1, Duration.ofSeconds(3));
    train(4, Duration.ofMillis(10));
    assertThat(pserver(2).state()).isEqualTo("live");
  }

  @Test
  void whatIsLittleOfTheTimeOfAVersionIsNotSlow() {
    train(10, Duration.ofMillis(40));
    assertThat(pserver(2).state()).isEqualTo("live");
  }
}
