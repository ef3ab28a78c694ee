package trainer.it.simulation.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.it.simulation.masters.MemberConnections;
import trainer.it.simulation.masters.SimClusterAgent;
import trainer.it.simulation.masters.SimRemoteCluster;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.master.session.SessionJobs;
import trainer.testkit.Host;
import trainer.testkit.Wire;

/** One master's shell around the real session: mailbox, journal, streams. */
public final class SimMaster {
  /** As often as the real master looks at the file of its address. */
  private static final int LOOK_MILLIS = 5000;

  private final World world;
  private final SimMasters masters;
  private final Term term;
  private final Host host;
  private final Session session = new Session();
  private final List<Action.Append> unsafe = new ArrayList<>();
  private final Queue<Action> queue = new ArrayDeque<>();

  /** What waits until all of {@link #unsafe} is safe. */
  private final List<Action.OfJob> trailing = new ArrayList<>();

  private final String container;
  private final String silentHost;

  /** Of a leader that may not speak to the cluster; null for any other. */
  private final SimRemoteCluster wishes;

  private final MemberConnections connections;
  private boolean waitsForJournal;

  /** The appends in the queue that were decided during a slow flush. */
  private long meanwhile;

  private long tickAt = Long.MAX_VALUE;

  /**
   * @param container in which it runs; empty for an attempt of the cluster
   * @param silentHost of the leader before; empty if that one is dead
   */
  SimMaster(
      World world, SimMasters masters, Term term, Host host, String container, String silentHost) {
    this.world = world;
    this.masters = masters;
    this.term = term;
    this.host = host;
    this.container = container;
    this.silentHost = silentHost;
    this.wishes =
        !container.isEmpty() && masters.standbys().isSpokenFor(container)
            ? new SimRemoteCluster(event -> tell(new Event.OfFleet(event)))
            : null;
    this.connections = new MemberConnections(host, world.schedule(), this::tell);
  }

  public Host host() {
    return host;
  }

  /** The host of the leader before; empty if that one is dead. */
  String silentHost() {
    return silentHost;
  }

  /** The container in which it runs; empty for an attempt of the cluster. */
  String container() {
    return container;
  }

  /** What it wants of a cluster to which it may not speak; null if it may. */
  SimRemoteCluster wishes() {
    return wishes;
  }

  /** Whether it runs. */
  boolean isAnswering() {
    return !host.isDead() && !host.isPaused();
  }

  Session session() {
    return session;
  }

  Term term() {
    return term;
  }

  /**
   * Leads the session of this history, with the jobs that it has accepted.
   *
   * @param spoken what it did for the leader before it; null if nothing
   */
  void start(SimSession session, SimClusterAgent spoken) {
    note(null);
    List<Fact> fleet = masters.journal().of(null);
    tell(new Event.Remembered(fleet, container));
    tell(new Event.Begun(session.spec()));
    for (JobId job : new SessionJobs(session.spec(), fleet).runningIds()) {
      remember(world.job(job));
    }
    lead(spoken);
  }

  /** Reads the logs and goes on with the only job; the cluster says what still runs. */
  void start(SimJob job, SimClusterAgent spoken) {
    note(null);
    tell(new Event.Remembered(masters.journal().of(null), container));
    remember(job);
    lead(spoken);
  }

  private void remember(SimJob job) {
    note(job.id());
    tell(new Event.Submitted(masters.spec(job), "{}", masters.journal().of(job.id())));
  }

  private void lead(SimClusterAgent spoken) {
    if (spoken != null) {
      masters.standbys().withdraw(spoken, this);
      world.cluster().list();
    } else if (wishes != null) {
      tell(new Event.OfFleet(new FleetEvent.Joined(List.of())));
    } else {
      world.cluster().join();
    }
    tell(new Event.Leads(term, "", container, wishes != null, silentHost));
    host.afterMillis(LOOK_MILLIS, this::look);
  }

  private void note(JobId log) {
    Fact fact = new JobFact.TermTaken(term, "", world.schedule().moment().millis());
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

  /** It leads no more; its process goes on as another host. */
  void retire() {
    host.die();
    world.network().reset(host);
  }

  /** The process ends, with nothing more said or written. */
  void end() {
    if (host.isDead()) {
      return;
    }
    retire();
    if (world.scenario().hasStandby()) {
      masters.standbys().ended(this);
    }
  }

  /** Offers an event to the mailbox. */
  void tell(Event event) {
    host.take(() -> handle(event));
  }

  /** Offers an event of a job to the mailbox. */
  void tell(JobId job, JobEvent event) {
    tell(new Event.OfJob(job, event));
  }

  /** Takes an event now. */
  void handle(Event event) {
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
        if (masters.isSpeaker(this)) {
          ofFleet.action().to(world.cluster());
        } else if (wishes != null) {
          ofFleet.action().to(wishes);
        } // the cluster takes nothing from an attempt it gave up
      } else if (action instanceof Action.OfJob ofJob) {
        if (ofJob.action().isTrailing() && !unsafe.isEmpty()) {
          trailing.add(ofJob);
        } else {
          perform(ofJob);
        }
      } else if (action instanceof Action.OfSession ofSession) {
        ofSession.effect().to(masters.ofHistory());
      }
      if (this == masters.present() && masters.strikeAt(action)) {
        host.take(this::drain); // when it wakes, if it ever does
        return;
      }
    }
  }

  private void perform(Action.OfJob action) {
    if (action.action() instanceof JobEffect.Over && masters.ofHistory() != null) {
      host.afterMillis(50, () -> report(action.job()));
    }
    action.action().to(new SimEffects(world, this, world.job(action.job())));
  }

  /** The report of a job of the session is written. */
  private void report(JobId job) {
    if (this == masters.present()) {
      session.view(job).ifPresent(masters.ofHistory()::reported);
    }
    handle(new Event.Reported(job));
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
    boolean isSlow = isSlow(append);
    long millis = isSlow ? 500L + world.schedule().below(3000) : 1L + world.schedule().below(4);
    host.afterMillis(
        millis,
        () -> {
          if (flush()) {
            waitsForJournal = false;
            meanwhile = isSlow ? queue.stream().filter(SimMaster::isBlocking).count() : meanwhile;
            drain();
          }
        });
  }

  private static boolean isBlocking(Action action) {
    return action instanceof Action.Append append
        && append.durability() == Action.Durability.BEFORE_WHAT_FOLLOWS;
  }

  /** What was decided during a slow flush is not slow again: the store takes all of it at once. */
  private boolean isSlow(Action.Append append) {
    if (meanwhile > 0) {
      meanwhile--;
      return false;
    }
    return world.chaos().strikes(Fault.SLOW_JOURNAL, 5, append.fact().getClass().getSimpleName());
  }

  /** Whether everything appended so far is safe; a master that was superseded ends or follows. */
  boolean flush() {
    if (masters.journal().append(term, unsafe)) {
      unsafe.clear();
      List<Action.OfJob> waited = List.copyOf(trailing);
      trailing.clear();
      waited.forEach(this::perform);
      return true;
    }
    onSuperseded("appending");
    return false;
  }

  private void onSuperseded(String step) {
    world.chaos().hit("SUPERSEDED", step);
    if (!masters.standbys().followInstead(this)) {
      end();
    }
  }

  /** Looks whether another one has announced that it leads. */
  private void look() {
    if (masters.present().term().number() > term.number()) {
      onSuperseded("looking");
    } else {
      host.afterMillis(LOOK_MILLIS, this::look);
    }
  }

  /** A process of a job connects. */
  void accept(JobId job, Wire<FromMember, ToMember> wire) {
    connections.accept(job, wire);
  }

  /** The connections of the members. */
  MemberConnections connections() {
    return connections;
  }
}
