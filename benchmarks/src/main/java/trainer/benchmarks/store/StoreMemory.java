package trainer.benchmarks.store;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trainer.core.config.Settings;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.random.SplitMix64;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

/**
 * Fills the partitions of one pserver with random keys, each trained once by a mini-batch, and
 * reports the memory of the process: {@code StoreMemory keys optimizer}. Times are of the
 * processor.
 */
public final class StoreMemory {
  private static final int BATCH = 1 << 16;
  private static final TableSpec TABLE = new TableSpec("weights", 1, Initializer.ZERO, true, 21);

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final LaneReplicas copies;
  private final long[] sums = new long[BATCH];
  private long version;

  private StoreMemory(String optimizer) {
    Settings settings = Settings.of(Map.of("trainer.optimizer", optimizer));
    List<Table> tables = Table.of(List.of(TABLE), table -> Optimizers.compact(settings, table));
    int[] all = IntStream.range(0, Partitions.COUNT).toArray();
    copies =
        new LaneReplicas(
            tables,
            all,
            true,
            false,
            MemoryBudget.ENDLESS,
            (line, version, metrics, digests) -> {},
            System::nanoTime);
    if (copies.newLine(
            new ToMember.NewLine(
                new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, null, ""))
        == null) {
      throw new IllegalStateException("the line is refused");
    }
    SplitMix64 random = new SplitMix64(2);
    for (int i = 0; i < BATCH; i++) {
      sums[i] = random.next() >> 38;
    }
  }

  public static void main(String[] args) throws IOException {
    long keys = Long.parseLong(args[0]);
    long before = ResidentMemory.now();
    System.out.printf("%,d keys, %s; %,d MB at the start%n", keys, args[1], before >> 20);
    StoreMemory store = new StoreMemory(args[1]);
    store.fill(keys);
    System.gc();
    System.out.printf(
        "%.2f bytes a key resident (%.2f at most), of which heap in use %.2f%n",
        (double) ResidentMemory.now() / keys,
        (double) ResidentMemory.peak() / keys,
        (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / keys);
    store.readBack(keys);
  }

  private void fill(long keys) throws IOException {
    RandomKeys random = new RandomKeys(1);
    long lookUp = 0;
    long train = 0;
    long report = keys / 10;
    for (long done = 0; done < keys; ) {
      int count = (int) Math.min(BATCH, keys - done);
      KeyList batch = random.next(count);
      long start = CPU.getCurrentThreadCpuTime();
      RowList rows = copies.requests().lookUp(batch, true);
      long middle = CPU.getCurrentThreadCpuTime();
      version++;
      Metrics metrics = new Metrics(count, ExactSum.ZERO, ExactSum.ZERO);
      Push push = new Push(1, version, 0, 1, metrics);
      copies.requests().push(new StrictPeer(), push, rows, EncodedSums.of(sums));
      copies.commit(1, version);
      lookUp += middle - start;
      train += CPU.getCurrentThreadCpuTime() - middle;
      done += count;
      if (done / report > (done - count) / report) {
        System.out.printf(
            "%,13d keys: %.2f bytes each; look-up %.0f, add, apply and commit %.0f processor ns%n",
            done,
            (double) ResidentMemory.now() / done,
            (double) lookUp / done,
            (double) train / done);
      }
    }
  }

  /** Reports how many weights of the first mini-batch are present. */
  private void readBack(long keys) {
    KeyList batch = new RandomKeys(1).next((int) Math.min(BATCH, keys));
    StrictPeer peer = new StrictPeer();
    copies.requests().pull(peer, 1, 1, version, copies.requests().lookUp(batch, false));
    System.out.printf(
        "%,d of the first %,d weights are not 0%n", peer.nonzero(), batch.keys().length);
  }
}
