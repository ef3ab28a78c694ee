package trainer.benchmarks.core;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.time.Moment;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.master.job.JournalCompaction;
import trainer.master.session.Event;
import trainer.master.session.Session;

/**
 * The time that a new master needs to recover from its predecessor's journal. The journal has a
 * number of changes of the task queue, with 10,000 tasks pending at any time, on this machine's
 * file system.
 *
 * <p>{@code Recovery [changes]}
 */
public final class Recovery {
  private static final int PENDING = 10_000;
  private static final int WORKERS = 2_000;
  private static final int GROUP = 1_000;
  private static final Size SIZE = new Size(WORKERS, 32, 1_000_000, 64, 0);

  private final FileSystem files;
  private final Path folder;

  private Recovery(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /** Writes the journal, reads it in full, and reads it as a snapshot. */
  public static void main(String[] arguments) throws IOException {
    int changes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    java.nio.file.Path scratch = Files.createTempDirectory("recovery");
    FileSystem files = FlushingFiles.of(scratch.toUri(), new Configuration());
    Recovery recovery = new Recovery(files, new Path(scratch.toUri()));
    try {
      recovery.write(changes);
      List<Entry> entries = recovery.read("from all " + changes + " changes");
      recovery.compact(entries);
      recovery.read("from the snapshot");
    } finally {
      files.delete(new Path(scratch.toUri()), true);
    }
  }

  private void write(int changes) throws IOException {
    try (StateStore store = new FileStateStore(files, folder)) {
      Term term = store.takeTerm();
      StateStore.Log log = store.log(Size.JOB);
      List<Entry> group = new ArrayList<>();
      long number = log.next();
      long began = now();
      for (Fact fact : facts(changes)) {
        group.add(new Entry(number++, term, fact));
        if (group.size() == GROUP) {
          log.append(group);
          group.clear();
        }
      }
      log.append(group);
      say(String.format(Locale.ROOT, "written in groups of %,d", GROUP), began);
    }
  }

  private List<Entry> read(String what) throws IOException {
    long began = now();
    try (StateStore store = new FileStateStore(files, folder)) {
      store.takeTerm();
      List<Entry> entries = store.log(Size.JOB).read();
      long read = now();
      Session session = new Session();
      List<Fact> facts = entries.stream().map(Entry::fact).toList();
      session.handle(new Event.Submitted(SIZE.spec(), "{}", facts), new Moment(0, 0));
      if (session.view(Size.JOB).orElseThrow().state() != JobState.RUNNING) {
        throw new IllegalStateException("not running: " + session.view(Size.JOB));
      }
      System.out.printf(
          Locale.ROOT,
          "recovered %s: %,d ms, of which reading %,d ms%n",
          what,
          (now() - began) / 1_000_000,
          (read - began) / 1_000_000);
      return entries;
    }
  }

  private void compact(List<Entry> entries) throws IOException {
    try (StateStore store = new FileStateStore(files, folder)) {
      store.takeTerm();
      StateStore.Log log = store.log(Size.JOB);
      log.next();
      long began = now();
      List<Entry> snapshot = JournalCompaction.of(entries);
      say(String.format(Locale.ROOT, "came down to %,d entries", snapshot.size()), began);
      log.compact(snapshot);
      say("and were written", began);
    }
  }

  /** Processor time: everything here happens on this thread, except the kernel's writes. */
  private static long now() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void say(String what, long began) {
    System.out.printf(Locale.ROOT, "%s: %,d ms%n", what, (now() - began) / 1_000_000);
  }

  /** Tasks are assigned and finished, the oldest first. */
  private static List<Fact> facts(int changes) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new JobFact.JobDefined("{}", 1, "groups-1", "digest", SIZE.blocks(), 1));
    for (JobState state : JobState.values()) {
      if (!state.isEnd()) {
        facts.add(new JobFact.StateEntered(state, 1, null));
      }
    }
    facts.add(new TrainingFact.QueueChanged(new QueueChange.Opened(new Version(1), changes, 1)));
    Metrics metrics = new Metrics(100, ExactSum.of(7), ExactSum.ZERO);
    long given = 0;
    for (long done = 0; facts.size() < changes; ) {
      long worker = (1L << 20) + given % WORKERS;
      facts.add(
          new TrainingFact.QueueChanged(
              new QueueChange.Given(new Incarnation(worker), List.of(given++))));
      if (given - done > PENDING) {
        facts.add(new TrainingFact.QueueChanged(new QueueChange.Done(new Slot(done++), metrics)));
      }
    }
    return facts;
  }
}
