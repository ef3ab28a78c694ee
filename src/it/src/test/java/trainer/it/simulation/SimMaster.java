package trainer.it.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.job.JobId;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.testkit.Host;
import trainer.testkit.Wire;

/** One master's shell around the real session: mailbox, journal, streams. */
final class SimMaster {
  private static final class Connection {
    private final JobId job;
    private final Wire<FromMember, ToMember> wire;
    private final long number;
    private final List<FromMember> together = new ArrayList<>();
    private long incarnation;

    Connection(long number, JobId job, Wire<FromMember, ToMember> wire) {
      this.number = number;
      this.job = job;
      this.wire = wire;
    }
  }

  private final Simulation world;
  private final SimMasters masters;
  private final long term;
  private final Host host;
  private final Session session = new Session();
  private final List<Action.Append> unsafe = new ArrayList<>();
  private final Queue<Action> queue = new ArrayDeque<>();

  /** What waits until all of {@link #unsafe} is safe. */
  private final List<Action.OfJob> trailing = new ArrayList<>();

  private final Map<Long, Connection> connections = new HashMap<>();
  private final Map<String, Connection> members = new HashMap<>();
  private boolean waitsForJournal;
  private long lastConnection;
  private long tickAt = Long.MAX_VALUE;

  SimMaster(Simulation world, SimMasters masters, long term) {
    this.world = world;
    this.masters = masters;
    this.term = term;
    this.host = new Host("master of term " + term, world.schedule());
  }

  Host host() {
    return host;
  }

  Session session() {
    return session;
  }

  long term() {
    return term;
  }

  /** Reads the logs and goes on with these jobs; the cluster says what still runs. */
  void start(List<SimJob> jobs) {
    note(null);
    tell(new Event.Remembered(masters.journal().of(null)));
    for (SimJob job : jobs) {
      note(job.id());
      tell(new Event.Submitted(job.spec(), "{}", masters.journal().of(job.id())));
    }
    world.cluster().join();
    for (SimJob job : jobs) {
      tell(job.id(), new JobEvent.Started(term));
    }
  }

  void submit(SimJob job) {
    note(job.id());
    tell(new Event.Submitted(job.spec(), "{}"));
    tell(new Event.OfFleet(new FleetEvent.ClusterSized(SimCluster.HOSTS, 1 << 20)));
    tell(job.id(), new JobEvent.Started(term));
  }

  private void note(JobId log) {
    Fact fact = new Fact.TermTaken(term, "", world.schedule().moment().millis());
    unsafe.add(new Action.Append(log, fact, Action.Durability.BEHIND));
  }

  /** The process ends: of what is not safe yet, a part may be in the store all the same. */
  void die() {
    if (host.isDead()) {
      return;
    }
    int torn = unsafe.isEmpty() ? 0 : world.schedule().below(unsafe.size() + 1);
    masters.journal().append(term, List.copyOf(unsafe.subList(0, torn)));
    end();
  }

  /** The process ends, with nothing more said or written. */
  void end() {
    host.die();
    world.network().reset(host);
  }

  /** Offers an event to the mailbox. */
  void tell(Event event) {
    host.take(() -> handle(event));
  }

  private void tell(JobId job, JobEvent event) {
    tell(new Event.OfJob(job, event));
  }

  private void handle(Event event) {
    queue.addAll(session.handle(event, world.schedule().moment()));
    drain();
    long next = session.nextDeadline();
    if (next != Long.MAX_VALUE && tickAt == Long.MAX_VALUE) {
      tickAt = next;
      host.after(
          next - world.schedule().nanos(),
          () -> {
            tickAt = Long.MAX_VALUE;
            handle(new Event.Tick());
          });
    }
  }

  private void drain() {
    while (!waitsForJournal && !queue.isEmpty()) {
      Action action = queue.poll();
      if (action instanceof Action.Append append) {
        append(append);
      } else if (action instanceof Action.OfFleet ofFleet) {
        if (this == masters.present()) { // the cluster takes nothing from an attempt it gave up
          ofFleet.action().to(world.cluster());
        }
      } else if (action instanceof Action.OfJob ofJob) {
        if (ofJob.action().isTrailing() && !unsafe.isEmpty()) {
          trailing.add(ofJob);
        } else {
          perform(ofJob);
        }
      }
      if (this == masters.present() && masters.strikeAt(action)) {
        host.take(this::drain); // when it wakes, if it ever does
        return;
      }
    }
  }

  private void perform(Action.OfJob action) {
    action.action().to(new OfJob(action.job()));
  }

  private void append(Action.Append append) {
    if (unsafe.isEmpty()) {
      host.afterMillis(1000, this::flush);
    }
    unsafe.add(append);
    if (append.durability() == Action.Durability.BEHIND) {
      return;
    }
    waitsForJournal = true;
    long millis = 1L + world.schedule().below(4);
    if (world.chaos().strikes(Fault.SLOW_JOURNAL, 5, append.fact().getClass().getSimpleName())) {
      millis = 500L + world.schedule().below(3000);
    }
    host.afterMillis(
        millis,
        () -> {
          if (flush()) {
            waitsForJournal = false;
            drain();
          }
        });
  }

  /** Whether everything appended so far is safe; a master that was superseded ends itself. */
  boolean flush() {
    if (masters.journal().append(term, unsafe)) {
      unsafe.clear();
      List<Action.OfJob> waited = List.copyOf(trailing);
      trailing.clear();
      waited.forEach(this::perform);
      return true;
    }
    world.chaos().hit("SUPERSEDED", "appending");
    end();
    return false;
  }

  /** A process connects. */
  void accept(JobId job, Wire<FromMember, ToMember> wire) {
    long number = ++lastConnection;
    Connection connection = new Connection(number, job, wire);
    connections.put(number, connection);
    wire.onSecond(message -> heard(number, connection, message), () -> broken(connection));
  }

  private void heard(long number, Connection connection, FromMember message) {
    if (message instanceof FromMember.Register register) {
      tell(connection.job, new JobEvent.Registering(number, register));
    } else if (connection.incarnation != 0) {
      connection.together.add(message);
      if (world.schedule().below(3) == 0) {
        host.afterMillis(1, () -> hear(connection));
      } else {
        hear(connection);
      }
    }
  }

  /** What was said together is heard together. */
  private void hear(Connection connection) {
    if (!connection.together.isEmpty()) {
      List<FromMember> messages = List.copyOf(connection.together);
      connection.together.clear();
      tell(connection.job, new JobEvent.Said(connection.incarnation, messages));
    }
  }

  private void broken(Connection connection) {
    hear(connection);
    if (connection.incarnation != 0) {
      members.remove(key(connection.job, connection.incarnation), connection);
      tell(connection.job, new JobEvent.Disconnected(connection.number, connection.incarnation));
    }
  }

  private static String key(JobId job, long incarnation) {
    return job + "/" + incarnation;
  }

  private void breakLater(Connection connection) {
    world.schedule().afterMillis(400, connection.wire::breakOff);
  }

  private final class OfJob implements JobEffect.Handler {
    private final JobId job;

    OfJob(JobId job) {
      this.job = job;
    }

    @Override
    public void on(JobEffect.CutInput action) {
      SimJob of = world.job(job);
      host.afterMillis(
          30,
          () ->
              handle(
                  new Event.OfJob(
                      job,
                      new JobEvent.Indexed(
                          of.index(), "digest", of.validation(), BadRecords.NONE))));
    }

    @Override
    public void on(JobEffect.Accept action) {
      Connection connection = connections.get(action.connection());
      connection.incarnation = action.incarnation();
      if (connection.wire.isBroken()) {
        tell(job, new JobEvent.Disconnected(action.connection(), action.incarnation()));
        return;
      }
      Connection before = members.put(key(job, action.incarnation()), connection);
      if (before != null && before != connection) {
        before.incarnation = 0;
      }
    }

    @Override
    public void on(JobEffect.Refuse action) {
      Connection connection = connections.get(action.connection());
      connection.wire.sayFromSecond(new ToMember.Refused(action.term(), action.reason()));
      breakLater(connection);
    }

    @Override
    public void on(JobEffect.Send action) {
      masters.checks().said(world.job(job), action.incarnation(), action.message(), term, session);
      Connection connection = members.get(key(job, action.incarnation()));
      if (connection != null) {
        connection.wire.sayFromSecond(action.message());
        if (isRepeatable(action.message())
            && world
                .chaos()
                .strikes(Fault.REPEATED_ORDER, 20, action.message().getClass().getSimpleName())) {
          connection.wire.sayFromSecond(action.message());
        }
      }
    }

    private boolean isRepeatable(ToMember message) {
      return !(message instanceof ToMember.Welcome);
    }

    @Override
    public void on(JobEffect.Close action) {
      Connection connection = members.remove(key(job, action.incarnation()));
      if (connection != null) {
        breakLater(connection);
      }
    }

    @Override
    public void on(JobEffect.Answer action) {
      masters.checks().answered(world.job(job), action);
    }

    @Override
    public void on(JobEffect.FindModel action) {
      host.afterMillis(
          20,
          () -> {
            masters.checks().forbid(action.folder());
            handle(new Event.OfJob(job, masters.checks().find(job)));
          });
    }

    @Override
    public void on(JobEffect.Publish action) {
      masters.checks().publishing(world.job(job), action);
      host.afterMillis(
          100,
          () -> {
            masters.checks().published(world.job(job), action);
            // The rename is done; whether word of it gets through is another matter.
            host.afterMillis(
                world.schedule().below(50),
                () -> handle(new Event.OfJob(job, published(masters.checks().find(job)))));
          });
    }

    private JobEvent published(JobEvent found) {
      return found instanceof JobEvent.NotPublished
          ? new JobEvent.PublishFailed(
              new Failure(FailureKind.MODEL_CORRUPT, "its folder is gone", "", ""))
          : found;
    }

    @Override
    public void on(JobEffect.StoreCheckpoint action) {
      host.afterMillis(
          20,
          () -> {
            boolean isDeleted = !world.checkpoints(job).isThere(action);
            if (isDeleted && action.parts().size() == action.map().partitions()) {
              answer(action.folder(), false); // it has come to nothing meanwhile
              return;
            }
            world.checkpoints(job).store(world.job(job), action);
            answer(action.folder(), true);
          });
    }

    @Override
    public void on(JobEffect.FindCheckpoint action) {
      host.afterMillis(
          10,
          () -> {
            boolean isThere = world.checkpoints(job).isStored(action.folder());
            world
                .chaos()
                .hit(isThere ? "CHECKPOINT_ADOPTED" : "CHECKPOINT_UNFINISHED", "taking over");
            answer(action.folder(), isThere);
          });
    }

    private void answer(String folder, boolean isStored) {
      JobEvent event =
          isStored
              ? new JobEvent.CheckpointStored(folder, "digest", 1)
              : new JobEvent.CheckpointNotStored(
                  folder, new Failure(FailureKind.MODEL_NOT_FOUND, "it is gone", folder, ""));
      host.afterMillis(world.schedule().below(50), () -> handle(new Event.OfJob(job, event)));
    }

    @Override
    public void on(JobEffect.SweepCheckpoints action) {
      host.afterMillis(world.schedule().below(200), () -> world.checkpoints(job).sweep(action));
    }

    @Override
    public void on(JobEffect.TellWindowSafe action) {
      tell(job, new JobEvent.WindowSafe(action.upTo()));
    }

    @Override
    public void on(JobEffect.Show action) {
      if (action.view().results().validation() != null) {
        world
            .oracle(world.job(job))
            .evaluated(
                action.view().results().validation(),
                action.view().recovery().rollbacks(),
                action.view().lifecycle().stop() == null);
      }
    }

    @Override
    public void on(JobEffect.Over action) {
      masters.checks().over(world.job(job), action);
    }
  }
}
