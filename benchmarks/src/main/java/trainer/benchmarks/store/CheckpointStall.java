package trainer.benchmarks.store;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.table.KeyList;

/**
 * The effect of a checkpoint on mini-batches: {@code CheckpointStall rows folder [rounds [async]]}.
 * A real pserver of one lane holds the given number of one-wide FTRL rows. A worker pulls, pushes
 * and commits one mini-batch after the other over its socket. Rounds without a checkpoint alternate
 * with rounds that write one into the folder. Under {@code async} pushes are applied on arrival,
 * and the open version is written.
 */
public final class CheckpointStall {
  private static final int NEW_ROWS = 1 << 16;
  private static final int BATCH = 29_328;
  private static final int LISTS = 64;
  private static final int WARM_UP = 400;
  private static final long CALM_SECONDS = 10;
  private static final double MILLION = 1e6;

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final ServedRows rows;
  private final long lane;
  private final List<KeyList> lists = new ArrayList<>();
  private int next;

  private CheckpointStall(ServedRows rows) {
    this.rows = rows;
    this.lane =
        Arrays.stream(CPU.getThreadInfo(CPU.getAllThreadIds()))
            .filter(thread -> thread != null && thread.getThreadName().equals("lane-0"))
            .findFirst()
            .orElseThrow()
            .getThreadId();
  }

  public static void main(String[] args) throws Exception {
    long count = Long.parseLong(args[0]);
    Path folder = new Path(args[1], "checkpoint-stall-" + ProcessHandle.current().pid());
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
    FileSystem files = folder.getFileSystem(new Configuration());
    boolean isAsync = args.length > 3 && args[3].equals("async");
    try (ServedRows rows = new ServedRows(isAsync)) {
      CheckpointStall stall = new CheckpointStall(rows);
      stall.fill(count);
      for (int round = 1; round <= rounds; round++) {
        say("nothing else", stall.calm());
        stall.keep(new Path(folder, "" + round), files);
      }
    } finally {
      files.delete(folder, true);
    }
  }

  private void fill(long count) throws Exception {
    RandomKeys random = new RandomKeys(1);
    for (long done = 0; done < count; done += NEW_ROWS) {
      rows.train(random.next((int) Math.min(NEW_ROWS, count - done)));
    }
    RandomKeys again = new RandomKeys(1); // the same seed, hence present rows
    for (int i = 0; i < Math.min(LISTS, count / BATCH); i++) {
      lists.add(again.next(BATCH));
    }
    for (int i = 0; i < WARM_UP; i++) {
      batch();
    }
    System.out.printf("%,d rows, mini-batches of %,d%n", count, BATCH);
  }

  /** The times of a mini-batch in nanoseconds: elapsed, and of the lane's processor. */
  private record Took(long wall, long lane) {}

  private Took batch() throws Exception {
    long start = System.nanoTime();
    long before = CPU.getThreadCpuTime(lane);
    rows.train(lists.get(next++ % lists.size()));
    return new Took(System.nanoTime() - start, CPU.getThreadCpuTime(lane) - before);
  }

  private List<Took> calm() throws Exception {
    List<Took> nanos = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CALM_SECONDS);
    while (System.nanoTime() < end) {
      nanos.add(batch());
    }
    return nanos;
  }

  private void keep(Path folder, FileSystem files) throws Exception {
    List<Took> nanos = new ArrayList<>();
    long start = System.nanoTime();
    rows.cut(folder.toString());
    while (rows.answer() == null) {
      nanos.add(batch());
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!(rows.answer() instanceof FromPserver.CheckpointWritten written)) {
      throw new IOException("" + rows.answer());
    }
    say("while a version is kept", nanos);
    System.out.printf(
        "  kept in %.1f s: %,d rows, %,d MB%n",
        seconds,
        written.parts().stream().mapToLong(PartFile::rows).sum(),
        written.parts().stream().mapToLong(PartFile::bytes).sum() >> 20);
    files.delete(folder, true);
  }

  private static void say(String when, List<Took> all) {
    long[] wall = all.stream().mapToLong(Took::wall).sorted().toArray();
    long[] lane = all.stream().mapToLong(Took::lane).sorted().toArray();
    System.out.printf(
        "%-22s %,6d mini-batches, %6.1f/s (%,.0f rows/s); ms: %s; processor of the lane: %s%n",
        when,
        wall.length,
        wall.length * 1e9 / Arrays.stream(wall).sum(),
        wall.length * 1e9 / Arrays.stream(wall).sum() * BATCH,
        spread(wall),
        spread(lane));
  }

  private static String spread(long[] sorted) {
    return String.format(
        Locale.ROOT,
        "median %.1f, 99 %% %.1f, longest %.1f",
        sorted[sorted.length / 2] / MILLION,
        sorted[(int) (sorted.length * 0.99)] / MILLION,
        sorted[sorted.length - 1] / MILLION);
  }
}
