package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;

class JobPlanTest {
  private static JobPlan plan(Map<String, String> more) {
    JobSpec of = TaskJournal.SPEC;
    Map<String, String> settings = new HashMap<>(of.settings());
    settings.putAll(more);
    return JobPlan.of(
        new JobSpec(of.id(), of.user(), of.folder(), settings, of.model(), of.jars(), "test"));
  }

  @Test
  void takesEachSectionFromTheSettings() {
    JobPlan plan =
        plan(
            Map.of(
                "trainer.workers", "6",
                "trainer.minibatch.blocks", "12",
                "trainer.heartbeat.timeout", "5s",
                "trainer.checkpoint.keep", "4"));
    assertThat(plan.training().sync().mode()).isEqualTo(Keys.Sync.ASYNC);
    assertThat(plan.training().sync().gradients()).isEqualTo(6);
    assertThat(plan.workers().count()).isEqualTo(6);
    assertThat(plan.stepBlocks(100)).isEqualTo(2);
    assertThat(plan.containers().heartbeatTimeout().toNanos()).isEqualTo(5_000_000_000L);
    assertThat(plan.absence()).isEqualTo(Duration.ofSeconds(20));
    assertThat(plan.checkpoints().kept()).isEqualTo(4);
    assertThat(plan.output()).isEqualTo("file:/o");
  }

  @Test
  void namesTheSizesOfContainers() {
    JobPlan plan = plan(Map.of("trainer.worker.memory-mb", "2000", "trainer.worker.vcores", "1"));
    assertThat(plan.size(Role.WORKER)).isEqualTo("2000 MB and 1 vcore");
  }
}
