package trainer.master.job.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.master.fleet.FleetAction;
import trainer.master.job.DrivenJob;

/** A job that has not begun holds nothing for ever that another one may need. */
class AllocationDeadlockTest {
  private static DrivenJob job(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("trainer.pservers", "2");
    all.put("trainer.allocation.patience", "60s");
    return new DrivenJob(8, 0, all);
  }

  private static List<String> released(DrivenJob job) {
    return job.wanted().ofCluster(FleetAction.Release.class).stream()
        .map(FleetAction.Release::containerId)
        .toList();
  }

  private static int asks(DrivenJob job) {
    return job.wanted().ofCluster(FleetAction.Ask.class).size();
  }

  @Test
  void halfOfThePserversAreGivenBackAndAllAskedForAgainLater() {
    DrivenJob job = job(Map.of()).cut();
    job.grant(1).forEach(job::register);
    job.pass(Duration.ofSeconds(59));
    assertThat(released(job)).isEmpty();
    job.pass(Duration.ofSeconds(2));
    assertThat(released(job)).containsExactly("p0");
    assertThat(job.wanted().ofCluster(FleetAction.CancelAsk.class)).hasSize(1);
    job.ends("p0", -105);
    int before = asks(job);
    job.pass(Duration.ofSeconds(29));
    assertThat(asks(job)).as("asked for while it rests").isEqualTo(before);
    job.pass(Duration.ofSeconds(62));
    assertThat(asks(job)).isEqualTo(before + 2);
    assertThat(job.view().failure()).isNull();
    assertThat(job.view().processes().nodes()).as("no node is to blame").isEmpty();
  }

  @Test
  void pserversThatWaitForWorkersAreGivenBackTooAndTheJobBeginsInTheEnd() {
    DrivenJob job = job(Map.of("trainer.workers", "3", "trainer.workers.min", "3")).runPservers();
    job.grant(1).forEach(job::register);
    job.pass(Duration.ofSeconds(61));
    assertThat(released(job)).containsExactlyInAnyOrder("p0", "p1", "w0");
    job.ends("p0", -105).ends("p1", -105).ends("w0", -105);
    job.startReplacements();
    assertThat(job.view().state()).isEqualTo(JobState.SCHEDULED);
    job.each(Role.PSERVER, new FromPserver.LineAccepted(job.view().line(), Version.INITIAL, true));
    job.startReplacements();
    assertThat(job.view().state()).isEqualTo(JobState.RUNNING);
    assertThat(job.view().failure()).isNull();
  }

  @Test
  void whileItIsGrantedMoreItKeepsWhatItHas() {
    DrivenJob job = job(Map.of("trainer.pservers", "2")).cut();
    job.pass(Duration.ofSeconds(200));
    assertThat(job.wanted().ofCluster(FleetAction.CancelAsk.class)).isEmpty();
    job.grant(1).forEach(job::register);
    job.pass(Duration.ofSeconds(50));
    job.startAsked();
    job.pass(Duration.ofSeconds(50));
    assertThat(released(job)).isEmpty();
  }

  @Test
  void theTimeoutCountsFromTheFirstTimeItWasAskedFor() {
    DrivenJob job = job(Map.of("trainer.allocation.timeout", "5m")).cut();
    job.grant(1);
    job.pass(Duration.ofSeconds(302));
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.ALLOCATION_TIMEOUT);
    assertThat(job.view().failure().what()).contains("pservers");
  }
}
