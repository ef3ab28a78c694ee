package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Version;

class LineHistoryTest {
  private final LineHistory lines = new LineHistory();

  private void open(Line line, long base, boolean back) {
    lines.on(
        new TrainingFact.LineOpened(
            line, new Version(base), new Line(line.number() - 1), back, "why", List.of()),
        true);
  }

  @Test
  void countsRollbacksAndKeepsTheLineOfTheNewest() {
    open(new Line(1), 0, false);
    open(new Line(2), 3, true);
    open(new Line(3), 5, false);
    assertThat(lines.line().number()).isEqualTo(3);
    assertThat(lines.base()).isEqualTo(5);
    assertThat(lines.lineOfBase().number()).isEqualTo(2);
    assertThat(lines.lastBack().number()).isEqualTo(2);
    assertThat(lines.rollbacks()).isEqualTo(1);
  }

  @Test
  void takesProgressAtTheBaseForNoNewWork() {
    open(new Line(1), 4, false);
    assertThat(lines.isNewWork(4)).isFalse();
    assertThat(lines.isNewWork(5)).isTrue();
    lines.onTaskFinished();
    assertThat(lines.isNewWork(4)).isTrue();
    open(new Line(2), 4, false);
    assertThat(lines.isNewWork(4)).isFalse();
  }
}
