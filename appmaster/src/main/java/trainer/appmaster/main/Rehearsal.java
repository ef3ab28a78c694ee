package trainer.appmaster.main;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.MasterLoop;
import trainer.container.logs.SilencedLogs;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;
import trainer.master.session.Session;

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
      for (int i = 0; i < TIMES && !isOver.getAsBoolean(); i++) {
        once();
      }
      if (isOver.getAsBoolean()) {
        return;
      }
      record();
      LOG.info("Ready to lead; rehearsed in {} ms", (System.nanoTime() - start) / 1_000_000);
    } catch (IOException | RuntimeException e) {
      LOG.warn("The takeover was not rehearsed, and will take longer", e);
    }
  }

  private void once() throws IOException {
    List<Fact> fleet = new ArrayList<>();
    Term newest = Term.NONE;
    for (Entry entry : store.log(null).read()) {
      fleet.add(entry.fact());
      newest = entry.term();
    }
    Session core = new Session();
    tell(core, new Event.Remembered(fleet));
    if (given.spec().id().isSession()) {
      tell(core, new Event.Begun(given.spec()));
    }
    for (JobRuntime job : jobs.all()) {
      List<Fact> facts = store.log(job.id()).read().stream().map(Entry::fact).toList();
      tell(core, job.submission(facts));
    }
    tell(core, new Event.OfFleet(new FleetEvent.Joined(List.of())));
    tell(core, new Event.Leads(newest.next(), "", given.container()));
    for (JobRuntime job : jobs.all()) {
      tell(core, new Event.OfJob(job.id(), job.cutEarly()));
    }
    for (Fact fact : fleet) {
      if (fact instanceof FleetFact.ContainerNoted noted
          && noted.step().equals(FleetFact.ContainerNoted.REGISTERED)
          && !Role.ofWord(noted.role()).mayLead()) {
        JobRuntime job = jobs.of(JobId.parse(noted.job()));
        if (job != null) {
          tell(core, registering(noted, job.spec().datasetDigest()));
        }
      }
    }
    tell(core, new Event.Tick());
  }

  private static void tell(Session core, Event event) {
    var unused = core.handle(event, MasterLoop.now());
  }

  private static Event registering(FleetFact.ContainerNoted noted, String datasetDigest) {
    FromMember.Register register =
        new FromMember.Register(
            new FromMember.Identity(
                Role.ofWord(noted.role()), noted.index(), noted.containerId(), 0),
            new FromMember.Address(noted.host()),
            datasetDigest,
            Incarnation.NONE);
    return new Event.OfJob(
        JobId.parse(noted.job()), new JobEvent.Registering(noted.index(), register));
  }

  /** Takes a term and records facts, in a folder of its own. */
  private void record() throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("rehearsal");
    try {
      Path root = new Path(folder.toUri());
      try (StateStore scratch =
          new FileStateStore(FlushingFiles.of(root.toUri(), given.hadoop()), root)) {
        Term term = scratch.takeTerm();
        List<Entry> facts = new ArrayList<>();
        for (Entry entry : store.log(null).read()) {
          facts.add(new Entry(facts.size() + 1, term, entry.fact()));
        }
        scratch.log(null).append(facts);
      }
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }
}
