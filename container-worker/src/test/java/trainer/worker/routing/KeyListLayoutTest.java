package trainer.worker.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.table.KeyList;
import trainer.worker.work.DrivenWorker;

class KeyListLayoutTest {
  private static final KeyList KEYS =
      new KeyList(
          new int[] {0, 0, 1},
          new int[] {0, 1, 0},
          new int[] {0, 2, 3, 4},
          new long[] {4, 5, 6, 7});

  private static final LaneMap MAP = new LaneMap(DrivenWorker.map(1, 1, 2));

  private final KeyListLayout layout = new KeyListLayout(KEYS, new int[] {1, 3});

  private static LaneId lane(int number) {
    return MAP.portions().get(number).lane();
  }

  private static LaneList list(int number) {
    return LaneList.cut(KEYS, MAP.portions().get(number).held());
  }

  @Test
  void countsTheWidthOfEveryTable() {
    assertThat(layout.size()).isEqualTo(2 + 1 + 3);
    assertThat(layout.size(list(0))).isEqualTo(5);
    assertThat(layout.ends(list(0))).containsExactly(2, 5);
    assertThat(layout.ends(list(1))).containsExactly(1);
  }

  @Test
  void takingPartsOutAndPuttingThemInPlaceGivesTheWhole() {
    long[] sums = {10, 11, 12, 13, 14, 15};
    float[] whole = new float[6];
    for (int number = 0; number < 2; number++) {
      LaneList list = list(number);
      long[] part = new long[layout.size(list)];
      layout.gather(list, sums, part);
      float[] values = new float[part.length];
      for (int i = 0; i < part.length; i++) {
        values[i] = part[i];
      }
      layout.scatter(new LaneValues(lane(number), list.places(), values), whole);
    }
    assertThat(whole).containsExactly(10, 11, 12, 13, 14, 15);
  }
}
