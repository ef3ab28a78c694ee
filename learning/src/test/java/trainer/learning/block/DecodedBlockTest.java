package trainer.learning.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowIndex;

class DecodedBlockTest {
  private static final InputFile FILE = new InputFile("file:/data/a", 1000, 1);
  private static final TableSpec SPARSE = new TableSpec("weights", 1, Initializer.ZERO, true, 20);

  /** A block that is passed over by code that throws. */
  private static DecodedBlock block(Throwable thrown) {
    Examples none = new Examples(0, new float[0], new int[1], new long[0], null);
    Pass pass = new Throwing(thrown);
    Block block = new Block(4, 40, 10, 0, 0);
    return new DecodedBlock(FILE, block, none, 0, pass, new int[0][], new NamedRows[0]);
  }

  private static void train(Throwable thrown) {
    block(thrown).train(new float[0][], new float[0][], new float[0]);
  }

  @Test
  void whateverTheCodeThrowsNamesTheBlock() {
    for (Throwable thrown :
        new Throwable[] {
          new IllegalStateException("mine"),
          new AssertionError("mine"),
          new Exception("mine, checked"),
          new NoClassDefFoundError("mine"),
          new StackOverflowError("mine")
        }) {
      assertThatThrownBy(() -> train(thrown))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.MODEL_CODE_FAILED))
          .hasMessageContaining(thrown.getClass().getSimpleName() + ": mine")
          .hasMessageContaining("DecodedBlockTest.java:")
          .hasMessageContaining("file:/data/a, block 4 at offset 40");
    }
  }

  @Test
  void aFailureThatTheCodeNamesItselfStaysAsItIs() {
    FailureException failure =
        new FailureException(FailureKind.DATA_INVALID, "a negative price", "", "");
    assertThatThrownBy(() -> train(failure)).isSameAs(failure);
  }

  @Test
  void rowsThatAreNoneNameTheBlock() {
    for (int[][] rows : new int[][][] {null, {null}}) {
      assertThatThrownBy(
              () -> block(null).numberedFor(new Numbering(rows), new LocalRows(List.of(SPARSE))))
          .hasMessageContaining("MODEL_CODE_FAILED")
          .hasMessageContaining("rows() gives null")
          .hasMessageContaining("block 4");
    }
  }

  @Test
  void aKeyBeyondADenseTableNamesTableAndBlock() {
    LocalRows index = new LocalRows(List.of(SPARSE.dense(124)));
    for (long key : new long[] {124, -1, 1L << 32}) {
      assertThatThrownBy(() -> block(null).numberedFor(new Naming(key), index))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.VALUE_OUT_OF_RANGE))
          .hasMessageContaining("key " + Long.toUnsignedString(key))
          .hasMessageContaining("dense table weights, whose keys are 0 to 123")
          .hasMessageContaining("file:/data/a, block 4 at offset 40");
    }
  }

  @Test
  void aBlockNamesAllRowsOfADenseTableOrNone() {
    LocalRows index = new LocalRows(List.of(SPARSE.dense(124), SPARSE, SPARSE.dense(7)));
    DecodedBlock block = block(null).numberedFor(new Naming(123, 123, 5), index);
    assertThat(block.rows()[0]).containsExactly(123, 123, 5);
    assertThat(block.keys()[0]).isEqualTo(NamedRows.whole(124));
    assertThat(block.keys()[0].key(100)).isEqualTo(100);
    assertThat(block.keys()[1].count()).isZero();
    assertThat(block.keys()[2].count()).isZero();
    assertThat(block.numberedFor(new Naming(), index).keys()[0].count()).isZero();
  }

  @Test
  void whatIsNotTheCodesFaultGoesOn() {
    OutOfMemoryError error = new OutOfMemoryError("no heap");
    assertThatThrownBy(() -> train(error)).isSameAs(error);
  }

  /** Names these keys of the first table. */
  private record Naming(long... keys) implements Pass {
    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return new int[][] {rows.rows(0, keys, keys.length)};
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      return 0;
    }
  }

  /** Numbers rows in its own way. */
  private record Numbering(int[][] numbers) implements Pass {
    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return numbers;
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      return 0;
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneaked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** Throws anything, as other languages on the JVM do. */
  private record Throwing(Throwable thrown) implements Pass {
    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return new int[0][];
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      throw DecodedBlockTest.<RuntimeException>sneaked(thrown);
    }
  }
}
