package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.input.Block;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.NamedRows;

class BlockCacheTest {
  private static final InputFile FILE = new InputFile("file:/data/a", 1000, 1);
  private static final long SIZE = block(0).bytes();

  private final BlockCache cache = new BlockCache(2 * SIZE, BlockSpill.none());

  private static DecodedBlock block(int number) {
    Examples examples = new Examples(1, new float[1], new int[] {0, 100}, new long[100], null);
    return new DecodedBlock(
        FILE,
        new Block(number, number, 1, 1, 0),
        examples,
        0,
        null,
        new int[][] {{1}},
        new NamedRows[] {NamedRows.of(0, 1)});
  }

  private DecodedBlock get(int number) {
    return cache.get(FILE, block(number).block());
  }

  @Test
  void whatIsKeptStaysForTheNextEpoch() {
    for (int epoch = 0; epoch < 3; epoch++) {
      for (int i = 0; i < 4; i++) {
        DecodedBlock found = get(i);
        assertThat(found != null)
            .as("block %d in epoch %d", i, epoch)
            .isEqualTo(epoch > 0 && i < 2);
        if (found == null) {
          cache.put(block(i));
        }
      }
    }
  }

  @Test
  void whatWentToAnotherWorkerMakesRoom() {
    for (int epoch = 0; epoch < 2; epoch++) {
      for (int i = 0; i < 2; i++) {
        if (get(i) == null) {
          cache.put(block(i));
        }
      }
    }
    for (int epoch = 0; epoch < 4; epoch++) {
      for (int i = 1; i < 3; i++) { // block 2 instead of block 0
        if (get(i) == null) {
          cache.put(block(i));
        }
      }
    }
    assertThat(get(2)).isNotNull();
    assertThat(get(0)).isNull();
    assertThat(get(1)).isNotNull();
  }

  @Test
  void neverExceedsItsBudget() {
    for (int i = 0; i < 20; i++) {
      cache.put(block(i % 7));
      assertThat(cache.bytes()).isEqualTo(cache.size() * SIZE).isLessThanOrEqualTo(2 * SIZE);
    }
  }

  @Test
  void aFileThatChangedIsAnotherFile() {
    cache.put(block(0));
    assertThat(cache.get(new InputFile("file:/data/a", 1000, 2), block(0).block())).isNull();
  }

  @Test
  void aBlockLargerThanTheBudgetIsNotKept() {
    BlockCache small = new BlockCache(SIZE - 1, BlockSpill.none());
    small.put(block(0));
    assertThat(small.size()).isZero();
  }
}
