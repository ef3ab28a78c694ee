package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.master.job.RecordingJob;
import trainer.master.job.members.Member;

class TaskWorkersTest {
  private final TaskWorkers workers = new TaskWorkers();
  private final Member first = RecordingJob.worker(new Incarnation(1));
  private final Member second = RecordingJob.worker(new Incarnation(2));

  @Test
  void makesTheNextAssignmentDueWhenAWorkerAsks() {
    workers.add(first);
    assertThat(workers.isDue()).isFalse();
    workers.ask(first);
    assertThat(workers.isDue()).isTrue();
    assertThat(workers.asking()).containsExactly(first);
    workers.notDue();
    workers.stopAsking(first);
    assertThat(workers.asking()).isEmpty();
    assertThat(workers.all()).containsExactly(first);
  }

  @Test
  void givesNothingToAWorkerThatLeft() {
    workers.add(first);
    workers.add(second);
    workers.ask(second);
    workers.remove(second);
    workers.ask(second);
    assertThat(workers.asking()).isEmpty();
    assertThat(workers.find(new Incarnation(2))).isEmpty();
    assertThat(workers.size()).isEqualTo(1);
  }
}
