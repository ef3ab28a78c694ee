package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.master.job.api.JobView;
import trainer.master.queue.QueueHistory;

class RepeatedWorkTest {
  private static final Metrics TEN = new Metrics(10, ExactSum.ZERO, ExactSum.ZERO);

  private final QueueHistory queue = new QueueHistory();
  private final RepeatedWork work = new RepeatedWork();

  RepeatedWorkTest() {
    new QueueChange.Opened(new Version(1), 4, 1).to(queue);
    done(0);
  }

  private void done(long slot) {
    new QueueChange.Given(new Incarnation(7), List.of(slot)).to(queue);
    new QueueChange.Done(new Slot(slot), TEN).to(queue);
  }

  @Test
  void countsTheRecordsAndTheHeldSlotsThatARollbackForgets() {
    new QueueChange.Given(new Incarnation(7), List.of(1L)).to(queue);
    CheckpointFact.CheckpointAdded checkpoint =
        new CheckpointFact.CheckpointAdded(
            Version.INITIAL,
            1,
            new Line(1),
            "folder",
            "00",
            9,
            RecordedFacts.progressed(0, 0, 0),
            queue.snapshot());
    new QueueChange.Done(new Slot(1), TEN).to(queue);
    done(2);
    work.rollBack(queue, checkpoint, true);
    assertThat(work.repeated()).isEqualTo(new JobView.Repeated(20, 1));
  }

  @Test
  void countsNothingBeforeTheJobHasBegun() {
    work.rollBack(queue, null, false);
    assertThat(work.repeated()).isEqualTo(new JobView.Repeated(0, 0));
  }

  @Test
  void countsAllWithoutACheckpoint() {
    work.rollBack(queue, null, true);
    assertThat(work.repeated()).isEqualTo(new JobView.Repeated(10, 0));
  }
}
