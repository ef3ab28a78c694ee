package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.table.PartitionMap;

class CurrentLineTest {
  private final CurrentLine line = new CurrentLine();
  private final PartitionMap map = DrivenWorker.map(3, 1, 1);

  @Test
  void acceptsNoWorkBeforeItsFirstMap() {
    line.begin(2, 5);
    assertThat(line.accepts(2)).isFalse();
    line.enter(map);
    assertThat(line.accepts(2)).isTrue();
    assertThat(line.accepts(1)).isFalse();
    assertThat(line.accepts(3)).isFalse();
  }

  @Test
  void isFollowedByANewerLineOrANewerMapOfTheSame() {
    line.begin(2, 5);
    line.enter(map);
    assertThat(line.isOlderThan(3, map)).isTrue();
    assertThat(line.isOlderThan(2, DrivenWorker.map(4, 1, 1))).isTrue();
    assertThat(line.isOlderThan(2, map)).isFalse();
    assertThat(line.isOlderThan(2, null)).isFalse();
    assertThat(line.isOlderThan(1, DrivenWorker.map(4, 1, 1))).isFalse();
  }

  @Test
  void beginsAtItsBaseAndKnowsTheNewestCommittedVersion() {
    line.begin(2, 5);
    line.onCommitted(7);
    line.onCommitted(6);
    assertThat(line.committed()).isEqualTo(7);
    line.begin(3, 5);
    assertThat(line.committed()).isEqualTo(5);
  }
}
