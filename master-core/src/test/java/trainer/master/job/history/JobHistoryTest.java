package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.table.PartitionMap;

class JobHistoryTest {
  private final JobHistory history = new JobHistory(JobPlan.of(TaskJournal.SPEC));

  private void apply(Fact... facts) {
    List.of(facts).forEach(history::apply);
  }

  @Test
  void rollsBackToTheNewestCheckpoint() {
    apply(
        new TrainingFact.MapDefined(new PartitionMap(1, List.of(), List.of())),
        new TrainingFact.LineOpened(
            new Line(1), Version.INITIAL, Line.NONE, false, "why", List.of()),
        RecordedFacts.progressed(1, 10, 10),
        RecordedFacts.added(1),
        RecordedFacts.progressed(2, 10, 20),
        RecordedFacts.asked(2),
        new TrainingFact.LineOpened(
            new Line(2), new Version(1), new Line(1), true, "why", List.of()));
    assertThat(history.version()).isEqualTo(1);
    assertThat(history.checkpoint()).isEqualTo("folder-1");
    assertThat(history.asked()).isNull();
    assertThat(history.recordsComputed()).isEqualTo(20);
    assertThat(history.rollbacks()).isEqualTo(1);
    assertThat(history.lastBack().number()).isEqualTo(2);
  }

  @Test
  void keepsTheHighestBoundOfOrders() {
    apply(new TrainingFact.WindowOpened(8), new TrainingFact.WindowOpened(5));
    assertThat(history.window()).isEqualTo(8);
  }
}
