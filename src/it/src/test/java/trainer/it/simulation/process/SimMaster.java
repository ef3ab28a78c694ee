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
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimHosts;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.testkit.Host;
import trainer.testkit.Wire;

/** One master's shell around the real session: mailbox, journal, streams. */
public final class SimMaster {
  private final World world;
  private final SimMasters masters;
  private final Term term;
  private final Host host;
  private final Session session = new Session();
  private final List<Action.Append> unsafe = new ArrayList<>();
  private final Queue<Action> queue = new ArrayDeque<>();

  /** What waits until all of {@link #unsafe} is safe. */
  private final List<Action.OfJob> trailing = new ArrayList<>();

  private final MemberConnections connections;
  private boolean waitsForJournal;
  private long tickAt = Long.MAX_VALUE;

  SimMaster(World world, SimMasters masters, Term term) {
    this.world = world;
    this.masters = masters;
    this.term = term;
    this.host = new Host("master of term " + term, world.schedule());
    this.connections = new MemberConnections(host, world.schedule(), this::tell);
  }

  public Host host() {
    return host;
  }

  Session session() {
    return session;
  }

  Term term() {
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
    tell(new Event.OfFleet(new FleetEvent.ClusterSized(SimHosts.ALL.size(), 1 << 20)));
    tell(job.id(), new JobEvent.Started(term));
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

  /** The process ends, with nothing more said or written. */
  void end() {
    host.die();
    world.network().reset(host);
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
    action.action().to(new SimEffects(world, this, world.job(action.job())));
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

  /** A process of a job connects. */
  void accept(JobId job, Wire<FromMember, ToMember> wire) {
    connections.accept(job, wire);
  }

  /** The connections of the members. */
  MemberConnections connections() {
    return connections;
  }
}
