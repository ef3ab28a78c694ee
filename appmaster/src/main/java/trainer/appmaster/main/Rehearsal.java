package trainer.appmaster.main;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.standby.RehearsedTakeover;
import trainer.container.logs.SilencedLogs;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.master.session.Event;

/**
 * A takeover by a standby of which nothing is performed or recorded. It loads the classes of a
 * master, and cuts the jobs' inputs, so that neither is left to do when the standby has to lead. A
 * session's standby looks for new jobs every few seconds.
 *
 * @param takeUp takes up the jobs that the facts of the fleet's log name
 * @param store read only
 * @param over open once the standby has to lead
 */
record Rehearsal(
    MasterInputs given,
    JobRuntimes jobs,
    Consumer<List<Fact>> takeUp,
    StateStore store,
    CountDownLatch over) {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final int TIMES = 10;
  private static final long PERIOD_SECONDS = 5;

  /** Rehearses; a failure is left to the takeover itself. */
  void run() throws InterruptedException {
    Set<JobId> rehearsed = prepare();
    rehearse(TIMES);
    while (given.spec().id().isSession() && !over.await(PERIOD_SECONDS, TimeUnit.SECONDS)) {
      Set<JobId> known = prepare();
      if (!isOver() && !rehearsed.containsAll(known)) {
        rehearse(1);
        rehearsed = known;
      }
    }
  }

  /** Finds the jobs that the leader carries, and cuts their inputs. */
  private Set<JobId> prepare() {
    try {
      takeUp.accept(fleet().stream().map(Entry::fact).toList());
    } catch (IOException | RuntimeException e) {
      LOG.info("The jobs of the leader cannot be read now: {}", e.toString());
    }
    Set<JobId> known = new HashSet<>();
    for (JobRuntime job : jobs.all()) {
      if (!isOver()) {
        job.cutEarly();
        known.add(job.id());
      }
    }
    return known;
  }

  private void rehearse(int times) {
    // its messages would be of things that do not happen
    SilencedLogs.during("trainer.master", () -> rehearseAloud(times));
  }

  private List<Entry> fleet() throws IOException {
    return store.log(null).read();
  }

  private boolean isOver() {
    return over.getCount() == 0;
  }

  private void rehearseAloud(int times) {
    try {
      long start = System.nanoTime();
      RehearsedTakeover last = once();
      if (times > 1) {
        record(last.recorded());
      }
      for (int i = 1; i < times && !isOver(); i++) {
        last = once();
      }
      if (!isOver()) {
        LOG.info(
            "Ready to lead {}; rehearsed in {} ms, {} facts and {} messages",
            jobs.all().stream().map(JobRuntime::id).toList(),
            (System.nanoTime() - start) / 1_000_000,
            last.recorded().size(),
            last.sent().size());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("The takeover was not rehearsed, and will take longer", e);
    }
  }

  private RehearsedTakeover once() throws IOException {
    List<Fact> fleet = new ArrayList<>();
    Term newest = Term.NONE;
    for (Entry entry : fleet()) {
      fleet.add(entry.fact());
      newest = entry.term();
    }
    RehearsedTakeover takeover = new RehearsedTakeover();
    takeover.remember(fleet);
    if (given.spec().id().isSession()) {
      takeover.tell(new Event.Begun(given.spec()));
    }
    for (JobRuntime job : jobs.all()) {
      List<Fact> facts = store.log(job.id()).read().stream().map(Entry::fact).toList();
      takeover.submit(job.rehearsed(facts), facts);
    }
    takeover.lead(newest.next(), given.container());
    for (JobRuntime job : jobs.all()) {
      takeover.tell(new Event.OfJob(job.id(), job.cutEarly()));
    }
    jobs.all().forEach(job -> takeover.register(job.spec()));
    takeover.tell(new Event.Tick());
    jobs.all().forEach(job -> takeover.show(job.id()));
    return takeover;
  }

  /** Takes a term and records facts, in a folder of its own beside the journal's. */
  private void record(List<Fact> recorded) throws IOException {
    Path folder = new Path(given.folder().root(), "rehearsal-" + given.container());
    FileSystem files = FlushingFiles.of(folder.toUri(), given.hadoop());
    try (StateStore scratch = new FileStateStore(files, folder)) {
      Term term = scratch.takeTerm();
      List<Entry> facts = new ArrayList<>();
      for (Fact fact : recorded) {
        facts.add(new Entry(facts.size() + 1, term, fact));
      }
      scratch.log(null).append(facts);
    } finally {
      files.delete(folder, true);
    }
  }
}
