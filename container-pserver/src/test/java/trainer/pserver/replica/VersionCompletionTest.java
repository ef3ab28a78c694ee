package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.Table;

/** The completion of version 1 in a lane of two replicas. */
class VersionCompletionTest {
  private final HeldReplicas held =
      new HeldReplicas(
          Table.of(Fixture.SPECS, spec -> new Fixture.Halving()), new OptimizerStep(), false, true);
  private final List<FromPserver.Complete> reports = new ArrayList<>();
  private final VersionCompletion completion =
      new VersionCompletion(
          held,
          new ApplyClock(() -> 0),
          (line, version, metrics, digests) ->
              reports.add(
                  new FromPserver.Complete(
                      new Line(line), new Version(version), metrics, digests)));

  @BeforeEach
  void begin() {
    held.hold(new int[] {0, 1});
    for (PartitionReplica replica : held.all()) {
      replica.newLine(new Term(1), 1, 0, 0, 0);
    }
  }

  @Test
  void reportsAVersionThatEveryReplicaHasComputed() {
    held.of(0).enter(Fixture.share(1, 1, 0, 1));
    assertThat(completion.computeIfFull()).as("a replica lacks the share").isFalse();
    assertThat(held.of(0).isTentative()).isTrue();
    held.of(1).enter(Fixture.share(1, 1, 0, 1));
    assertThat(completion.computeIfFull()).isTrue();

    assertThat(reports).hasSize(1);
    assertThat(reports.get(0).version().number()).isOne();
    assertThat(reports.get(0).digests()).containsOnlyKeys(0, 1);
    assertThat(reports.get(0).metrics())
        .as("those of partition 0")
        .isEqualTo(Fixture.share(1, 1, 0, 1).metrics());
  }

  @Test
  void repeatsAReportOnlyOnDemand() {
    for (PartitionReplica replica : held.all()) {
      replica.enter(Fixture.share(1, 1, 0, 1));
    }
    assertThat(completion.reportIfComplete()).as("it is not computed").isFalse();
    completion.computeIfFull();
    assertThat(completion.computeIfFull()).isFalse();
    assertThat(reports).hasSize(1);
    assertThat(completion.reportIfComplete()).isTrue();
    assertThat(reports).hasSize(2).allMatch(reports.get(0)::equals);
  }
}
