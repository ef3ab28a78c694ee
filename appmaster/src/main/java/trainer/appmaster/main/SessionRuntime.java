package trainer.appmaster.main;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.serve.JobIntake;
import trainer.container.files.RetryPolicy;
import trainer.container.files.SubmittedJob;
import trainer.container.files.UserJarCopies;
import trainer.container.start.FaultHandler;
import trainer.core.fact.Fact;
import trainer.core.fact.SessionFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.journal.report.ReportFile;
import trainer.master.job.api.JobEffect;
import trainer.master.report.ReportJson;
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

  private static final long REPORT_SECONDS = 20;

  private final MasterInputs given;
  private final MasterServices master;
  private final JobRuntimes jobs;
  private final FaultHandler faults;
  private final RetryPolicy patience = RetryPolicy.withStorages();
  private final RetryPolicy readPatience = RetryPolicy.forAMoment();
  private final Map<JobId, Failure> lost = new ConcurrentHashMap<>();
  private final Map<Long, JobRuntime> asked = new ConcurrentHashMap<>();
  private final CompletableFuture<JobState> over = new CompletableFuture<>();
  private volatile FileSystem files;
  private volatile Cluster cluster;
  private volatile Consumer<JobId> release;
  private volatile boolean leads;
  private volatile boolean isHeld;

  /**
   * @param jobs receives the jobs that are taken in
   */
  SessionRuntime(MasterInputs given, MasterServices master, JobRuntimes jobs, FaultHandler faults) {
    this.given = given;
    this.master = master;
    this.jobs = jobs;
    this.faults = faults;
  }

  /**
   * Launches containers by this cluster, from now on.
   *
   * @param over closes the log of a job that is over
   */
  void use(Cluster containers, Consumer<JobId> over) {
    cluster = containers;
    release = over;
  }

  /** The jobs that earlier masters accepted and that are not over. */
  List<JobId> carried(List<Fact> fleet) {
    return new SessionJobs(given.spec(), fleet).runningIds();
  }

  /**
   * While this master follows: takes up the jobs that the leader carries, so that their processes
   * are admitted and their inputs can be cut early. One that cannot be read is left to {@link
   * #hold}.
   *
   * @param folder with the jobs' files
   */
  void follow(FileSystem folder, List<Fact> fleet) {
    for (SessionFact.JobAccepted one : new SessionJobs(given.spec(), fleet).running()) {
      JobId job = new JobId(given.application(), one.number());
      if (!isHeld && jobs.of(job) == null) {
        try {
          JobSpec spec = SubmittedJob.read(folder, given.folder(), job, one.digest());
          publish(made(folder, spec));
        } catch (IOException | RuntimeException e) {
          LOG.info("{} is not known yet: {}", job, e.toString());
        }
      }
    }
    drop(carried(fleet));
  }

  private synchronized void publish(JobRuntime job) {
    if (!isHeld) { // else this one leads by now
      jobs.add(job);
    }
  }

  private synchronized void drop(List<JobId> running) {
    if (!isHeld) {
      keepOnly(running);
    }
  }

  private void keepOnly(List<JobId> running) {
    jobs.all().stream().filter(job -> !running.contains(job.id())).forEach(jobs::remove);
  }

  /**
   * Holds the jobs that earlier masters accepted, whose files are in this file system. One that
   * cannot be held ends alone: {@link #loseOthers}.
   */
  synchronized void hold(FileSystem folder, PreviousState previous) {
    isHeld = true;
    files = folder;
    lost.putAll(previous.damaged());
    List<SessionFact.JobAccepted> running =
        new SessionJobs(given.spec(), previous.ofFleet()).running();
    for (SessionFact.JobAccepted one : running) {
      JobId job = new JobId(given.application(), one.number());
      if (!lost.containsKey(job)) {
        hold(job, one.digest());
      }
    }
    keepOnly(carried(previous.ofFleet()).stream().filter(job -> !lost.containsKey(job)).toList());
  }

  private void hold(JobId job, String digest) {
    try {
      JobRuntime known = jobs.of(job);
      patience.until(
          "Taking up " + job,
          () -> prepared(known == null ? made(files, read(job, digest)) : known));
    } catch (IOException | RuntimeException e) {
      LOG.error("{} cannot be taken up", job, e);
      lost.put(
          job,
          e instanceof FailureException known
              ? known.failure()
              : new Failure(
                  FailureKind.STORAGE_FAILED,
                  "the job cannot be taken up by the next master: " + e,
                  given.folder().job(job),
                  "its files must stay until it has ended; submit it again"));
    }
  }

  /** Ends the jobs that could not be held. */
  void loseOthers() {
    lost.forEach(
        (job, failure) -> {
          String text = ReportJson.ofLost(job, failure);
          try {
            patience.until("Writing the report of " + job, () -> write(job, text));
            master.mailbox().offer(new Event.Lost(job, failure), () -> {});
          } catch (IOException | RuntimeException e) {
            faults.fault("the report of " + job + " cannot be written", e);
          }
        });
  }

  private Path write(JobId job, String text) throws IOException {
    Path place = new Path(given.folder().report(job));
    ReportFile.write(files, place, text);
    return place;
  }

  private JobRuntime made(FileSystem folder, JobSpec spec) throws IOException {
    new UserJarCopies(folder).fetch(spec);
    return new JobRuntime(spec, given.secretOf(spec), given.reading(spec), master);
  }

  /** Makes the containers of a job launchable. */
  private JobRuntime prepared(JobRuntime job) throws IOException {
    cluster.prepare(job.spec(), job.secret());
    var unused = job.over().thenRunAsync(() -> report(job), master.background());
    jobs.add(job);
    return job;
  }

  private JobSpec read(JobId job, String digest) throws IOException {
    return SubmittedJob.read(files, given.folder(), job, digest);
  }

  @Override
  public boolean isOpen() {
    return leads;
  }

  @Override
  public synchronized void take(long question, String job, String digest) throws IOException {
    JobId id = JobId.parse(job);
    JobSpec spec = readPatience.until("Reading the file of " + id, () -> read(id, digest));
    if (!spec.id().equals(id)) {
      throw new FileNotFoundException("the file of " + id + " is that of " + spec.id());
    }
    if (jobs.of(id) == null) {
      asked.put(question, readPatience.until("Preparing " + id, () -> prepared(made(files, spec))));
    }
    master.mailbox().offer(new Event.JobAsked(question, spec, SpecText.of(spec), digest), () -> {});
  }

  /** Carries out an effect that is addressed to a worker of the pool. */
  void act(JobEffect effect) {
    JobId pool = given.spec().id();
    if (effect instanceof JobEffect.Send send) {
      master.members().send(pool, send);
    } else if (effect instanceof JobEffect.Accept accept) {
      master.members().accept(pool, accept);
    } else if (effect instanceof JobEffect.Refuse refuse) {
      master.members().refuse(refuse);
    } else {
      throw new IllegalStateException("not an effect of a pool: " + effect);
    }
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
    JobRuntime held = jobs.of(effect.job());
    if (held != null) { // one that was lost never was
      jobs.remove(held);
    }
    cluster.forget(effect.job());
    release.accept(effect.job());
    LOG.info("{} is over", effect.job());
  }

  @Override
  public void on(SessionEffect.Show effect) {
    master.views().show(effect.view());
    leads = true; // the core shows the session when this master leads
  }

  @Override
  public void on(SessionEffect.Over effect) {
    asked.values().forEach(jobs::remove); // asked for while the session ended
    over.complete(effect.state());
  }

  /** Completed with the state in which the session has ended, after its jobs. */
  CompletableFuture<JobState> over() {
    return over;
  }

  /**
   * The end of the session, for the cluster: it is over, or ends by this failure. Its report is
   * written if the storage takes it in time.
   *
   * @param ends of the jobs that this master has just reported
   */
  Cluster.Ending end(FileSystem folder, Failure unexpected, Map<JobId, Cluster.Ending> ends) {
    JobState state = over.getNow(JobState.FAILED);
    SessionView view =
        master
            .views()
            .session()
            .orElseGet(() -> new SessionJobs(given.spec(), List.of()).view())
            .with(job -> ended(job, ends.get(job.id())));
    if (folder != null) {
      files = folder;
      String text =
          SessionReport.of(view, List.of())
              .ended(state.name(), over.isDone() ? "" : unexpected.message())
              .toJson();
      writeInTime(text);
    }
    return new Cluster.Ending(state, over.isDone() ? null : unexpected, inWords(view), "");
  }

  private static SessionView.Job ended(SessionView.Job job, Cluster.Ending end) {
    return end == null || job.isOver()
        ? job
        : job.ended(
            end.state(),
            end.failure() == null ? "" : end.failure().message(),
            System.currentTimeMillis());
  }

  private void writeInTime(String text) {
    CompletableFuture.runAsync(
            () -> {
              try {
                write(given.spec().id(), text);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            master.background())
        .orTimeout(REPORT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(
            e -> {
              LOG.warn("The report of the session is not written", e);
              return null;
            })
        .join();
  }

  /** A line for each job, the newest first: YARN keeps the beginning. */
  private static String inWords(SessionView session) {
    List<String> lines = new ArrayList<>();
    for (SessionView.Job job : session.jobs()) {
      lines.add(
          job.id()
              + " ("
              + job.kind()
              + " "
              + job.name()
              + "): "
              + (job.isOver() ? job.end() : "not over")
              + (job.why().isEmpty() ? "" : ", " + job.why()));
    }
    Collections.reverse(lines);
    return String.join("\n", lines);
  }
}
