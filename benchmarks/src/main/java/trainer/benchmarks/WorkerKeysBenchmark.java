package trainer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import trainer.core.input.Examples;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.ShareKeys;

/** The work of a worker on a mini-batch's keys, in microseconds a mini-batch of 3,760 records. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WorkerKeysBenchmark {
  private final LocalRows rows = new LocalRows(MiniBatches.TABLES);
  private final ShareKeys keys = new ShareKeys(MiniBatches.TABLES);
  private List<List<Examples>> examples;
  private List<List<DecodedBlock>> decoded;
  private int next;

  @Setup
  public void prepare() {
    examples = MiniBatches.examples();
    decoded = MiniBatches.decoded();
  }

  /** Numbers the rows of each block. */
  @Benchmark
  public List<DecodedBlock> rowsOfBlocks() {
    List<DecodedBlock> blocks = new ArrayList<>();
    for (Examples each : examples.get(slot())) {
      blocks.add(MiniBatches.decode(each, rows));
    }
    return blocks;
  }

  /** Sorts the union of the keys of all blocks. */
  @Benchmark
  public PreparedShare unionOfKeys() {
    return keys.prepare(decoded.get(slot()));
  }

  private int slot() {
    next = (next + 1) % MiniBatches.COUNT;
    return next;
  }
}
