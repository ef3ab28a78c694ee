package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.lane.Lane;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.snapshot.CheckpointParts;
import trainer.pserver.snapshot.CheckpointReader;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.Table;

/** The start of one lane, which runs on the thread of the test, once at the end. */
class LaneStartupTest {
  private static final int[] HELD = {0, 1};

  @TempDir private Path folder;
  private final List<FromMember> sent = new ArrayList<>();
  private final Queue<Runnable> loads = new ArrayDeque<>();
  private final List<LaneReplicas> begun = new ArrayList<>();
  private Lane lane;
  private LaneStartup startup;

  @BeforeEach
  void start() throws IOException {
    List<Table> tables =
        Table.of(
            List.of(new TableSpec("w", 1, Initializer.ZERO, false, 10)),
            spec -> Optimizers.of(Settings.of(Map.of()), spec));
    lane = new Lane(0, 1 << 20, 1 << 20, (number, waits, now) -> {}, LaneStartupTest::fail);
    startup =
        new LaneStartup(
            List.of(lane),
            new ReplicaFactory(tables, false, false, MemoryBudget.ENDLESS, 1, sent::add),
            new CheckpointParts(
                new Configuration(false),
                "file:/job",
                "",
                tables,
                RetryPolicy.withStorages(),
                new CheckpointReader(RetryPolicy.withStorages(), () -> true)),
            loads::add,
            sent::add);
  }

  private static void fail(Throwable fatal) {
    throw new AssertionError(fatal);
  }

  /** Runs the lane until it has done all of its orders. */
  private void runLane() {
    lane.order(
        replicas -> {
          begun.add(replicas);
          lane.stop();
        });
    lane.run();
  }

  private ToMember.NewLine line(String checkpoint) {
    return new ToMember.NewLine(
        new Term(1), new Line(4), new Version(7), Line.NONE, new Line(4), null, checkpoint);
  }

  private String missing() {
    return folder.resolve("missing").toUri().toString();
  }

  @Test
  void withoutACheckpointTheLanesBeginEmpty() {
    assertThat(startup.holdsNothing()).isTrue();
    startup.begin(line(""), number -> HELD);
    assertThat(startup.holdsNothing()).isFalse();
    assertThat(loads).isEmpty();
    runLane();
    assertThat(begun.get(0).holds(1)).isTrue();
    assertThat(begun.get(0).holds(2)).isFalse();
  }

  @Test
  void aLoadThatFailsIsReportedAndTheNextLineStartsAnew() {
    startup.begin(line(missing()), number -> HELD);
    assertThat(startup.hasBegun()).isTrue();
    assertThat(startup.holdsNothing()).as("it is loading").isTrue();
    loads.remove().run();
    assertThat(startup.hasBegun()).isFalse();
    assertThat(sent)
        .singleElement()
        .isInstanceOfSatisfying(
            FromPserver.NotLoaded.class,
            message -> {
              assertThat(message.line().number()).isEqualTo(4);
              assertThat(message.failure().kind()).isEqualTo(FailureKind.MODEL_CORRUPT);
            });
  }

  @Test
  void ordersWaitForTheLoadAndTheNextStartVoidsIt() {
    startup.begin(line(missing()), number -> HELD);
    lane.order(begun::add);
    startup.begin(number -> new int[] {2});
    loads.remove().run();
    assertThat(startup.hasBegun()).as("the void load does not end the start").isTrue();
    assertThat(startup.holdsNothing()).isFalse();
    runLane();
    assertThat(begun).hasSize(2).allMatch(replicas -> replicas.holds(2));
  }
}
