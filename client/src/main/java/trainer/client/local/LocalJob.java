package trainer.client.local;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.client.logs.LogPass;
import trainer.client.submit.Machine;
import trainer.client.watch.FinishedJob;
import trainer.client.watch.JobDocument;
import trainer.client.watch.JournalStatus;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.watch.SessionJob;
import trainer.container.session.MasterAddress;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.journal.report.JournaledReport;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/**
 * A job whose master is a process on this machine: a child of this process, or of another client.
 */
public final class LocalJob implements RunningJob {
  private static final long LEAVE_SECONDS = 5;

  /** For a standby to notice that its leader is silent, and to take over. */
  private static final Duration TAKEOVER = Duration.ofSeconds(6);

  private static final long ASK_AGAIN_MILLIS = 200;

  /**
   * With less space a disk counts as full: the processes of a run free about one megabyte as they
   * end.
   */
  private static final long FULL_BYTES = 4 << 20;

  private final JobId job;
  private final MasterLink link;
  private final JournalStatus journalStatus;
  private final Configuration hadoop;
  private final String user;

  /** Null when another client started the master. */
  private final Process master;

  LocalJob(JobId job, JobFolder folder, Configuration hadoop, String user, Process master) {
    this.job = job;
    this.link = new MasterLink(job, folder, hadoop);
    this.journalStatus = new JournalStatus(link, job, hadoop);
    this.hadoop = hadoop;
    this.user = user;
    this.master = master;
  }

  /** A job that another client started. */
  public static LocalJob known(JobId job, JobFolder folder, Configuration hadoop, String user) {
    return new LocalJob(job, folder, hadoop, user, null);
  }

  @Override
  public String jobId() {
    return job.toString();
  }

  @Override
  public MasterLink link() {
    return link;
  }

  @Override
  public Observation observe() throws IOException {
    return SessionJob.endedOr(link, job, this::observeNow);
  }

  private Observation observeNow() throws IOException {
    MasterAddress address = link.masterAddress().orElse(null);
    if (!hasMaster(address)) {
      return isHere() ? observeEnd() : observeOtherMachine();
    }
    if (address == null) {
      return new Observation("STARTING", false, "", null);
    }
    String page = address.page();
    JobStatus status = link.status(address.listens().host(), address.listens().port());
    byte[] report = status == null && address.term().number() > 1 ? link.report() : null;
    if (report != null) { // a master that was stopped may be there still
      destroy();
      return Observation.ofEnded(JobDocument.parse(report));
    }
    return status == null
        ? journalStatus.observe(
            "RUNNING", page, "the master at " + address.listens() + " does not answer")
        : new Observation(status.state(), false, page, JobDocument.parse(status.report()));
  }

  @Override
  public void pause(Duration atMost) throws InterruptedException {
    if (master == null || !master.isAlive()) {
      RunningJob.super.pause(atMost);
    } else {
      boolean unused = master.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Whether there is a master, or a client that is about to start one. */
  private boolean hasMaster(MasterAddress address) throws IOException {
    if (master != null && master.isAlive()) {
      return true;
    }
    return LocalProcesses.master(job.application()).isPresent()
        || (master == null && address == null && link.isThere() && isClientAlive());
  }

  /**
   * Whether the run is on this machine. A home shared by several machines shows the runs of all of
   * them.
   */
  private boolean isHere() throws IOException {
    String host = link.host();
    return master != null || host.isEmpty() || host.equals(Machine.name());
  }

  /** The state of a run on another machine, on which alone its processes are visible. */
  private Observation observeOtherMachine() throws IOException {
    byte[] written = link.report();
    if (written == null) {
      return journalStatus.observe(
          "ELSEWHERE", "", "it was started on " + link.host() + ", not here");
    }
    return Observation.ofEnded(JobDocument.parse(written));
  }

  /** Whether the client lives; its process id is part of the application id. */
  private boolean isClientAlive() {
    String application = job.application();
    try {
      long pid = Long.parseLong(application.substring(application.lastIndexOf('_') + 1));
      return ProcessHandle.of(pid).isPresent();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private Observation observeEnd() throws IOException {
    if (!link.isThere()) {
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "there is no such run",
          link.folder().root(),
          "check the id, or give -Dtrainer.job.dir");
    }
    if (SessionJob.isOne(link, job)) {
      return SessionJob.observeLeft(link, job, hadoop);
    }
    SessionJob.requireJob(link, job);
    String lastWord = lastError();
    String how =
        "the master ended without a report"
            + (master == null ? "" : ", exit status " + master.exitValue());
    String where = link.folder().root();
    Failure failure =
        lastWord.isEmpty() && isDiskFull()
            ? new Failure(
                FailureKind.STORAGE_FULL,
                how + ", and next to no space is left on the disk of the job's folder",
                where,
                "free some, or set trainer.job.dir to a folder on another")
            : new Failure(
                FailureKind.MASTER_LOST, how + lastWord, where, "run trainer logs " + job);
    return observeFinished(JobState.FAILED, failure);
  }

  /** Whether the disk is full. On a full disk a master can write neither a report nor an error. */
  private boolean isDiskFull() throws IOException {
    URI root = new Path(link.folder().root()).toUri();
    return "file".equals(root.getScheme())
        && Files.getFileStore(java.nio.file.Path.of(root.getPath())).getUsableSpace() < FULL_BYTES;
  }

  /** The observation of the end; the arguments hold if no report or journal has the end. */
  private Observation observeFinished(JobState state, Failure failure) throws IOException {
    return FinishedJob.observe(
        link, job, new JournaledReport.End(state, failure, System.currentTimeMillis()), hadoop);
  }

  /** The last error on stderr of the last master that wrote one; empty if none could. */
  private String lastError() throws IOException {
    Map<Path, String> errors = new HashMap<>();
    for (Role role : List.of(Role.MASTER, Role.STANDBY)) {
      new LogPass(link.folder(), role.word(), hadoop)
          .read(
              true,
              (file, number, text) -> {
                if (file.name().equals("stderr") && text.startsWith("ERROR ")) {
                  errors.put(file.path(), ": " + text.substring("ERROR ".length()));
                }
              });
    }
    String newest = "";
    long newestAt = -1;
    for (Map.Entry<Path, String> one : errors.entrySet()) {
      FileSystem files = one.getKey().getFileSystem(hadoop);
      long at = files.getFileStatus(one.getKey()).getModificationTime();
      if (at > newestAt) {
        newestAt = at;
        newest = one.getValue();
      }
    }
    return newest;
  }

  @Override
  public ControlListener.Answer kill(String reason) throws IOException {
    MasterAddress address = link.masterAddress().orElse(null);
    if (!hasMaster(address)) {
      return notRunning();
    }
    try {
      if (address != null) {
        return ask((host, port) -> link.kill(host, port, user, reason));
      }
    } catch (IOException e) {
      // by force, then
    }
    if (SessionJob.isOne(link, job)) {
      return SessionJob.unreachable(job);
    }
    destroy();
    Failure failure =
        new Failure(FailureKind.KILLED_BY_USER, "killed by " + user + " (" + reason + ")", "", "");
    observeFinished(JobState.KILLED, failure);
    return new ControlListener.Answer(true, job + " was killed, its master too");
  }

  private ControlListener.Answer notRunning() throws IOException {
    return new ControlListener.Answer(
        false,
        isHere()
            ? job + " has ended already"
            : job + " was started on " + link.host() + ": go there");
  }

  @Override
  public ControlListener.Answer stop(String reason) throws IOException {
    return send((host, port) -> link.stop(host, port, user, reason));
  }

  @Override
  public ControlListener.Answer scale(Role role, int count) throws IOException {
    return send((host, port) -> link.scale(host, port, user, role, count));
  }

  @Override
  public ControlListener.Answer offer(String digest) throws IOException {
    MasterAddress address = link.masterAddress().orElse(null);
    if (!hasMaster(address)) {
      return new ControlListener.Answer(false, "the session has ended");
    }
    if (address == null) {
      throw new IOException("the session has no master yet");
    }
    return ask((host, port) -> link.submit(host, port, digest));
  }

  private ControlListener.Answer send(MasterLink.Command command) throws IOException {
    MasterAddress address = link.masterAddress().orElse(null);
    if (!hasMaster(address)) {
      return notRunning();
    }
    if (address == null) {
      return new ControlListener.Answer(false, job + " has no master yet; kill ends it");
    }
    return ask(command);
  }

  /** Sends a command to the master that leads; while a standby takes over, it is sent again. */
  private ControlListener.Answer ask(MasterLink.Command command) throws IOException {
    long end = System.nanoTime() + TAKEOVER.toNanos();
    while (true) {
      MasterAddress address =
          link.masterAddress().orElseThrow(() -> new IOException(job + " has no master"));
      try {
        return command.send(address.listens().host(), address.listens().port());
      } catch (IOException e) {
        if (System.nanoTime() >= end || !LocalProcesses.hasStandby(job.application())) {
          throw e;
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(ASK_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("waiting for a master").initCause(e);
      }
    }
  }

  /** Kills every process of the job at once. */
  private void destroy() {
    LocalProcesses.of(job.application()).forEach(ProcessHandle::destroyForcibly);
    if (master == null) {
      return;
    }
    try (Stream<ProcessHandle> children = master.descendants()) {
      children.forEach(ProcessHandle::destroyForcibly);
    }
    master.destroyForcibly();
    try {
      master.waitFor(LEAVE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean survivesClient() {
    return master == null;
  }

  @Override
  public void close() {
    link.close();
  }
}
