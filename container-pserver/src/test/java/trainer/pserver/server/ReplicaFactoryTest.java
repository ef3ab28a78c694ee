package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.Table;

class ReplicaFactoryTest {
  private final List<FromMember> sent = new ArrayList<>();
  private final ReplicaFactory factory =
      new ReplicaFactory(
          Table.of(
              List.of(new TableSpec("w", 1, Initializer.ZERO, false, 10)),
              spec -> Optimizers.of(Settings.of(Map.of()), spec)),
          false,
          false,
          MemoryBudget.ENDLESS,
          2,
          sent::add);

  @Test
  void aVersionIsReportedOnceWhenItIsCompleteInEveryLane() {
    LaneReplicas even = started(0, 0, 2);
    LaneReplicas odd = started(1, 1);
    even.close(1, 1);
    even.repeatComplete();
    assertThat(sent).isEmpty();
    odd.close(1, 1);
    assertThat(sent).hasSize(1);
    assertThat(((FromPserver.Complete) sent.get(0)).version().number()).isOne();
  }

  @Test
  void replicasHoldThePartitionsOfTheirLane() {
    LaneReplicas even = started(0, 0, 2);
    assertThat(even.holds(2)).isTrue();
    assertThat(even.holds(1)).isFalse();
  }

  private LaneReplicas started(int lane, int... partitions) {
    LaneReplicas replicas = factory.create(lane, partitions);
    assertThat(
            replicas
                .newLine(
                    new ToMember.NewLine(
                        new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, null, ""))
                .following())
        .isTrue();
    return replicas;
  }
}
