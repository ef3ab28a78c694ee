package trainer.appmaster.main;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.files.ContactFence;
import trainer.appmaster.local.LocalCluster;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.LateMailbox;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.loop.MasterLoop;
import trainer.appmaster.loop.SessionCore;
import trainer.appmaster.serve.Commands;
import trainer.appmaster.serve.MemberSessions;
import trainer.appmaster.standby.Followers;
import trainer.appmaster.standby.Following;
import trainer.appmaster.web.HistoryPage;
import trainer.container.files.RetryPolicy;
import trainer.container.identity.ClientWatch;
import trainer.container.session.HostPort;
import trainer.container.session.Listening;
import trainer.container.start.FaultHandler;
import trainer.core.config.Keys;
import trainer.core.fact.Fact;
import trainer.core.failure.Blame;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.journal.JournalThread;
import trainer.journal.StateStore;
import trainer.master.job.JournalCompaction;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.protocol.grpc.ControlEndpoint;

/**
 * One master: takes its term, listens, reads the journal of earlier masters, joins the cluster,
 * runs its jobs from the recorded state on, and winds down. Members are admitted once it leads.
 *
 * <p>It carries one job, or a session with jobs that come and go; every job has a {@link
 * JobRuntime}, the session a {@link SessionRuntime}.
 *
 * <p>The end has an order: the end of the job, or of the session, is in the journal; then the
 * journal is closed, the master's logs are complete, the job's report is written, and the
 * application is unregistered last. A reader that sees the application's end finds all of it.
 */
final class Master {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  /** The longest time that an append may stay unknown; then this master ends. */
  private static final Duration JOURNAL_PATIENCE = Duration.ofMinutes(10);

  private static final long JOIN_MILLIS = 10_000;
  private static final Duration PROBE = Duration.ofMillis(200);

  private final MasterInputs given;
  private final Leadership leadership;
  private final RetryPolicy patience = RetryPolicy.withStorages();
  private final LateMailbox mailbox = new LateMailbox();
  private final LatestViews views = new LatestViews();
  private final ExecutorService background = Executors.newCachedThreadPool(Master::daemon);
  private final MemberSessions members = new MemberSessions(mailbox);
  private final Followers followers;
  private final Commands commands = new Commands(mailbox, views);
  private final JobRuntimes jobs = new JobRuntimes();
  private final ClusterConnection connection;
  private final TermFence fence;
  private final FolderGuard folder;
  private final Clusters clusters;
  private final MasterServices services;
  private final CallerAuthenticator callers;

  /** Null in a master of one job. */
  private final SessionRuntime session;

  private volatile MasterPorts ports;
  private volatile Cluster cluster;
  private volatile boolean joined;

  /** Where another master leads or has led; null if this one has to lead at once. */
  private volatile HostPort leader;

  /**
   * @param faults ends this process
   * @param connection of this process to its cluster
   * @param after the last term in which this process led
   */
  Master(MasterInputs given, FaultHandler faults, ClusterConnection connection, Term after) {
    this.given = given;
    this.connection = connection;
    this.leadership = new Leadership(given.staysConnected(), jobs::areWorking, faults, after);
    this.fence = TermFence.of(given, new ContactFence(time -> cluster.isHeardWithin(time)));
    this.followers = new Followers(given.container(), members, mailbox, leadership::replace);
    this.folder = new FolderGuard(given, leadership, patience);
    this.services =
        new MasterServices(given.hadoop(), mailbox, views, members, commands, background, fence);
    this.clusters =
        new Clusters(given, mailbox, connection, views::progress, leadership::replace, leadership);
    this.callers =
        CallerAuthenticator.of(
            given,
            connection.access(),
            jobs,
            () -> leadership.isTaken() || leader == null || clusters.leader() != null);
    JobSpec spec = given.spec();
    if (spec.id().isSession()) {
      this.session = new SessionRuntime(given, services, jobs, leadership);
      commands.takeJobs(session);
    } else {
      this.session = null;
      jobs.add(new JobRuntime(spec, given.secretOf(spec), given.reading(spec), services));
    }
  }

  /**
   * Runs the job, or the session, to its end, up to reports and unregistration.
   *
   * @return empty if another master leads, which this process may follow
   */
  Optional<JobState> run() throws Exception {
    StandbyPhase phase = new StandbyPhase(given, jobs, session, folder, background);
    leader = phase.leader(leadership.term(), patience).orElse(null);
    folder.open();
    Executor onceKnown = leadership.onceOpen(background);
    ControlEndpoint users = clusters.users(commands, callers.access(), onceKnown, background);
    ports = MasterPorts.open(given, connection, callers, followers, users, services);
    watchClient();
    StateStore store = patience.until("Opening the state store", given::openStore);
    Cluster.Address address = ports.address();
    boolean isSuccessor =
        leader != null && !leader.equals(new HostPort(address.host(), address.port()));
    Following.Lost before = new Following.Lost(Term.NONE, "");
    if (isSuccessor) {
      Optional<Following.Lost> lost = phase.follow(leader, address, clusters.companion(address));
      if (lost.isEmpty()) {
        return Optional.of(JobState.EXITED);
      }
      before = lost.get();
      folder.open(); // it may have gone meanwhile
    }
    Term term = PreviousState.takeTerm(store, before.term(), given.settings(), patience);
    fence.lead(term);
    leadership.take(term); // no other master can record an end any more
    LeadershipChecks rounds = LeadershipChecks.of(given, address, term, leadership::supersede);
    if (isSuccessor) { // another attempt must not wait for it, and the members know it already
      background.execute(() -> rounds.announce(patience, leadership));
    }
    PreviousState previous =
        PreviousState.read(
            store, term, session != null, this::carriedJobs, given.settings(), patience);
    cluster = clusters.of(address, term, followers);
    String page = address.trackingUrl();
    LOG.info("Term {}; listening on {}:{}; page {}", term, address.host(), address.port(), page);
    JournalThread journal =
        new JournalThread(store, term, JOURNAL_PATIENCE, JournalCompaction::of, leadership);
    prepare(previous, journal);
    previous.noteTerm(journal, jobs.all(), address);
    Session core = new Session();
    MasterLoop loop =
        new MasterLoop(
            new SessionCore(core),
            MasterLoop::now,
            journal,
            leadership.guard(new Performer(cluster, jobs, session)),
            members::sendAll,
            leadership);
    mailbox.deliverTo(loop);
    commands.trackingUrl(page);
    Thread thread = daemon(loop);
    thread.setName("core");
    thread.start();
    loop.offer(new Event.Remembered(previous.ofFleet(), given.container()), () -> {});
    if (session != null) {
      loop.offer(new Event.Begun(given.spec()), () -> {});
    }
    for (JobRuntime job : jobs.all()) {
      submit(job, previous.ofJob(job.id()), core, loop);
    }
    leadership.open();
    join(address);
    if (!isSuccessor) {
      rounds.announce(patience);
    }
    folder.watch(rounds, journal::hasBegun, () -> !end().isDone());
    loop.offer(
        new Event.Leads(
            term,
            address.host() + ":" + address.port(),
            given.container(),
            given.isSpokenFor(),
            before.silentHost()),
        () -> {});
    followers.lead(term, () -> leadership.isEnding() || loop.isAwake());
    members.lead(term);
    jobs.all().forEach(job -> members.admit(job.id()));
    if (given.spec().hasPool()) {
      members.admit(given.spec().id());
    }
    if (session != null) {
      session.loseOthers();
    }
    MetricReporters reporters = MetricReporters.start(given, views, jobs, page);
    Optional<JobState> state = awaitEnd();
    leadership.end();
    reporters.close();
    loop.stop();
    thread.join(JOIN_MILLIS);
    rounds.close();
    if (state.isPresent()) {
      journal.close();
      store.close();
    } else {
      background.shutdownNow();
      journal.abandon(); // what it holds can never be recorded
      followers.close();
      closePorts();
    }
    return state;
  }

  private Optional<JobState> awaitEnd() throws InterruptedException, ExecutionException {
    CompletableFuture.anyOf(end(), leadership.lost()).exceptionally(failed -> null).get();
    return leadership.lost().isDone() ? Optional.empty() : Optional.of(end().get());
  }

  /** The term in which it leads, or has led last. */
  Term term() {
    return leadership.term();
  }

  /**
   * Whether the end of the application is this master's to report. Another master that leads, or
   * may lead, reports it.
   */
  private boolean mayReport() {
    return leadership.isTaken()
        || leader == null
        || (!given.isStandby() && Listening.isRefused(leader, PROBE));
  }

  /** Makes the containers of all jobs launchable, those of the session's pool, and a standby's. */
  private void prepare(PreviousState previous, JournalThread journal) throws IOException {
    if (given.settings().get(Keys.STANDBY)) {
      cluster.prepareStandby(given.spec(), given.process().secret());
    }
    if (session == null) {
      cluster.prepare(jobs.only().spec(), jobs.only().secret());
      return;
    }
    session.use(cluster, journal::release);
    session.hold(folder.files(), previous);
    if (given.spec().hasPool()) {
      cluster.prepare(given.spec(), given.secretOf(given.spec()));
    }
  }

  /** The jobs whose logs are read. */
  private List<JobId> carriedJobs(List<Fact> fleet) {
    return session == null
        ? jobs.all().stream().map(JobRuntime::id).toList()
        : session.carried(fleet);
  }

  /** Completed with the end of the job, or of the session. */
  private CompletableFuture<JobState> end() {
    return session == null ? jobs.only().over() : session.over();
  }

  /**
   * Gives a job to the core, with the facts that earlier masters recorded of it. When this returns,
   * commands and the page find it: a client may learn of this master from the cluster at any time.
   */
  private void submit(JobRuntime job, List<Fact> remembered, Session session, Mailbox loop)
      throws InterruptedException, ExecutionException {
    CompletableFuture<Void> known = new CompletableFuture<>();
    loop.offer(
        job.submission(remembered),
        () -> {
          session.view(job.id()).ifPresent(views::show);
          known.complete(null);
        });
    known.get();
  }

  /**
   * Writes the reports, then unregisters the application. Only the exit follows. Where another
   * master may do better, both are left to it.
   */
  void lastWord(Failure unexpected) throws IOException {
    if (!mayReport()) {
      return;
    }
    boolean isSessionLeft =
        session != null && !session.over().isDone() && isFollowed(unexpected.kind());
    if (isSessionLeft) {
      return;
    }
    Map<JobRuntime, Cluster.Ending> ends = new LinkedHashMap<>();
    List<JobRuntime> unrecorded = jobs.all().stream().filter(job -> !job.hasEnded()).toList();
    for (JobRuntime job : unrecorded) {
      Optional<Cluster.Ending> end =
          job.reportUnrecorded(folder.files(), unexpected, isFollowed(unexpected.kind()));
      if (end.isEmpty()) {
        return;
      }
      ends.put(job, end.get());
    }
    for (JobRuntime job : jobs.all()) {
      if (!ends.containsKey(job)) {
        ends.put(job, job.reportRecorded(folder.files(), folder.isGone()));
      }
    }
    Failpoint.hit("master.beforeLeaving");
    Cluster.Address nowhere = new Cluster.Address(given.host(), -1, "");
    if (cluster == null) {
      cluster = clusters.of(nowhere, Term.NONE, followers);
    }
    if (!joined) {
      join(nowhere);
    }
    if (!given.isSpokenFor()) {
      followers.dismiss("the application is over");
    }
    Cluster.Ending end = session == null ? ends.get(jobs.only()) : sessionEnd(unexpected, ends);
    cluster.leave(HistoryPage.link(end, given.spec()));
    unrecorded.stream()
        .filter(job -> ends.get(job).isReported()) // a storage that took the report answers
        .forEach(JobRuntime::clearExports);
    closePorts();
  }

  private Cluster.Ending sessionEnd(
      Failure unexpected, Map<JobRuntime, Cluster.Ending> ofRuntimes) {
    Map<JobId, Cluster.Ending> ends = new LinkedHashMap<>();
    ofRuntimes.forEach((job, end) -> ends.put(job.id(), end));
    return session.end(folder.files(), unexpected, ends);
  }

  /** Whether another master follows that may do better than this one. */
  private boolean isFollowed(FailureKind kind) {
    return (given.mayBeFollowed() || followers.isAny())
        && !folder.isGone()
        && kind.blame() != Blame.USER
        && kind != FailureKind.JOURNAL_DAMAGED;
  }

  private void closePorts() {
    try {
      if (ports != null) {
        ports.close();
      }
    } catch (IOException | RuntimeException e) { // the ends of the jobs are reported already
      LOG.warn("closing what listens", e);
    }
  }

  private void join(Cluster.Address address) {
    joined = true;
    clusters.join(cluster, address);
  }

  /** A master whose client forked it, or forked its cluster, must not outlive the client. */
  private void watchClient() {
    ClientWatch.start(
        () -> {
          LOG.error("The client is gone; everything it started ends");
          if (cluster instanceof LocalCluster local) {
            local.stopAll();
          }
          given.process().abandon();
        });
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "background");
    thread.setDaemon(true);
    return thread;
  }
}
