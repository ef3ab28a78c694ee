package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import trainer.core.random.SplitMix64;
import trainer.it.simulation.masters.AgentMessages;
import trainer.it.simulation.masters.SimClusterAgent;
import trainer.it.simulation.masters.SimStandby;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.Standby;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.session.Event;
import trainer.testkit.Host;
import trainer.testkit.SeededSchedule;
import trainer.testkit.Wire;

/**
 * The masters that follow the leader: standbys in containers, and on YARN the attempt that speaks
 * to the cluster for a leader in a container. Each leads once its leader is gone, or seems to be.
 */
public final class SimStandbys {
  private static final int SILENCE_MILLIS = 3000;

  /** A leader gives up a standby that is silent for so long: its timeout is 10 s. */
  private static final int GIVING_UP_MILLIS = SILENCE_MILLIS + 15_000;

  /** A member may be silent for so long, whoever leads: half of its timeout. */
  private static final int UNNOTICED_MILLIS = 5000;

  /** So many are killed alone, or together with the leader. */
  private static final int MOST = 6;

  private final World world;
  private final SimMasters masters;
  private final SeededSchedule schedule;
  private final List<SimStandby> following = new ArrayList<>();

  /** The following attempt of the cluster; null if there is none. */
  private SimStandby attempt;

  /** Whether masters are lost only while others follow. */
  private final boolean isPatient;

  private int attempts = 1;
  private int killed;
  private boolean isOver;

  /** Whether members have been cut off from a leader. */
  private boolean haveCutMembers;

  SimStandbys(World world, SimMasters masters) {
    this.world = world;
    this.masters = masters;
    this.schedule = world.schedule();
    this.isPatient = SplitMix64.of(world.scenario().seed(), 21).below(4) > 0;
  }

  private boolean isOnYarn() {
    return world.scenario().standby() == Standby.YARN;
  }

  /** Whether a leader in this container needs an attempt to speak to the cluster. */
  boolean isSpokenFor(String container) {
    return isOnYarn() && !container.isEmpty();
  }

  /** The attempt that speaks for the leader, if there is one. */
  Optional<SimStandby> attempt() {
    return Optional.ofNullable(attempt);
  }

  /** Whether the leader may be lost now: one follows, or the cluster starts another master. */
  boolean isLossSurvived() {
    boolean isFollowed = following.stream().anyMatch(one -> !one.host().isDead());
    return !isOver && (isFollowed || (isOnYarn() && !isPatient));
  }

  /** The process of a standby, which the cluster has just launched. */
  SimStandby launched(String container) {
    SimMaster leader = masters.present();
    Host host = new Host("standby in " + container, schedule);
    SimStandby standby = new SimStandby(host, container, leader.host(), null);
    following.add(standby);
    host.afterMillis(200L + schedule.below(600), () -> follow(standby, leader));
    return standby;
  }

  private void follow(SimStandby standby, SimMaster leader) {
    if (isOver || !following.contains(standby)) {
      return;
    }
    if (leader.host().isDead()) {
      lead(standby); // it ended before it could be followed
      return;
    }
    world.note(standby.host() + " follows " + leader.host());
    schedule.afterMillis(
        schedule.below(30), () -> leader.tell(new Event.Followed(standby.container())));
  }

  /** A master's process has ended, on purpose or not. */
  void ended(SimMaster master) {
    if (isOver) {
      return;
    }
    if (!master.container().isEmpty()) {
      world.cluster().processEnded(master.container(), SimMember.KILLED);
    }
    if (masters.isSpeaker(master)) {
      startAttemptSoon();
    }
    for (SimStandby one : List.copyOf(following)) {
      if (one.leader() == master.host()) {
        one.host().afterMillis(20L + schedule.below(300), () -> lead(one));
      }
    }
  }

  private void startAttemptSoon() {
    if (isOnYarn()) {
      schedule.afterMillis(300L + schedule.below(3000), this::startAttempt);
    }
  }

  /** The cluster starts an attempt, which follows a leader that it finds. */
  void startAttempt() {
    if (isOver) {
      return;
    }
    attempts++;
    world.cluster().attemptLost();
    SimMaster leader = masters.present();
    boolean isFound = leader.wishes() != null && leader.isAnswering() && !schedule.oneIn(8);
    if (!isFound) {
      world.chaos().hit("ATTEMPT", "leads");
      masters.lead(new Host("attempt " + attempts, schedule), "", null);
      return;
    }
    world.chaos().hit("ATTEMPT", "follows");
    speakFor(leader, "attempt " + attempts, world.cluster()::join);
  }

  private void speakFor(SimMaster leader, String name, Runnable listing) {
    SimClusterAgent speaker =
        new SimClusterAgent(name, world.cluster(), world.cluster()::isRunning);
    attempt = new SimStandby(new Host(name, schedule), "", leader.host(), speaker);
    following.add(attempt);
    masters.speak(null);
    world.note(name + " speaks for " + leader.host());
    listing.run();
    connect(attempt, leader);
    follow(attempt, leader);
  }

  /**
   * An attempt that was superseded follows the leader, in its process, and speaks for it.
   *
   * @return whether it does; otherwise it ends
   */
  boolean followInstead(SimMaster superseded) {
    SimMaster leader = masters.present();
    boolean isFound = leader != superseded && leader.wishes() != null && leader.isAnswering();
    if (isOver || !isOnYarn() || !masters.isSpeaker(superseded) || !isFound || schedule.oneIn(4)) {
      return false;
    }
    world.chaos().hit("ATTEMPT", "superseded");
    superseded.retire();
    world.cluster().startOver();
    speakFor(leader, superseded.host() + " again", world.cluster()::list);
    return true;
  }

  private void connect(SimStandby speaking, SimMaster leader) {
    if (!speaking.equals(attempt) || leader.host().isDead()) {
      return;
    }
    Wire<AgentMessages.News, AgentMessages.Order> wire =
        world.network().connect(speaking.host(), leader.host());
    leader.wishes().accept(wire);
    speaking
        .speaker()
        .speak(
            wire,
            () ->
                speaking
                    .host()
                    .afterMillis(50L + schedule.below(500), () -> connect(speaking, leader)));
    world.cluster().list();
  }

  /** A leader does not answer its followers for a while: they lead when that is too long. */
  void silent(SimMaster leader) {
    for (SimStandby one : List.copyOf(following)) {
      if (one.leader() == leader.host()) {
        one.host()
            .afterMillis(
                SILENCE_MILLIS + schedule.below(500),
                () -> {
                  if (!leader.isAnswering()
                      || world.network().isPartitioned(one.host(), leader.host())) {
                    lead(one);
                  }
                });
      }
    }
  }

  /** Cuts a leader off from those that follow it, while it reaches most others. */
  void cutOff(SimMaster leader, long millis) {
    for (SimStandby one : following) {
      world.network().partition(one.host(), leader.host(), millis);
    }
    // One that is cut off for long or twice, or whose stream breaks meanwhile, is rightly lost.
    boolean mayLoseMembers = !world.scenario().losesOnlyMasters();
    long ofMembers = mayLoseMembers ? millis : Math.min(millis, UNNOTICED_MILLIS);
    boolean mayCutMembers =
        mayLoseMembers || !(haveCutMembers || world.chaos().has(Fault.STREAM_BREAK));
    for (SimMember member : world.cluster().processes()) {
      if (mayCutMembers && schedule.oneIn(4)) {
        haveCutMembers = true;
        world.network().partition(member.host, leader.host(), ofMembers);
      }
    }
  }

  /** The cluster gives up the attempt in which a leader runs, and starts another one. */
  void giveUp(SimMaster leader) {
    schedule.afterMillis(
        500L + schedule.below(5000),
        () -> {
          if (isOnYarn() && masters.isSpeaker(leader) && !leader.host().isDead()) {
            schedule.afterMillis(schedule.below(8000), leader::end); // its next heartbeat tells it
            startAttempt();
          }
        });
  }

  private void lead(SimStandby standby) {
    if (isOver || !following.remove(standby)) {
      return;
    }
    SimMaster before = masters.present();
    world.chaos().hit("STANDBY_LEADS", before.host().isDead() ? "after a death" : "beside another");
    if (standby.isAttempt()) {
      masters.lead(standby.host(), "", takeSpeaker());
    } else {
      masters.lead(standby.host(), standby.container(), null);
    }
    if (world.chaos().has(Fault.MASTER_CRASH) && schedule.oneIn(3)) {
      SimMaster next = masters.present();
      next.host()
          .afterMillis(
              schedule.below(100),
              () -> {
                if (next == masters.present() && masters.mayBeLost()) {
                  world.chaos().hit("MASTER_CRASH", "just leads");
                  masters.crash();
                }
              });
    }
  }

  private SimClusterAgent takeSpeaker() {
    SimClusterAgent speaker = attempt.speaker();
    attempt = null;
    return speaker;
  }

  /** An attempt that has spoken for another master leads: the wishes of that one are void. */
  void withdraw(SimClusterAgent speaker, SimMaster next) {
    SimCluster cluster = world.cluster();
    List<FleetEvent> left = speaker.end();
    speaker.agent().open().forEach(ask -> cluster.on(new FleetAction.CancelAsk(ask)));
    speaker.agent().unlaunched().forEach(id -> cluster.on(new FleetAction.Release(id)));
    speaker.agent().avoid(Set.of());
    left.forEach(event -> next.tell(new Event.OfFleet(event)));
  }

  /** A process that follows is killed. */
  void kill(SimStandby standby) {
    if (!following.remove(standby)) {
      return;
    }
    standby.host().die();
    world.network().reset(standby.host());
    world.note(standby.host() + " is killed");
    if (standby.equals(attempt)) {
      attempt = null;
      startAttemptSoon();
    }
  }

  /** Strikes a process that follows, as the scenario allows. */
  public void strike() {
    if (following.isEmpty() || isOver) {
      return;
    }
    SimStandby one = following.get(schedule.below(following.size()));
    String step = one.isAttempt() ? "attempt" : "standby";
    if (one.isAttempt() && one.speaker().wire() != null) {
      if (world.chaos().strikes(Fault.STREAM_BREAK, 20, step)) {
        one.speaker().wire().breakOff();
      }
    }
    if (world.chaos().strikes(Fault.MASTER_PAUSE, 40, step)) {
      one.host().pause(500L + schedule.below(8000));
    }
    boolean mayHang =
        !one.isAttempt()
            && !one.host().isPaused()
            && masters.present().isAnswering()
            && world.chaos().has(Fault.MASTER_SUPERSEDED);
    if (killed < MOST && mayHang && schedule.oneIn(120)) {
      hang(one);
      return;
    }
    boolean isNeeded = masters.present().host().isDead() && !isOnYarn();
    if (killed < MOST && !isNeeded && world.chaos().has(Fault.MASTER_CRASH)) {
      strikeDead(one, step);
    }
  }

  /** A standby stops for a while; its leader notices after some time, and may give it up. */
  private void hang(SimStandby one) {
    killed++;
    world.note(one.host() + " hangs");
    world.chaos().hit("STANDBY_HANGS", "standby");
    int millis = 5_000 + schedule.below(40_000);
    world.disturb(millis + 10_000);
    one.host().pause(millis);
    one.host().take(() -> follow(one, masters.present())); // when it goes on
    SimMaster leader = masters.present();
    schedule.afterMillis(SILENCE_MILLIS, () -> leader.tell(new Event.Unfollowed(one.container())));
    int lost = masters.lost();
    if (millis > GIVING_UP_MILLIS && !world.chaos().has(Fault.SLOW_JOURNAL)) {
      schedule.afterMillis(
          GIVING_UP_MILLIS,
          () -> {
            boolean isLeft = masters.lost() == lost && masters.present() == leader;
            if (isLeft && !isOver && following.contains(one)) {
              masters.checks().hungFor(one.container());
            }
          });
    }
  }

  private void strikeDead(SimStandby one, String step) {
    if (schedule.oneIn(60)) {
      killed++;
      world.chaos().hit("STANDBY_CRASH", step);
      killProcess(one);
    } else if (isOnYarn() && schedule.oneIn(60) && masters.mayBeLost()) {
      killed++;
      world.chaos().hit("STANDBY_CRASH", step + " and leader");
      List.copyOf(following).forEach(this::killProcess);
      masters.crash();
    }
  }

  private void killProcess(SimStandby standby) {
    kill(standby);
    if (!standby.isAttempt()) {
      world.cluster().processEnded(standby.container(), SimMember.KILLED);
    }
  }

  /** The process in a container is stopped: it follows, or it leads. */
  void stop(SimStandby standby) {
    kill(standby);
    masters.of(standby.host()).ifPresent(SimMaster::end);
  }

  /** All jobs are over, and the leader dismisses those that follow. */
  void dismiss() {
    isOver = true;
    SimMaster leader = masters.present();
    world.cluster().dismissStandbys(!masters.isSpeaker(leader) || leader.host().isDead());
  }
}
