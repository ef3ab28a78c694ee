package trainer.worker.cache;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.input.Block;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.input.SparseRows;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.NamedRows;

class BlockSpillTest {
  private static final InputFile FILE = new InputFile("file:/data/a", 1000, 1);

  @TempDir private Path folder;

  /**
   * Two records, of arrays longer than they are used; every second block with values, every third
   * one with weights, groups and fields.
   */
  private static DecodedBlock block(int number) {
    float[] labels = {1, 0, 7};
    int[] starts = {0, 1, 3, 99};
    long[] keys = {number, -5, Long.MAX_VALUE, 99};
    float[] values = number % 2 == 0 ? null : new float[] {0.5f, -0f, Float.NaN, 99};
    boolean isBare = number % 3 != 0;
    SparseRows features =
        new SparseRows(starts, keys, values, isBare ? null : new int[] {4, -1, number, 99});
    float[] weights = isBare ? null : new float[] {0.25f, number, 99};
    long[] groups = isBare ? null : new long[] {Long.MIN_VALUE, number, 99};
    return new DecodedBlock(
        FILE,
        new Block(number, number * 100L, 100, 2, 0),
        new Examples(2, labels, weights, features, groups, null),
        3,
        null,
        new int[][] {{0, 1, 2}, {}},
        new NamedRows[] {NamedRows.of(0, number, -5, Long.MAX_VALUE), NamedRows.whole(12)});
  }

  private static BlockSpill.Key key(int number) {
    return new BlockSpill.Key(FILE, block(number).block());
  }

  private static void assertSame(DecodedBlock actual, DecodedBlock wanted) {
    assertThat(actual.file()).isEqualTo(wanted.file());
    assertThat(actual.block()).isEqualTo(wanted.block());
    assertThat(actual.bad()).isEqualTo(wanted.bad());
    assertThat(actual.rows()).isDeepEqualTo(wanted.rows());
    Examples examples = actual.examples();
    int nonzeros = wanted.examples().nonzeros();
    assertThat(examples.records()).isEqualTo(2);
    assertThat(examples.labels()).startsWith(1, 0).hasSize(2);
    assertThat(examples.starts()).containsExactly(0, 1, 3);
    assertThat(examples.keys()).hasSize(nonzeros).startsWith(wanted.examples().keys()[0], -5);
    if (wanted.examples().values() == null) {
      assertThat(examples.values()).isNull();
    } else {
      assertThat(examples.values()).containsExactly(0.5f, -0f, Float.NaN);
    }
    assertUsed(examples.weights(), wanted.examples().weights(), 2);
    assertUsed(examples.groups(), wanted.examples().groups(), 2);
    assertUsed(examples.features().fields(), wanted.examples().features().fields(), nonzeros);
    assertThat(actual.keys()[0].keys()).isEqualTo(wanted.keys()[0].keys());
    assertThat(actual.keys()[0].ends()).isEqualTo(wanted.keys()[0].ends());
    assertThat(actual.keys()[1].isWhole()).isTrue();
    assertThat(actual.keys()[1].count()).isEqualTo(12);
  }

  private static void assertUsed(Object actual, Object wanted, int used) {
    if (wanted == null) {
      assertThat(actual).isNull();
      return;
    }
    assertThat(Array.getLength(actual)).isEqualTo(used);
    for (int i = 0; i < used; i++) {
      assertThat(Array.get(actual, i)).isEqualTo(Array.get(wanted, i));
    }
  }

  @Test
  void whatIsReadBackIsWhatWasWritten() throws Exception {
    try (BlockSpill spill = BlockSpill.in(List.of(folder), 1 << 20)) {
      for (int i = 0; i < 5; i++) {
        spill.put(key(i), block(i));
      }
      for (int i = 4; i >= 0; i--) {
        assertSame(spill.get(key(i)), block(i));
      }
      assertThat(spill.get(key(5))).isNull();
    }
  }

  @Test
  void aBlockTakesAsManyBytesAsItSays() {
    for (int i = 0; i < 2; i++) {
      int length = (int) BlockBytes.length(block(i));
      assertThat(BlockBytes.write(block(i), length).remaining()).isEqualTo(length);
    }
  }

  @Test
  void takesNoMoreThanItsBudget() throws Exception {
    long two = BlockBytes.length(block(0)) + BlockBytes.length(block(1));
    try (BlockSpill spill = BlockSpill.in(List.of(folder), two)) {
      for (int i = 0; i < 3; i++) {
        spill.put(key(i), block(i));
        spill.put(key(i), block(i));
      }
      assertThat(spill.size()).isEqualTo(2);
      assertThat(spill.get(key(2))).isNull();
    }
  }

  @Test
  void nothingIsLeftInTheFolder() throws Exception {
    try (BlockSpill spill = BlockSpill.in(List.of(folder), 1 << 20);
        Stream<Path> files = Files.list(folder)) {
      spill.put(key(0), block(0));
      assertThat(files).isEmpty();
    }
  }

  @Test
  void theNextFolderIsTakenIfOneIsGone() throws Exception {
    List<Path> folders = List.of(folder.resolve("gone"), folder);
    try (BlockSpill spill = BlockSpill.in(folders, 1 << 20)) {
      spill.put(key(0), block(0));
      assertThat(spill.size()).isEqualTo(1);
    }
  }

  @Test
  void withoutAFolderItTakesNothing() throws Exception {
    try (BlockSpill spill = BlockSpill.in(List.of(folder.resolve("gone")), 1 << 20)) {
      spill.put(key(0), block(0));
      assertThat(spill.size()).isZero();
    }
  }

  @Test
  void aDiskThatFailsCostsTimeAndNothingElse() throws IOException {
    BlockSpill spill = BlockSpill.in(List.of(folder), 1 << 20);
    spill.put(key(0), block(0));
    spill.close(); // from here on each access fails
    spill.put(key(1), block(1));
    BlockCache cache = new BlockCache(0, spill);
    assertThat(cache.readBack(FILE, block(0).block())).isNull();
    assertThat(cache.readBack(FILE, block(1).block())).isNull();
    assertThat(spill.size()).isZero();
  }

  @Test
  void whatTheDiskHasChangedIsNotRead() throws Exception {
    Path path = folder.resolve("spilled");
    try (FileChannel file = FileChannel.open(path, CREATE_NEW, READ, WRITE);
        BlockSpill spill = new BlockSpill(file, 1 << 20)) {
      spill.put(key(0), block(0));
      spill.put(key(1), block(1));
      file.write(ByteBuffer.allocate(1).put(0, (byte) 77), 30);
      assertThat(spill.get(key(0))).isNull();
      assertSame(spill.get(key(1)), block(1));
    }
  }

  @Test
  void takesWhatDoesNotFitInMemory() throws Exception {
    try (BlockSpill spill = BlockSpill.in(List.of(folder), 1 << 20)) {
      BlockCache cache = new BlockCache(block(0).bytes(), spill);
      for (int i = 0; i < 3; i++) {
        cache.put(block(i));
      }
      assertThat(cache.size()).isEqualTo(1);
      assertThat(spill.size()).isEqualTo(2);
      assertThat(cache.get(FILE, block(0).block())).isNotNull();
      for (int i = 1; i < 3; i++) {
        assertThat(cache.get(FILE, block(i).block())).isNull();
        assertSame(cache.readBack(FILE, block(i).block()), block(i));
      }
    }
  }
}
