package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;

class OpenUnitsTest {
  private static final InputFile FILE = new InputFile("file:/a", 100, 1);
  private static final Model MODEL =
      Models.load(Settings.of(Map.of()), OpenUnitsTest.class.getClassLoader());

  @TempDir private Path folder;

  private static Block block(int unit, int place) {
    return new Block(10 * unit + place, unit, 1, 1, place);
  }

  private static DecodedBlock decoded(Block block) {
    Examples examples =
        new Examples(1, new float[] {1}, new int[] {0, 1}, new long[] {block.number()}, null);
    return DecodedBlock.of(
        FILE,
        block,
        new BlockContent(examples, BadRecords.NONE),
        MODEL,
        new LocalRows(MODEL.tables()));
  }

  private static long keyOf(DecodedBlock block) {
    return block.examples().keys()[0];
  }

  @Test
  void aBlockIsTakenOnceFromMemoryOrDisk() throws Exception {
    for (long budget : new long[] {1 << 20, 0}) {
      OpenUnits units = new OpenUnits(budget, List.of(folder));
      assertThat(units.takeOrClaim(FILE, block(1, 0))).isNull();
      units.put(decoded(block(1, 1)));
      units.put(decoded(block(1, 2)));
      units.decoded(FILE, block(1, 0));
      assertThat(units.size()).isEqualTo(2);
      assertThat(keyOf(units.takeOrClaim(FILE, block(1, 2)))).isEqualTo(12);
      assertThat(keyOf(units.takeOrClaim(FILE, block(1, 1)))).isEqualTo(11);
      assertThat(units.size()).isZero();
      assertThat(units.takeOrClaim(FILE, block(1, 1))).as("decoded anew").isNull();
      units.decoded(FILE, block(1, 1));
    }
  }

  @Test
  void aUnitThatIsDecodedAgainTakesNoMoreMemory() throws Exception {
    long three = 3 * decoded(block(1, 1)).bytes();
    OpenUnits units = new OpenUnits(three, List.of()); // without a disk
    for (int times = 0; times < 5; times++) {
      units.takeOrClaim(FILE, block(1, 0));
      units.put(decoded(block(1, 1)));
      units.put(decoded(block(1, 2)));
      units.decoded(FILE, block(1, 0));
      assertThat(units.size()).isEqualTo(2);
    }
    units.put(decoded(block(2, 1)));
    assertThat(units.size()).as("there is room for a third").isEqualTo(3);
    units.put(decoded(block(2, 2)));
    assertThat(units.size()).isEqualTo(3);
  }

  @Test
  void othersWaitWhileAUnitIsDecoded() throws Exception {
    OpenUnits units = new OpenUnits(1 << 20, List.of(folder));
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      assertThat(units.takeOrClaim(FILE, block(1, 0))).isNull();
      CountDownLatch asks = new CountDownLatch(1);
      Future<DecodedBlock> waiting =
          other.submit(
              () -> {
                asks.countDown();
                return units.takeOrClaim(FILE, block(1, 1));
              });
      asks.await();
      assertThat(units.takeOrClaim(FILE, block(2, 0))).as("another unit").isNull();
      units.put(decoded(block(1, 1)));
      assertThat(waiting.isDone()).isFalse();
      units.decoded(FILE, block(1, 0));
      assertThat(keyOf(waiting.get(10, TimeUnit.SECONDS))).isEqualTo(11);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void unitsThatNobodyAsksForAreDropped() throws IOException, InterruptedException {
    OpenUnits units = new OpenUnits(1 << 26, List.of(folder));
    for (int unit = 0; unit < 600; unit++) {
      units.takeOrClaim(FILE, block(unit, 0));
      units.put(decoded(block(unit, 1)));
      units.decoded(FILE, block(unit, 0));
    }
    assertThat(units.size()).isBetween(500, 520);
    assertThat(units.takeOrClaim(FILE, block(3, 1))).as("an old one").isNull();
    assertThat(keyOf(units.takeOrClaim(FILE, block(599, 1)))).isEqualTo(5991);
  }
}
