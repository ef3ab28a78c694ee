package trainer.appmaster.main;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.standby.RehearsedTakeover;
import trainer.container.logs.SilencedLogs;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.id.Term;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.master.session.Event;

/**
 * A takeover by a standby of which nothing is performed or recorded. It loads the classes of a
 * master, and cuts the job's input, so that neither is left to do when the standby has to lead.
 *
 * @param store read only
 * @param isOver whether the standby has to lead now
 */
record Rehearsal(MasterInputs given, JobRuntimes jobs, StateStore store, BooleanSupplier isOver) {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final int TIMES = 10;

  /** Rehearses; a failure is left to the takeover itself. */
  void run() {
    SilencedLogs.during(
        "trainer.master", this::rehearse); // its messages would be of things that do not happen
  }

  private void rehearse() {
    try {
      long start = System.nanoTime();
      RehearsedTakeover last = once();
      record(last.recorded());
      for (int i = 1; i < TIMES && !isOver.getAsBoolean(); i++) {
        last = once();
      }
      if (!isOver.getAsBoolean()) {
        LOG.info(
            "Ready to lead; rehearsed in {} ms, {} facts and {} messages",
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
    for (Entry entry : store.log(null).read()) {
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
      takeover.submit(job.submission(facts), facts);
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
