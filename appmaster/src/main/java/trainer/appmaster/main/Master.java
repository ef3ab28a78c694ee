package trainer.appmaster.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.files.CheckpointStore;
import trainer.appmaster.files.ExportCleanup;
import trainer.appmaster.files.FolderWatch;
import trainer.appmaster.files.InputCutting;
import trainer.appmaster.files.PublishedModelFinder;
import trainer.appmaster.files.Publishing;
import trainer.appmaster.local.LocalCluster;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.LateMailbox;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.MasterLoop;
import trainer.appmaster.serve.Commands;
import trainer.appmaster.serve.MemberSessions;
import trainer.appmaster.web.WebServer;
import trainer.container.files.RetryPolicy;
import trainer.container.identity.ClientWatch;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.container.start.FaultHandler;
import trainer.core.config.Keys;
import trainer.core.fact.Fact;
import trainer.core.failure.Blame;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.data.index.InputIndexer;
import trainer.journal.FlushingFiles;
import trainer.journal.JournalThread;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.journal.SupersededException;
import trainer.master.job.JournalCompaction;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MemberEndpoint;

/**
 * One master: takes its term, listens, reads the journal of earlier masters, joins the cluster,
 * runs its job from the recorded state on, and winds down. Members are admitted once it leads.
 *
 * <p>The end has an order: the job's own end is in the journal; then the journal is closed, the
 * master's logs are complete, the report is written, and the application is unregistered last. A
 * reader that sees the application's end finds all of it.
 */
final class Master {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  /** The longest time that an append may stay unknown; then this master ends. */
  private static final Duration JOURNAL_PATIENCE = Duration.ofMinutes(10);

  private static final long JOIN_MILLIS = 10_000;

  private final MasterInputs given;
  private final RetryPolicy patience = RetryPolicy.withStorages();
  private final LateMailbox mailbox = new LateMailbox();
  private final LatestViews views = new LatestViews();
  private final CompletableFuture<JobState> over = new CompletableFuture<>();
  private final ExecutorService background = Executors.newCachedThreadPool(Master::daemon);
  private final MemberSessions members;
  private final Commands commands;
  private final CallerAuthenticator callers;
  private volatile GrpcServer server;
  private volatile CompletableFuture<WebServer> web;
  private volatile FileSystem files;
  private volatile Cluster cluster;
  private volatile boolean joined;
  private volatile boolean endedBefore;
  private volatile boolean isFolderGone;

  Master(MasterInputs given) {
    this.given = given;
    this.members = new MemberSessions(mailbox);
    this.commands = new Commands(mailbox, views);
    this.callers = CallerAuthenticator.of(given);
  }

  private FileSystem folder() throws IOException {
    return FlushingFiles.of(new Path(given.spec().folder()).toUri(), given.hadoop());
  }

  private StateStore store() throws IOException {
    return StateStores.open(
        given.settings(), given.spec().folder(), given.job().application(), given.hadoop());
  }

  /** Runs the job to its end, up to report and unregistration. */
  JobState run(FaultHandler faults) throws Exception {
    files = patience.until("Opening the job's folder", this::folder);
    requireFolder();
    server = listen();
    // Half of a master's start is loading classes, so independent steps run on threads of their
    // own.
    web = CompletableFuture.supplyAsync(this::serve, background);
    watchClient();
    StateStore store = patience.until("Opening the state store", this::store);
    PreviousState inheritance = PreviousState.take(store, given.job(), given.settings(), patience);
    long term = inheritance.term();
    endedBefore = inheritance.hasEnded();
    Cluster.Address address =
        new Cluster.Address(given.host(), server.port(), web.get().address(given.host()));
    cluster =
        Clusters.of(
            given,
            mailbox,
            address,
            callers,
            () -> faults.fault("disowned", new SupersededException("another attempt follows")));
    LOG.info(
        "Term {}; listening on {}:{}; page {}",
        term,
        address.host(),
        address.port(),
        address.trackingUrl());
    JournalThread journal =
        new JournalThread(store, term, JOURNAL_PATIENCE, JournalCompaction::of, faults);
    noteTerm(journal, term, address);
    Session session = new Session();
    MasterLoop loop =
        new MasterLoop(
            new SessionCore(session),
            MasterLoop::now,
            journal,
            performer(),
            members::sendAll,
            faults);
    mailbox.deliverTo(loop);
    commands.trackingUrl(address.trackingUrl());
    Thread core = daemon(loop);
    core.setName("core");
    core.start();
    CompletableFuture<Void> known = new CompletableFuture<>();
    loop.offer(new Event.Remembered(inheritance.ofFleet()), () -> {});
    loop.offer(
        new Event.Submitted(given.spec(), SpecText.of(given.spec()), inheritance.ofJob()),
        () -> {
          session.view(given.job()).ifPresent(views::show);
          known.complete(null);
        });
    known.get(); // a client that learns of this master from the cluster finds the job here
    join(address);
    boolean isInFiles = given.settings().get(Keys.STATE_STORE) == Keys.Store.HDFS;
    LeadershipChecks rounds = rounds(address, term);
    rounds.announce(patience);
    rounds.watch(
        folderWatch(() -> isInFiles && journal.hasBegun()),
        gone -> {
          isFolderGone = true;
          faults.fault("nothing can be recorded any more", gone.toException());
        });
    loop.offer(given.job(), new JobEvent.Started(term));
    members.admit(given.job());
    JobState state = over.get();
    loop.stop();
    core.join(JOIN_MILLIS);
    journal.close();
    store.close();
    ExportCleanup.clear(given.hadoop(), given.spec());
    rounds.close();
    return state;
  }

  /** Fails where the job's folder is gone: no later master can do better. */
  private void requireFolder() throws IOException {
    Optional<Failure> missing =
        patience.until("Looking at the job's folder", folderWatch(() -> false)::missing);
    isFolderGone = missing.isPresent();
    if (isFolderGone) {
      throw missing.get().toException();
    }
  }

  private FolderWatch folderWatch(BooleanSupplier isJournaled) {
    return new FolderWatch(
        files,
        given.spec().files(),
        given.job(),
        isJournaled,
        given.settings().get(Keys.JOB_DIR_PATIENCE));
  }

  /**
   * Writes the report, then unregisters the application. Only the exit follows. Where another
   * master may do better, both are left to it.
   */
  void lastWord(Failure unexpected) throws IOException {
    JobView seen = view();
    boolean ended = seen != null && seen.state().isEnd();
    LastWord word = new LastWord(files, given.spec(), given.hadoop());
    Optional<Cluster.Ending> ending =
        ended
            ? Optional.of(word.ofRecorded(seen, endedBefore, isFolderGone))
            : word.ofUnrecorded(seen, unexpected, isFollowed(unexpected.kind()));
    if (ending.isEmpty()) {
      return;
    }
    Failpoint.hit("master.beforeLeaving");
    Cluster.Address nowhere = new Cluster.Address(given.host(), -1, "");
    if (cluster == null) {
      cluster = Clusters.of(given, mailbox, nowhere, callers, () -> {});
    }
    if (!joined) {
      join(nowhere);
    }
    cluster.leave(ending.get());
    if (!ended && ending.get().report() != null) {
      ExportCleanup.clear(given.hadoop(), given.spec()); // a storage that took the report answers
    }
    hangUp();
  }

  /** Whether another attempt follows that may do better than this one. */
  private boolean isFollowed(FailureKind kind) {
    return given.mayBeFollowed()
        && !isFolderGone
        && kind.blame() != Blame.USER
        && kind != FailureKind.JOURNAL_DAMAGED;
  }

  /** A JVM waits 0.3 s at its end for threads that wait for sockets. */
  private void hangUp() {
    try {
      if (server != null) {
        server.close();
      }
      if (web != null && web.isDone() && !web.isCompletedExceptionally()) {
        web.join().close();
      }
    } catch (IOException | RuntimeException e) { // the end of the job is reported already
      LOG.warn("closing what listens", e);
    }
  }

  /** Members and clients find the master that leads in the application's folder. */
  private LeadershipChecks rounds(Cluster.Address address, long term) {
    return new LeadershipChecks(
        new AddressFile(given.spec().files().masterAddress(), given.hadoop()),
        new MasterAddress(
            new HostPort(address.host(), address.port()), address.trackingUrl(), term));
  }

  private void join(Cluster.Address address) {
    joined = true;
    cluster.join(address);
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

  private WebServer serve() {
    try {
      return given
          .settings()
          .get(Keys.MASTER_WEB_PORTS)
          .open(
              Keys.MASTER_WEB_PORTS,
              port ->
                  new WebServer(
                      port,
                      given.hadoop(),
                      given.isOnCluster(),
                      callers.access()::mayView,
                      views));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GrpcServer listen() throws IOException {
    return given
        .settings()
        .get(Keys.MASTER_PORTS)
        .open(
            Keys.MASTER_PORTS,
            port ->
                GrpcServer.start(
                    port,
                    callers.gatekeeper(),
                    List.of(
                        new MemberEndpoint(members).service(),
                        new ControlEndpoint(commands, callers.access(), background).service())));
  }

  private Performer performer() {
    InputIndexer indexer = new InputIndexer(given.hadoop(), given.settings());
    return new Performer(
        mailbox,
        views,
        cluster,
        members,
        new InputCutting(indexer, given.settings(), patience),
        new Publishing(
            given.hadoop(),
            given.spec(),
            given.settings(),
            new ContactFence(cluster::isHeardWithin),
            patience),
        new PublishedModelFinder(given.hadoop(), given.spec(), given.settings(), patience),
        new CheckpointStore(
            given.hadoop(),
            given.spec(),
            given.settings(),
            RetryPolicy.withCheckpoints(given.settings())),
        commands::answer,
        background,
        over::complete);
  }

  /** Records the term in both logs, so that each can be read alone. */
  private void noteTerm(JournalThread journal, long term, Cluster.Address address) {
    Fact fact =
        new Fact.TermTaken(term, address.host() + ":" + address.port(), System.currentTimeMillis());
    journal.append(null, fact);
    journal.append(given.job(), fact);
  }

  private JobView view() {
    return views.of(given.job()).orElse(null);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "background");
    thread.setDaemon(true);
    return thread;
  }
}
