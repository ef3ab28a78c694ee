package trainer.benchmarks.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import trainer.core.fact.Entry;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.journal.FileStateStore;
import trainer.journal.JournalThread;
import trainer.journal.StateStore;
import trainer.master.job.JournalCompaction;

/**
 * Measures the journal on an HDFS in this process, with hflush to three DataNodes: single appends,
 * group commit, and reading back a journal of many changes, with snapshots and without.
 *
 * <p>The first read of a journal without snapshots shows the time in a fresh JVM: no code of the
 * reader has run before.
 */
public final class JournalFigures {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final int SINGLES = 1_000;
  private static final int GROUP = 10_000;
  private static final int DATA_NODES = 3;

  private final MiniDFSCluster hdfs;
  private final int changes;

  private JournalFigures(MiniDFSCluster hdfs, int changes) {
    this.hdfs = hdfs;
    this.changes = changes;
  }

  /**
   * Prints the figures.
   *
   * @param args the number of changes in the journal that is read back; 1,000,000 by default
   */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("journal-figures");
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
    try (MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(DATA_NODES).build()) {
      hdfs.waitActive();
      JournalFigures figures =
          new JournalFigures(hdfs, args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000);
      figures.readWithoutSnapshots("first read");
      figures.readWithoutSnapshots("next read");
      figures.singles();
      figures.groups();
    }
  }

  private StateStore open(String name) throws IOException {
    FileSystem client = FileSystem.newInstance(hdfs.getURI(), hdfs.getConfiguration(0));
    return new FileStateStore(client, new org.apache.hadoop.fs.Path("/" + name));
  }

  private void singles() throws IOException {
    StateStore store = open("singles");
    Term term = store.takeTerm();
    StateStore.Log log = store.log(JOB);
    QueueFacts facts = new QueueFacts();
    long[] nanos = new long[SINGLES];
    long begin = System.nanoTime();
    for (int i = 0; i < SINGLES; i++) {
      long before = System.nanoTime();
      log.append(List.of(new Entry(i + 1, term, facts.next())));
      nanos[i] = System.nanoTime() - before;
    }
    double seconds = seconds(begin);
    Arrays.sort(nanos);
    say("single durable appends: %,.0f a second", SINGLES / seconds);
    say("  p50 %.2f ms, p99 %.2f ms", millis(nanos, 0.5), millis(nanos, 0.99));
  }

  /** The master's own use: groups, with a snapshot now and then, followed by a new master. */
  private void groups() throws Exception {
    StateStore store = open("groups");
    Term term = store.takeTerm();
    CountDownLatch all = new CountDownLatch(1);
    JournalThread journal =
        new JournalThread(
            store, term, Duration.ofMinutes(1), JournalCompaction::of, JournalFigures::fault);
    QueueFacts facts = new QueueFacts();
    long begin = System.nanoTime();
    journal.start(
        ticket -> {
          if (ticket == changes) {
            all.countDown();
          }
        });
    for (int i = 0; i < changes; i++) {
      journal.append(JOB, facts.next());
    }
    if (!all.await(10, TimeUnit.MINUTES)) {
      throw new IllegalStateException("the facts were not safe after ten minutes");
    }
    say("durable facts by group commit: %,.0f a second", changes / seconds(begin));
    journal.close();
    recover("groups", "a journal of %,d changes with snapshots, not closed".formatted(changes));
  }

  private void readWithoutSnapshots(String name) throws IOException {
    StateStore store = open(name);
    Term term = store.takeTerm();
    QueueFacts facts = new QueueFacts();
    List<Entry> group = new ArrayList<>();
    for (int number = 1; number <= changes; number++) {
      group.add(new Entry(number, term, facts.next()));
      if (group.size() == GROUP || number == changes) {
        store.log(JOB).append(group);
        group.clear();
      }
    }
    recover(name, "a journal of %,d changes without a snapshot, %s".formatted(changes, name));
  }

  private void recover(String name, String what) throws IOException {
    StateStore next = open(name);
    long begin = System.nanoTime();
    next.takeTerm();
    List<Entry> entries = next.log(JOB).read();
    double read = seconds(begin);
    List<Entry> folded = JournalCompaction.of(entries);
    say("%s:", what);
    say("  term taken and %,d entries read in %.2f s", entries.size(), read);
    say("  folded to %,d in another %.2f s", folded.size(), seconds(begin) - read);
  }

  private static void fault(String what, Throwable cause) {
    throw new IllegalStateException(what, cause);
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  private static double millis(long[] sorted, double quantile) {
    return sorted[(int) (sorted.length * quantile)] / 1e6;
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
