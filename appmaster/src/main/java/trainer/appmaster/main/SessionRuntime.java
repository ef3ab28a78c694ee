package trainer.appmaster.main;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.serve.JobIntake;
import trainer.avro.job.JobFile;
import trainer.container.files.RetryPolicy;
import trainer.container.start.FaultHandler;
import trainer.core.digest.Sha256;
import trainer.core.fact.Fact;
import trainer.core.fact.SessionFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.journal.report.ReportFile;
import trainer.master.report.SessionReport;
import trainer.master.session.Event;
import trainer.master.session.SessionJobs;
import trainer.master.session.api.SessionEffect;
import trainer.master.session.api.SessionView;

/**
 * A session in the master's process: it takes jobs in, admits their processes, and writes the
 * report of each job that has ended.
 *
 * <p>The core thread calls the handler's methods. Requests of clients arrive on other threads.
 */
final class SessionRuntime implements SessionEffect.Handler, JobIntake {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRuntime.class);

  private final MasterInputs given;
  private final MasterServices master;
  private final JobRuntimes jobs;
  private final FaultHandler faults;
  private final RetryPolicy patience = RetryPolicy.withStorages();
  private final Map<Long, JobRuntime> asked = new ConcurrentHashMap<>();
  private final CompletableFuture<JobState> over = new CompletableFuture<>();
  private volatile FileSystem files;
  private volatile Cluster cluster;

  /**
   * @param jobs receives the jobs that are taken in
   */
  SessionRuntime(MasterInputs given, MasterServices master, JobRuntimes jobs, FaultHandler faults) {
    this.given = given;
    this.master = master;
    this.jobs = jobs;
    this.faults = faults;
  }

  /** Launches containers by this cluster, from now on. */
  void use(Cluster containers) {
    cluster = containers;
  }

  /** The jobs that earlier masters accepted and that are not over. */
  List<JobId> carried(List<Fact> fleet) {
    return new SessionJobs(given.spec(), fleet).runningIds();
  }

  /** Holds the jobs that earlier masters accepted, whose files are in this file system. */
  void hold(FileSystem folder, List<Fact> fleet) throws IOException {
    files = folder;
    for (SessionFact.JobAccepted one : new SessionJobs(given.spec(), fleet).running()) {
      JobId job = new JobId(given.application(), one.number());
      hold(patience.until("Reading the file of " + job, () -> read(job, one.digest())));
    }
  }

  private JobRuntime hold(JobSpec spec) throws IOException {
    new UserJarCopies(files).fetch(spec);
    JobRuntime job = new JobRuntime(spec, given.secretOf(spec.id()), given.reading(spec), master);
    var unused = job.over().thenRunAsync(() -> report(job), master.background());
    jobs.add(job);
    return job;
  }

  private JobSpec read(JobId job, String digest) throws IOException {
    String place = given.folder().jobFile(job);
    byte[] text;
    try (InputStream in = files.open(new Path(place))) {
      text = in.readAllBytes();
    }
    if (!Sha256.hex(text).equals(digest)) {
      throw new FileNotFoundException(place + " is not the file that was submitted");
    }
    return JobFile.read(new ByteArrayInputStream(text), place);
  }

  @Override
  public synchronized void take(long question, String job, String digest) throws IOException {
    JobId id = JobId.parse(job);
    JobSpec spec = read(id, digest);
    if (jobs.of(id) == null) {
      JobRuntime held = hold(spec);
      asked.put(question, held);
      cluster.prepare(spec, held.secret());
    }
    master.mailbox().offer(new Event.JobAsked(question, spec, SpecText.of(spec), digest), () -> {});
  }

  @Override
  public void on(SessionEffect.Answer effect) {
    JobRuntime held = asked.remove(effect.question());
    if (held != null) { // it was not admitted
      jobs.remove(held);
      cluster.forget(held.id());
    }
    master.commands().answer(effect.question(), effect.accepted(), effect.message());
  }

  @Override
  public void on(SessionEffect.Admit effect) {
    asked.values().removeIf(held -> held.id().equals(effect.job())); // it stays
    master.members().admit(effect.job());
  }

  /** Writes the report of a job that has ended; then the core may forget the job. */
  private void report(JobRuntime job) {
    try {
      patience.until("Writing the report of " + job.id(), () -> job.reportRecorded(files, false));
      master.mailbox().offer(new Event.Reported(job.id()), () -> {});
    } catch (IOException | RuntimeException e) {
      faults.fault("the report of " + job.id() + " cannot be written", e);
    }
  }

  @Override
  public void on(SessionEffect.Drop effect) {
    master.members().dismiss(effect.job());
    master.views().drop(effect.job());
    jobs.remove(jobs.of(effect.job()));
    cluster.forget(effect.job());
    LOG.info("{} is over", effect.job());
  }

  @Override
  public void on(SessionEffect.Show effect) {
    master.views().show(effect.view());
  }

  @Override
  public void on(SessionEffect.Over effect) {
    over.complete(effect.state());
  }

  /** Completed with the state in which the session has ended, after its jobs. */
  CompletableFuture<JobState> over() {
    return over;
  }

  /** The end of the session, for the cluster: it is over, or ends by this failure. */
  Cluster.Ending ending(Failure unexpected) {
    JobState state = over.getNow(JobState.FAILED);
    return new Cluster.Ending(
        state,
        over.isDone() ? null : unexpected,
        master.views().session().map(SessionRuntime::inWords).orElse(""));
  }

  /** Writes the report of the session that has ended, by itself or by this failure. */
  void report(FileSystem folder, Failure unexpected) {
    SessionView view =
        master.views().session().orElseGet(() -> new SessionJobs(given.spec(), List.of()).view());
    String state = over.getNow(JobState.FAILED).name();
    String text =
        SessionReport.of(view, List.of())
            .ended(state, over.isDone() ? "" : unexpected.message())
            .toJson();
    Path place = new Path(given.folder().report(given.spec().id()));
    try {
      ReportFile.write(folder, place, text);
    } catch (IOException e) {
      LOG.warn("There is no report in {}", place, e);
    }
  }

  /** A line for each job. */
  private static String inWords(SessionView session) {
    return session.jobs().stream()
        .map(
            job ->
                job.id()
                    + " ("
                    + job.kind()
                    + " "
                    + job.name()
                    + "): "
                    + (job.isOver() ? job.end() : "not over")
                    + (job.why().isEmpty() ? "" : ", " + job.why()))
        .collect(Collectors.joining("\n"));
  }
}
