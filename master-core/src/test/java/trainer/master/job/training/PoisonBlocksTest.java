package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;

/** Blocks that cannot be computed, and blocks under which workers die. */
class PoisonBlocksTest {
  @Test
  void aBlockThatFailsOnTwoWorkersFailsTheJobAndIsNamed() {
    DrivenJob two = new DrivenJob(8, 0, Map.of("trainer.workers", "2")).run();
    ToWorker.Order order = two.said("w0", ToWorker.Order.class).get(0);
    FromWorker.ShareFailed failed = failure(order);
    two.wanted().clear();
    two.say("w0", failed);
    assertThat(two.view().failure()).isNull();
    assertThat(two.said("w1", ToWorker.Order.class)).contains(order);
    two.say("w1", failed);
    assertThat(two.view().failure().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
    assertThat(two.view().failure().where())
        .contains("block " + failed.block() + " of hdfs://x/in/a");
  }

  @Test
  void aJobWithOneWorkerTriesAFailedBlockInAnotherIncarnation() {
    DrivenJob one = new DrivenJob(8, 0, Map.of()).run();
    ToWorker.Order order = one.said("w0", ToWorker.Order.class).get(0);
    one.say("w0", failure(order));
    assertThat(one.view().failure()).isNull();
    assertThat(one.wanted().released()).containsExactly("w0");
    one.startReplacements();
    one.say("w1", failure(order));
    assertThat(one.view().failure().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
  }

  @Test
  void aBlockUnderWhichWorkersDieIsComputedAloneThenNamed() {
    DrivenJob one = new DrivenJob(4, 0, Map.of()).run();
    int deaths = 0;
    while (one.view().failure() == null && deaths < 20) {
      String worker = "w" + deaths;
      if (one.view().line().number() > 1) {
        one.each(
            Role.PSERVER, new FromPserver.LineAccepted(one.view().line(), Version.INITIAL, true));
        assertThat(one.blocksOf(worker, 1)).hasSizeLessThanOrEqualTo(1);
      }
      one.ends(worker, 1).startReplacements();
      deaths++;
    }
    assertThat(one.view().failure().kind()).isEqualTo(FailureKind.BLOCK_KILLS_WORKERS);
    assertThat(one.view().failure().where()).contains("block ", "hdfs://x/in/a");
    assertThat(deaths).as("three together, three alone").isEqualTo(6);
  }

  private static FromWorker.ShareFailed failure(ToWorker.Order order) {
    int block = order.share().blocks().get(0).blocks().get(0).number();
    return new FromWorker.ShareFailed(
        order.line(),
        order.version(),
        order.share().number(),
        block,
        new Failure(FailureKind.INPUT_CORRUPT, "cannot decode", "", ""));
  }
}
