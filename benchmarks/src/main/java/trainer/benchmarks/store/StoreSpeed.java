package trainer.benchmarks.store;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
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
 * The work of a pserver's core for a present key, beside its speed of copying and sending: {@code
 * StoreSpeed keys optimizer}. Processor time of one thread. The best of many rounds counts, over
 * keys far apart, so that other load on the machine shows as little as possible.
 */
public final class StoreSpeed {
  private static final int BATCH = 1 << 15;
  private static final int BATCHES = 16;
  private static final int ROUNDS = 200;
  private static final Metrics METRICS = new Metrics(BATCH, ExactSum.ZERO, ExactSum.ZERO);
  private static final TableSpec TABLE = new TableSpec("weights", 1, Initializer.ZERO, true, 21);
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final LaneReplicas copies;
  private final KeyList[] keys = new KeyList[BATCHES];
  private final RowList[] rows = new RowList[BATCHES];
  private final long[] sums = new long[BATCH];
  private final StrictPeer peer = new StrictPeer();
  private long version;

  private StoreSpeed(long count, String optimizer) {
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
            (line, complete, metrics, digests) -> {},
            System::nanoTime);
    if (copies.newLine(
            new ToMember.NewLine(
                new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, null, ""))
        == null) {
      throw new IllegalStateException("the line is refused");
    }
    SplitMix64 random = new SplitMix64(2);
    Arrays.setAll(sums, i -> random.next() >> 42);
    long batches = Math.max(BATCHES, count / BATCH);
    RandomKeys source = new RandomKeys(1);
    long[] known = new long[Math.toIntExact(batches * BATCH)];
    for (int batch = 0; batch < batches; batch++) {
      KeyList list = source.next(BATCH);
      push(copies.requests().lookUp(list, true));
      System.arraycopy(list.keys(), 0, known, batch * BATCH, BATCH);
    }
    shuffle(known, random);
    for (int batch = 0; batch < BATCHES; batch++) {
      keys[batch] = RandomKeys.list(Arrays.copyOfRange(known, batch * BATCH, (batch + 1) * BATCH));
      rows[batch] = copies.requests().lookUp(keys[batch], true);
    }
  }

  /**
   * Shuffles, so that the keys of a mini-batch do not lie together in memory (Fisher and Yates).
   */
  private static void shuffle(long[] keys, SplitMix64 random) {
    for (int i = keys.length - 1; i > 0; i--) {
      int other = (int) Long.remainderUnsigned(random.next(), i + 1L);
      long key = keys[i];
      keys[i] = keys[other];
      keys[other] = key;
    }
  }

  public static void main(String[] args) throws IOException {
    StoreSpeed store = new StoreSpeed(Long.parseLong(args[0]), args[1]);
    double copy = Bandwidth.ofMemory();
    double loopback = Bandwidth.ofLoopback();
    System.out.printf("memory copied %.2f GB/s, sent and received %.2f GB/s%n", copy, loopback);
    store.say(
        "look-up",
        Long.BYTES,
        copy,
        loopback,
        i -> store.copies.requests().lookUp(store.keys[i], true));
    store.say("pull", Float.BYTES, copy, loopback, i -> store.pull(store.rows[i]));
    store.say("push", Integer.BYTES, copy, loopback, i -> store.push(store.rows[i]));
  }

  /** An operation on one of the mini-batches. */
  private interface Step {
    void of(int batch);
  }

  private void say(String what, int bytes, double copy, double loopback, Step step) {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = CPU.getCurrentThreadCpuTime();
      for (int batch = 0; batch < BATCHES; batch++) {
        step.of(batch);
      }
      best = Math.min(best, CPU.getCurrentThreadCpuTime() - start);
    }
    double each = (double) best / BATCHES / BATCH;
    double rate = bytes / each;
    System.out.printf(
        "%-8s %6.1f ns a key, %5.2f GB/s: %.3f of memory, %.3f of loopback%n",
        what, each, rate, rate / copy, rate / loopback);
  }

  private void pull(RowList list) {
    copies.requests().pull(peer, 1, 1, version, list);
  }

  private void push(RowList list) {
    version++;
    copies.requests().push(peer, new Push(1, version, 0, 1, METRICS), list, EncodedSums.of(sums));
    copies.commit(1, version);
  }
}
