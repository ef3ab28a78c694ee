package trainer.it.simulation.process;

import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.testkit.Host;
import trainer.testkit.Wire;

/** A member's process: its session with the master, heartbeats, reconnecting and leaving. */
public abstract class SimMember {
  public static final int KILLED = 137;
  private static final long HEARTBEAT_MILLIS = 1000;
  private static final long PATIENCE_MILLIS = 5000;

  final World world;
  public final SimJob job;
  public final Role role;
  final int index;
  final String containerId;
  public final Host host;
  final long pid;
  private Wire<FromMember, ToMember> session;
  private Incarnation incarnation = Incarnation.NONE;
  private Term term = Term.NONE;
  private boolean welcome;
  private int sessions;

  /**
   * The term of the address it follows, first of the master that launched it: it looks for later
   * ones alone. Nor does it try a stale one twice.
   */
  private long findsSince;

  private boolean leaving;

  SimMember(World world, SimJob job, Role role, int index, String containerId) {
    this.world = world;
    this.job = job;
    this.role = role;
    this.index = index;
    this.containerId = containerId;
    this.host = new Host(containerId, world.schedule());
    this.pid = world.nextPid();
    this.findsSince = world.masters().present().term().number();
  }

  /** Where it stands in the protocol, for the table of faults. */
  public abstract String step();

  /** The master says something, after a welcome. */
  abstract void told(ToRole message);

  abstract int port();

  abstract int lanes();

  abstract long recordsComputed();

  /** The block it is at, or −1. */
  int block() {
    return -1;
  }

  /** The process stops for a while. */
  public void pause(long millis) {
    host.pause(millis);
  }

  /** Cuts the process off from the master for a while. */
  public void partition(long millis) {
    world.network().partition(host, world.masters().present().host(), millis);
  }

  void start() {
    connect();
    beat();
  }

  private void connect() {
    SimMaster master = world.masters().found(findsSince);
    if (master == null) {
      host.afterMillis(100L + world.schedule().below(900), this::connect);
      return;
    }
    boolean leads = master == world.masters().present();
    findsSince = Math.max(findsSince, leads ? master.term().number() : master.term().number() + 1);
    Wire<FromMember, ToMember> wire = world.network().connect(host, master.host());
    session = wire;
    welcome = false;
    host.afterMillis(
        PATIENCE_MILLIS,
        () -> {
          if (!welcome && wire == session) {
            wire.breakOff();
          }
        });
    wire.onFirst(message -> heard(wire, message), () -> lost(wire));
    master.accept(job.id(), wire);
    wire.sayFromFirst(
        new FromMember.Register(
            new FromMember.Identity(role, index, containerId, pid),
            new FromMember.Address("host-" + containerId, port(), lanes()),
            job.spec().datasetDigest(),
            incarnation));
  }

  /** The standby, to which it may have a second stream, says that it leads. */
  void learn(SimMaster next) {
    boolean hasStream = session != null && isWelcome() && world.schedule().below(4) > 0;
    if (hasStream && !world.network().isPartitioned(host, next.host())) {
      host.afterMillis(1L + world.schedule().below(200), () -> follow(next));
    }
  }

  private void follow(SimMaster next) {
    Wire<FromMember, ToMember> old = session;
    if (leaving || old == null || old.second() == next.host() || next.host().isDead()) {
      return;
    }
    if (next.term().number() >= findsSince) {
      world.note(host + " follows " + next.host());
      findsSince = next.term().number();
      session = null;
      old.breakOff();
      connect();
    }
  }

  private void heard(Wire<FromMember, ToMember> wire, ToMember message) {
    if (wire != session || leaving) {
      return;
    }
    if (message instanceof ToMember.Welcome welcome) {
      if (welcome.term().number() < term.number()) {
        wire.breakOff(); // a master that is superseded, and does not know yet
        return;
      }
      term = welcome.term();
      incarnation = welcome.incarnation();
      this.welcome = true;
      sessions++;
      world.note(host + " is welcome in term " + term + " as " + incarnation);
    } else if (message instanceof ToMember.Refused refused) {
      if (refused.term().number() < term.number()) {
        return;
      }
      world.note(host + " is refused: " + refused.reason());
      exit(1);
      return;
    } else if (message instanceof ToMember.Leave leave) {
      if (leave.term().number() < term.number()) {
        return;
      }
      leave();
      return;
    } else if (message instanceof ToMember.Probe probe) {
      say(new FromMember.Heartbeat(probe.number(), recordsComputed(), block()));
      return;
    }
    if (message instanceof ToRole passedOn) {
      Violation.unless(
          message.term().equals(term),
          Invariant.NoMemberForTwoMasters,
          () -> host + ", welcome in term " + term + ", obeys " + message);
      told(passedOn);
    }
  }

  private void lost(Wire<FromMember, ToMember> wire) {
    if (wire == session && !leaving) {
      world.note(host + " has lost its session");
      session = null;
      host.afterMillis(20L + world.schedule().below(150), this::connect);
    }
  }

  private void beat() {
    if (incarnation.number() != 0 && !leaving) {
      say(new FromMember.Heartbeat(0, recordsComputed(), block()));
    }
    host.afterMillis(HEARTBEAT_MILLIS, this::beat);
  }

  public boolean isWelcome() {
    return incarnation.number() != 0;
  }

  /** Whether it has lost a session: what was ordered over that may come again, and late. */
  boolean hasComeAgain() {
    return sessions > 1;
  }

  /** Whether the present master has made it welcome. */
  boolean isKnown() {
    return isWelcome() && term.equals(world.masters().present().term());
  }

  final void say(FromMember message) {
    if (session != null) {
      session.sayFromFirst(message);
      if (world.chaos().strikes(Fault.REPEATED_REPORT, 40, step())) {
        session.sayFromFirst(message);
      }
    }
  }

  /** Whether it takes its leave. */
  final boolean isLeaving() {
    return leaving;
  }

  /** Takes its leave of the master, and ends. */
  final void leave() {
    beforeLeaving();
    if (host.isDead()) {
      return;
    }
    leaving = true;
    say(new FromMember.Exiting(true));
    host.afterMillis(100, () -> exit(0));
  }

  /** What it does before its last word. */
  void beforeLeaving() {}

  /** The process ends. */
  public void exit(int code) {
    if (!host.isDead()) {
      kill();
      onEnded(code);
    }
  }

  /** The process ends without a word. */
  void kill() {
    host.die();
    world.network().reset(host);
  }

  /** The process has ended by itself. */
  void onEnded(int code) {
    world.cluster().processEnded(containerId, code);
  }

  public Wire<FromMember, ToMember> session() {
    return session;
  }

  /** The number the master gave it. */
  Incarnation incarnation() {
    return incarnation;
  }
}
