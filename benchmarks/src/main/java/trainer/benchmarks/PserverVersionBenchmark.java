package trainer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import trainer.core.config.Settings;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.random.SplitMix64;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;
import trainer.worker.compute.PreparedShare;

/** The work of a pserver for a version, in microseconds a mini-batch of 3,760 records. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PserverVersionBenchmark {
  @Param({"adagrad", "ftrl"})
  public String optimizer;

  /** Whether there are other replicas, whose digests are compared. */
  @Param({"false", "true"})
  public boolean replicas;

  private final Worker worker = new Worker();
  private final List<KeyList> keys = new ArrayList<>();
  private final List<RowList> lists = new ArrayList<>();
  private final List<long[]> sums = new ArrayList<>();
  private LaneReplicas copies;
  private long version;
  private int slot;

  @Setup
  public void prepare() {
    Settings settings = Settings.of(Map.of("trainer.optimizer", optimizer));
    List<Table> tables = Table.of(MiniBatches.TABLES, table -> Optimizers.compact(settings, table));
    int[] all = IntStream.range(0, Partitions.COUNT).toArray();
    copies =
        new LaneReplicas(
            tables,
            all,
            true,
            replicas,
            MemoryBudget.ENDLESS,
            (line, complete, metrics, digests) -> {},
            System::nanoTime);
    if (copies.newLine(
            new ToMember.NewLine(
                new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, null, ""))
        == null) {
      throw new IllegalStateException("the line is refused");
    }
    for (PreparedShare share : MiniBatches.prepared()) {
      keys.add(share.layout().keys());
      lists.add(copies.requests().lookUp(share.layout().keys(), true));
      sums.add(someSums(share.layout().size()));
    }
    double mean = keys.stream().mapToInt(list -> list.keys().length).average().orElse(0);
    System.out.printf("%,.0f keys a mini-batch%n", mean);
  }

  /** Finds the rows of a list. */
  @Benchmark
  public RowList lookUp() {
    return copies.requests().lookUp(keys.get(slot()), true);
  }

  /** Serves a pull. */
  @Benchmark
  public float[] pull() {
    copies.requests().pull(worker, 1, 1, version, lists.get(slot()));
    return worker.values;
  }

  /** Adds a share, applies the version and commits it. */
  @Benchmark
  public Commitment addApplyCommit() {
    version++;
    Metrics metrics = new Metrics(752, ExactSum.of(1), ExactSum.ZERO);
    Push push = new Push(1, version, 0, 1, metrics);
    int which = slot();
    copies.requests().push(worker, push, lists.get(which), EncodedSums.of(sums.get(which)));
    return copies.commit(1, version);
  }

  private int slot() {
    slot = (slot + 1) % MiniBatches.COUNT;
    return slot;
  }

  private static long[] someSums(int count) {
    SplitMix64 random = new SplitMix64(2);
    long[] sums = new long[count];
    for (int i = 0; i < count; i++) {
      sums[i] = random.next() >> 44;
    }
    return sums;
  }

  /** Accepts answers. */
  private static final class Worker implements WorkerConnection {
    private float[] values = new float[0];

    @Override
    public void values(long request, long line, long version, RowValues rows) {
      if (values.length < rows.size()) {
        values = new float[rows.size()];
      }
      int[] end = new int[1];
      rows.writeTo(
          (run, from, count) -> {
            System.arraycopy(run, from, values, end[0], count);
            end[0] += count;
          });
    }

    @Override
    public void acknowledged(Gradients pushed) {}

    @Override
    public void refused(long request, Refusal refusal) {
      throw new IllegalStateException("pull refused: " + refusal);
    }

    @Override
    public void refused(Gradients pushed, Refusal refusal) {
      throw new IllegalStateException("push refused: " + refusal);
    }
  }
}
