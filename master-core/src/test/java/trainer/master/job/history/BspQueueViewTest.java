package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.input.Units;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.master.job.api.JobView;

class BspQueueViewTest {
  private static final int BLOCKS = 23;
  private static final int MINIBATCH = 5;
  private static final int EPOCHS = 3;

  private static JobPlan plan() {
    List<TableSpec> tables = List.of(new TableSpec("w", 1, Initializer.ZERO, true, 10));
    ModelSpec model = new ModelSpec(tables, List.of(Phase.training(EPOCHS)));
    Map<String, String> settings = Map.of("trainer.minibatch.blocks", "" + MINIBATCH);
    JobId id = new JobId("application_1_0001", 1);
    return JobPlan.of(new JobSpec(id, "alice", "/jobs", settings, model, List.of(), "0.1.0"));
  }

  @Test
  void countsWhatIsInNotedVersionsAndWhatTheWindowAllows() {
    JobPlan plan = plan();
    MiniBatchComposition composition =
        MiniBatchComposition.of(7, Units.ofBlocks(BLOCKS), MINIBATCH);
    BspQueueView queue = new BspQueueView(plan, 7, MiniBatchComposition.GROUPS, BLOCKS);
    int perEpoch = composition.perEpoch();
    for (int version = 0; version <= EPOCHS * perEpoch; version++) {
      int begins = version == 0 ? 0 : (version - 1) / perEpoch * perEpoch;
      for (int window = version; window <= EPOCHS * perEpoch; window++) {
        int last = Math.min(window, begins + perEpoch);
        long done = blocks(composition, begins + 1, version);
        long pending = blocks(composition, version + 1, last);
        assertThat(queue.at(version, window, JobView.Hands.NONE))
            .as("version " + version + ", window " + window)
            .isEqualTo(
                new JobView.Tasks(
                    BLOCKS - done - pending,
                    pending,
                    done,
                    0,
                    JobView.Hands.NONE,
                    List.of(),
                    List.of()));
      }
    }
  }

  private static long blocks(MiniBatchComposition composition, int from, int to) {
    long blocks = 0;
    for (int version = from; version <= to; version++) {
      blocks += composition.blocks(version).length;
    }
    return blocks;
  }
}
