package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.it.simulation.checks.MasterChecks;
import trainer.it.simulation.checks.SimJournal;
import trainer.it.simulation.masters.SimClusterAgent;
import trainer.it.simulation.masters.SimStandby;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimHosts;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobView;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.master.session.api.SessionEffect;
import trainer.testkit.Host;

/** The masters of a history, one after the other, and the state store they lead by. */
public final class SimMasters {
  /** So many in a row may be lost without any of them having got a job further. */
  private static final int IN_A_ROW = 2;

  private static final int MOST = 4;

  /** The same with a standby, which leads long before a job is further. */
  private static final int IN_A_ROW_WITH_STANDBY = 7;

  private static final int MOST_WITH_STANDBY = 14;

  /** Of a loss between two things that a master does. */
  private static final int ODDS = 100;

  private final World world;
  private final SimJournal journal = new SimJournal();
  private final MasterChecks checks;
  private final List<SimJob> jobs = new ArrayList<>();
  private final SimSession session;
  private final SimStandbys standbys;
  private final List<SimMaster> all = new ArrayList<>();
  private SimMaster present;

  /** The leader that may speak to the cluster; null where an attempt does for it. */
  private SimMaster speaker;

  private SimMaster awake;
  private final int odds;
  private boolean hasBegun;
  private int lost;
  private int inARow;
  private final Map<JobId, Long> progress = new HashMap<>();

  SimMasters(World world) {
    this.world = world;
    this.checks = new MasterChecks(journal, world.checks(), world.scaleRequests());
    Term first = journal.takeTerm();
    Host host = new Host("master of term " + first, world.schedule());
    this.present = new SimMaster(world, this, first, host, "", "");
    this.speaker = present;
    this.standbys = new SimStandbys(world, this);
    boolean isOfSession = world.scenario().jobs().size() > 1 || world.scenario().hasPool();
    this.session = isOfSession ? new SimSession(world, journal) : null;
    this.odds = ODDS * world.scenario().slowdown();
  }

  public SimJournal journal() {
    return journal;
  }

  public MasterChecks checks() {
    return checks;
  }

  public SimMaster present() {
    return present;
  }

  public Session session() {
    return present.session();
  }

  public SimStandbys standbys() {
    return standbys;
  }

  /** Whether this master speaks to the cluster itself. */
  boolean isSpeaker(SimMaster master) {
    return master == speaker;
  }

  /** From now on this one speaks to the cluster; null: the attempt that follows the leader. */
  void speak(SimMaster next) {
    speaker = next;
  }

  /** Whether a process is there that takes the cluster's events. */
  boolean isHeard() {
    return speaker == null
        ? standbys.attempt().filter(one -> !one.host().isDead()).isPresent()
        : !speaker.host().isDead();
  }

  /** Offers an event of the cluster to the process that speaks to it, or it is lost. */
  void happened(FleetEvent event) {
    if (speaker != null) {
      speaker.tell(new Event.OfFleet(event));
    } else {
      standbys.attempt().ifPresent(one -> one.host().take(() -> happened(one, event)));
    }
  }

  /** An attempt is awake again, and may lead by now. */
  private void happened(SimStandby attempt, FleetEvent event) {
    if (standbys.attempt().filter(attempt::equals).isPresent()) {
      attempt.speaker().happened(event);
    } else {
      happened(event);
    }
  }

  /** The master that runs on a host: the present one, or one before it. */
  Optional<SimMaster> of(Host host) {
    return all.stream().filter(one -> one.host() == host).findFirst();
  }

  /** The host of the leader before a term that fell silent; empty if none did. */
  String silentHost(Term term) {
    return all.stream()
        .filter(one -> one.term().equals(term))
        .map(SimMaster::silentHost)
        .findFirst()
        .orElse("");
  }

  /**
   * Where a member finds a master now, or null.
   *
   * @param since the oldest term that it may find, though it is superseded and does not know yet
   */
  SimMaster found(long since) {
    boolean awakeToo = awake != null && awake.term().number() >= since && !awake.host().isDead();
    SimMaster found = awakeToo && world.schedule().oneIn(4) ? awake : present;
    return found.host().isDead() ? null : found;
  }

  /** The first master begins the session, unless one has. */
  public void begin() {
    if (!hasBegun) {
      hasBegun = true;
      present.start(session, null);
    }
  }

  public void submit(SimJob job) {
    jobs.add(job);
    if (session != null) {
      begin();
      session.submit(job);
    } else {
      present.start(job, null);
    }
  }

  /** The session of a history with several jobs; null in one with a single job. */
  SimSession ofHistory() {
    return session;
  }

  /** A job as its masters are given it. */
  JobSpec spec(SimJob job) {
    return session == null ? world.scenario().only(job) : job.spec();
  }

  /** Whether every job is over, and the session that carries them. */
  boolean isOver() {
    boolean areAllOver = checks.over().size() == world.scenario().jobs().size();
    return areAllOver && (session == null || session.isOver());
  }

  /** The newest view of a job, by the present master or from before its end was noted. */
  public Optional<JobView> view(JobId job) {
    Optional<JobView> seen = present.session().view(job);
    return seen.isPresent() || session == null ? seen : Optional.ofNullable(session.last(job));
  }

  /** Offers an event to the present master's mailbox; what nobody is there to take is lost. */
  public void tell(Event event) {
    present.tell(event);
  }

  /** Whether the loss of a master is within what has to be survived. */
  public boolean mayBeLost() {
    boolean hasStandby = world.scenario().hasStandby();
    return !present.host().isDead()
        && !present.host().isPaused()
        && lost < (hasStandby ? MOST_WITH_STANDBY : MOST)
        && (inARow < (hasStandby ? IN_A_ROW_WITH_STANDBY : IN_A_ROW) || areFurther())
        && (!hasStandby || standbys.isLossSurvived());
  }

  /** How often a master was lost, or taken for lost. */
  int lost() {
    return lost;
  }

  private boolean areFurther() {
    return jobs.stream()
        .map(SimJob::id)
        .filter(job -> !checks.over().containsKey(job))
        .allMatch(job -> journal.progress(job) > progress.getOrDefault(job, 0L));
  }

  /** Whether the present master is lost just here, between two things that it does. */
  boolean strikeAt(Action action) {
    boolean isShow =
        (action instanceof Action.OfJob of && of.action() instanceof JobEffect.Show)
            || (world.scenario().hasPool()
                && action instanceof Action.OfSession ofSession
                && ofSession.effect() instanceof SessionEffect.Show);
    if (isShow) {
      return false; // nobody but people sees it
    }
    boolean dies = world.chaos().has(Fault.MASTER_CRASH) && world.schedule().oneIn(odds);
    boolean sleeps = world.chaos().has(Fault.MASTER_SUPERSEDED) && world.schedule().oneIn(odds);
    if ((!dies && !sleeps) || !mayBeLost()) {
      return false;
    }
    world.chaos().hit((dies ? Fault.MASTER_CRASH : Fault.MASTER_SUPERSEDED).name(), step(action));
    if (dies) {
      crash();
    } else {
      supersede();
    }
    return true;
  }

  private static String step(Action action) {
    if (action instanceof Action.Append append) {
      return append.fact().getClass().getSimpleName();
    } else if (action instanceof Action.OfJob of) {
      return of.action() instanceof JobEffect.Send send
          ? send.message().getClass().getSimpleName()
          : of.action().getClass().getSimpleName();
    } else if (action instanceof Action.OfSession of) {
      return of.effect().getClass().getSimpleName();
    }
    return ((Action.OfFleet) action).action().getClass().getSimpleName();
  }

  private void countLoss() {
    lost++;
    inARow = areFurther() ? 1 : inARow + 1;
    jobs.forEach(job -> progress.put(job.id(), journal.progress(job.id())));
  }

  /** The present master stops for a while. */
  public void pause(long millis) {
    if (world.scenario().hasStandby()) {
      if (mayBeLost()) {
        countLoss();
        standbys.silent(present);
      } else {
        return;
      }
    }
    world.disturb(millis);
    world.deaths().onDoubt();
    present.host().pause(millis);
  }

  /** The master's process dies; the cluster starts another one. */
  public void crash() {
    countLoss();
    world.note(present.host() + " dies");
    present.die();
    if (world.scenario().hasStandby()) {
      return;
    }
    world.schedule().afterMillis(300L + world.schedule().below(3000), this::startNext);
  }

  /** The master is stopped for a while, is taken for dead, and wakes up when another one leads. */
  public void supersede() {
    if (world.scenario().hasStandby()) {
      silence();
      return;
    }
    countLoss();
    world.note(present.host() + " is stopped and superseded");
    awake = present;
    Host host = awake.host();
    long millis = 3000L + world.schedule().below(20_000);
    world.disturb(millis + 10_000);
    host.pause(millis);
    // Once awake, it works until an append is refused, or its next heartbeat to the cluster is.
    SimMaster superseded = present;
    world.schedule().afterMillis(millis + world.schedule().below(1500), superseded::end);
    world.schedule().afterMillis(500L + world.schedule().below(2000), this::startNext);
    // Its connections stand until somebody notices that it does not answer, or it ends itself.
    world
        .network()
        .of(host)
        .forEach(
            wire ->
                world
                    .schedule()
                    .afterMillis(500L + world.schedule().below(10_000), wire::breakOff));
  }

  /** The leader is stopped, or cut off from those that follow it, and they take it for dead. */
  private void silence() {
    countLoss();
    SimMaster leader = present;
    long millis = 3500L + world.schedule().below(20_000);
    world.disturb(millis + 10_000);
    if (world.schedule().oneIn(2)) {
      world.note(leader.host() + " is stopped");
      leader.host().pause(millis);
    } else {
      world.note(leader.host() + " is cut off from those that follow");
      standbys.cutOff(leader, millis);
    }
    standbys.silent(leader);
    if (isSpeaker(leader) && world.schedule().oneIn(4)) {
      standbys.giveUp(leader);
    }
  }

  private void startNext() {
    world.cluster().attemptLost();
    Term term = journal.takeTerm();
    lead(term, new Host("master of term " + term, world.schedule()), "", null);
  }

  /**
   * A process takes the next term, and leads.
   *
   * @param container in which it runs; empty for an attempt
   * @param spoken what it did for the leader before it; null if nothing
   */
  void lead(Host host, String container, SimClusterAgent spoken) {
    lead(journal.takeTerm(), host, container, spoken);
  }

  private void lead(Term term, Host host, String container, SimClusterAgent spoken) {
    String silentHost = "";
    if (world.scenario().hasStandby() && !present.host().isDead()) {
      awake = present;
      silentHost = SimHosts.ALL.get(world.schedule().below(SimHosts.ALL.size()));
    }
    present = new SimMaster(world, this, term, host, container, silentHost);
    all.add(present);
    world.note(present.host() + " takes over in term " + term);
    if (!standbys.isSpokenFor(container)) {
      if (spoken == null && !container.isEmpty()) {
        world.cluster().attemptLost(); // what the one before has asked for
      }
      speaker = present;
    }
    world.disturb(0);
    world.deaths().onDoubt();
    if (session != null) {
      hasBegun = true;
      present.start(session, spoken);
    } else {
      jobs.forEach(job -> present.start(job, spoken));
    }
    if (world.scenario().hasStandby()) {
      world.cluster().processes().forEach(member -> member.learn(present));
    }
  }

  /** All jobs are over: no standby is needed. */
  public void dismissStandbys() {
    if (world.scenario().hasStandby()) {
      standbys.dismiss();
    }
  }

  /** The journal holds whatever is still on its way. */
  public void settle() {
    present.flush();
  }
}
