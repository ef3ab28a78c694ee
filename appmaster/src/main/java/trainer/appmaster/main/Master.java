package trainer.appmaster.main;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.files.InputCutting;
import trainer.appmaster.files.Leftovers;
import trainer.appmaster.files.Publishing;
import trainer.appmaster.journal.FileStateStore;
import trainer.appmaster.journal.FlushingFiles;
import trainer.appmaster.journal.JournalThread;
import trainer.appmaster.report.ReportFile;
import trainer.appmaster.report.ReportJson;
import trainer.appmaster.run.Cluster;
import trainer.appmaster.run.FaultHandler;
import trainer.appmaster.run.LateMailbox;
import trainer.appmaster.run.MasterLoop;
import trainer.appmaster.run.Views;
import trainer.appmaster.serve.Commands;
import trainer.appmaster.serve.MemberSessions;
import trainer.appmaster.session.Event;
import trainer.appmaster.session.Session;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.appmaster.web.WebServer;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.data.index.InputIndexer;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MemberEndpoint;

/**
 * One master: takes its term, listens, joins the cluster, runs its job, and winds down.
 *
 * <p>The end has an order: the job's own end is in the journal; then the journal is closed, the
 * master's logs are complete, the report is written, and the cluster is told last. Whoever reads
 * the cluster's word finds all of it.
 */
final class Master {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  /** How long an append may stay unknown before this master gives up. */
  private static final Duration JOURNAL_PATIENCE = Duration.ofMinutes(10);

  private static final long JOIN_MILLIS = 10_000;

  private final Given given;
  private final FaultHandler faults;
  private final LateMailbox mailbox = new LateMailbox();
  private final Views views = new Views();
  private final CompletableFuture<JobState> over = new CompletableFuture<>();
  private final ExecutorService background = Executors.newCachedThreadPool(Master::daemon);
  private final MemberSessions members;
  private final Commands commands;
  private final Cluster cluster;
  private volatile boolean joined;

  /**
   * @param clusterOf makes the adapter of whoever gives containers, around the mailbox
   */
  Master(Given given, FaultHandler faults, Clusters.Maker clusterOf) throws IOException {
    this.given = given;
    this.faults = faults;
    this.members = new MemberSessions(mailbox, List.of(given.job()));
    this.commands = new Commands(mailbox, views, given.job());
    this.cluster = clusterOf.make(mailbox);
  }

  Cluster cluster() {
    return cluster;
  }

  /** Runs the job to its end and returns how it ended. */
  JobState run(Runnable completeLogs) throws Exception {
    FileSystem files = FlushingFiles.of(new Path(given.spec().folder()).toUri(), given.hadoop());
    try (GrpcServer server = listen();
        WebServer web = new WebServer(given.hadoop(), given.isOnCluster(), this::view)) {
      FileStateStore store = new FileStateStore(files, new Path(given.spec().folder()));
      long term = store.takeTerm();
      Cluster.Address address =
          new Cluster.Address(given.host(), server.port(), web.address(given.host()));
      LOG.info(
          "Term {}; listening on {}:{}; page {}",
          term,
          given.host(),
          server.port(),
          address.trackingUrl());
      JournalThread journal = new JournalThread(store, term, JOURNAL_PATIENCE, faults);
      noteTerm(journal, term, address);
      Session session = new Session();
      MasterLoop loop =
          new MasterLoop(new SessionCore(session), MasterLoop::now, journal, performer(), faults);
      mailbox.deliverTo(loop);
      commands.trackingUrl(address.trackingUrl());
      cluster.join(address);
      joined = true;
      AddressFile.write(files, given.spec().files(), address);
      loop.offer(new Event.Submitted(given.spec(), given.specText()), () -> {});
      loop.offer(given.job(), new TrackerEvent.Started(term));
      Thread core = daemon(loop);
      core.setName("core");
      core.start();
      JobState state = over.get();
      loop.stop();
      core.join(JOIN_MILLIS);
      journal.close();
      store.close();
      Leftovers.delete(given.hadoop(), given.spec());
      completeLogs.run();
      report(files);
      leave(state);
      return state;
    }
  }

  /** Tells the cluster of an end that did not come in order; joins it first if need be. */
  void leaveEarly(Cluster.Ending ending) {
    if (!joined) {
      cluster.join(new Cluster.Address(given.host(), -1, ""));
    }
    cluster.leave(ending);
  }

  private void leave(JobState state) {
    JobView view = view();
    cluster.leave(
        new Cluster.Ending(
            state, view == null ? null : view.failure(), given.spec().files().report(given.job())));
  }

  private void report(FileSystem files) throws IOException {
    JobView view = view();
    Path path = new Path(given.spec().files().report(given.job()));
    ReportFile.write(files, path, ReportJson.of(view, System.currentTimeMillis(), LogStates::of));
  }

  private GrpcServer listen() throws IOException {
    Supplier<Party> self = () -> Party.MASTER;
    Gatekeeper gatekeeper =
        Gatekeeper.forMembers(given.job(), given.jobSecret(), self)
            .or(Gatekeeper.forControl(given.job().application(), given.controlSecret()));
    return GrpcServer.start(
        0,
        gatekeeper,
        List.of(new MemberEndpoint(members).service(), new ControlEndpoint(commands).service()));
  }

  private Performer performer() {
    InputIndexer indexer = new InputIndexer(given.hadoop(), given.settings());
    return new Performer(
        mailbox,
        views,
        cluster,
        members,
        new InputCutting(indexer, given.settings()),
        new Publishing(given.hadoop(), given.spec(), given.settings()),
        background,
        over::complete);
  }

  /** The term opens both logs, so that each can be read for itself. */
  private void noteTerm(JournalThread journal, long term, Cluster.Address address) {
    Fact fact =
        new Fact.TermTaken(term, address.host() + ":" + address.port(), System.currentTimeMillis());
    for (JobId log : new JobId[] {null, given.job()}) {
      journal.append(log, fact);
    }
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
