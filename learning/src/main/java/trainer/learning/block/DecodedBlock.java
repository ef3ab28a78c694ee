package trainer.learning.block;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.learning.spi.Model;
import trainer.learning.spi.Pass;

/**
 * A block in memory: decoded, with its rows numbered.
 *
 * @param bad the number of broken records of the block, which are not among the examples
 * @param pass the pass for which its rows are numbered
 * @param rows the result of {@link Pass#rows}, renumbered by {@code keys}
 * @param keys for each table the rows it names, by local row
 */
public record DecodedBlock(
    InputFile file,
    Block block,
    Examples examples,
    long bad,
    Pass pass,
    int[][] rows,
    NamedRows[] keys) {
  private static final Logger LOG = LoggerFactory.getLogger(DecodedBlock.class);

  /** Numbers the rows of a decoded block; a failure of the model's code names the block. */
  public static DecodedBlock of(
      InputFile file, Block block, BlockContent content, Pass pass, RowNumbering index) {
    return of(file, block, content.examples(), content.bad().count(), pass, index);
  }

  /** The same block with the rows of another pass. */
  public DecodedBlock numberedFor(Pass other, RowNumbering index) {
    return of(file, block, examples, bad, other, index);
  }

  private static DecodedBlock of(
      InputFile file, Block block, Examples examples, long bad, Pass pass, RowNumbering index) {
    index.clear();
    try {
      int[][] rows = pass.rows(examples, index);
      if (rows == null || Arrays.asList(rows).contains(null)) {
        throw new IllegalArgumentException("rows() gives null");
      }
      int[][] renumbered = rows.clone();
      NamedRows[] keys = index.finish(renumbered);
      return new DecodedBlock(file, block, examples, bad, pass, renumbered, keys);
    } catch (Throwable e) { // any exception of the model is reported with the block
      throw modelFailed(file, block, e);
    }
  }

  /** Calls the pass; a failure of the model's code names the block. */
  public double train(float[][] weights, float[][] gradients, float[] scores) {
    try {
      return pass.train(examples, rows, weights, gradients, scores);
    } catch (Throwable e) { // any exception of the model is reported with the block
      throw modelFailed(file, block, e);
    }
  }

  /** Calls {@link Model#score}; a failure of the model's code names the block. */
  public double score(Model model, float[][] weights, float[] scores) {
    try {
      return model.score(examples, rows, weights, scores);
    } catch (Throwable e) { // any exception of the model is reported with the block
      throw modelFailed(file, block, e);
    }
  }

  /** The location of a block as text for messages. */
  public static String where(InputFile file, Block block) {
    return file.path() + ", block " + block.number() + " at offset " + block.offset();
  }

  /** The location of this block as text for messages. */
  public String where() {
    return where(file, block);
  }

  private static FailureException modelFailed(InputFile file, Block block, Throwable cause) {
    Thrown.requireOfCode(cause);
    if (cause instanceof FailureException failure) {
      return failure;
    }
    if (cause instanceof NoSuchRowException) {
      String advice = "correct the data, or declare more rows (features of the built-in models)";
      return new FailureException(
          new Failure(
              FailureKind.VALUE_OUT_OF_RANGE, cause.getMessage(), where(file, block), advice),
          cause);
    }
    LOG.error("the model's code failed in {}", where(file, block), cause);
    String what = "the model's code threw " + Thrown.inWords(cause);
    String advice = "see this worker's log for the stack trace";
    return new FailureException(
        new Failure(FailureKind.MODEL_CODE_FAILED, what, where(file, block), advice), cause);
  }

  /** The approximate memory of the block, in bytes. */
  public long bytes() {
    long bytes = 256;
    bytes += 4L * examples.labels().length + 4L * examples.starts().length;
    bytes += 8L * examples.keys().length;
    bytes += examples.values() == null ? 0 : 4L * examples.values().length;
    bytes += examples.weights() == null ? 0 : 4L * examples.weights().length;
    bytes += examples.groups() == null ? 0 : 8L * examples.groups().length;
    int[] fields = examples.features().fields();
    bytes += fields == null ? 0 : 4L * fields.length;
    for (int[] of : rows) {
      bytes += 16 + 4L * of.length;
    }
    for (NamedRows of : keys) {
      bytes += of.bytes();
    }
    return bytes;
  }
}
