package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;

class LineHistoryTest {
  private final LineHistory lines = new LineHistory();

  private void open(long line, long base, boolean back) {
    lines.on(new Fact.LineOpened(line, base, line - 1, back, "why", List.of()));
  }

  @Test
  void countsRollbacksAndKeepsTheLineOfTheNewest() {
    open(1, 0, false);
    open(2, 3, true);
    open(3, 5, false);
    assertThat(lines.line()).isEqualTo(3);
    assertThat(lines.base()).isEqualTo(5);
    assertThat(lines.lineOfBase()).isEqualTo(2);
    assertThat(lines.lastBack()).isEqualTo(2);
    assertThat(lines.rollbacks()).isEqualTo(1);
  }

  @Test
  void takesProgressAtTheBaseForNoNewWork() {
    open(1, 4, false);
    assertThat(lines.isNewWork(4)).isFalse();
    assertThat(lines.isNewWork(5)).isTrue();
    lines.onTaskFinished();
    assertThat(lines.isNewWork(4)).isTrue();
    open(2, 4, false);
    assertThat(lines.isNewWork(4)).isFalse();
  }
}
