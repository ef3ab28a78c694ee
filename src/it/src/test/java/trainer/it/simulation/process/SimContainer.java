package trainer.it.simulation.process;

import java.util.Set;
import trainer.core.fact.FleetFact;
import trainer.core.job.Role;
import trainer.it.simulation.checks.SimJournal;
import trainer.it.simulation.masters.SimStandby;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.testkit.SeededSchedule;

/** A container of the {@link SimCluster}, from its grant to its end. */
final class SimContainer {
  private static final Set<String> GIVEN_UP =
      Set.of(FleetFact.ContainerNoted.RELEASED, FleetFact.ContainerNoted.ENDED);

  final String id;
  final String host;

  /** The role that it was requested for. */
  final Role role;

  SimMember process;

  /** The master in it, which follows or leads; null in any other container. */
  SimStandby standby;

  FleetAction.Launch launch;
  boolean launched;
  boolean running;

  /** Whether a master has released it, or lost it before it ran. */
  boolean released;

  /** Whether the leader had given it up before the cluster was asked for anything again. */
  boolean leaving;

  /** Whether the cluster has not listed it yet to the attempt after the one it was granted to. */
  boolean unlisted;

  private boolean adopted;

  boolean completed;
  FleetEvent.Completed end;

  /** Whether a master has received its end. */
  boolean reported;

  SimContainer(String id, String host, Role role) {
    this.id = id;
    this.host = host;
    this.role = role;
  }

  @Override
  public String toString() {
    return id
        + (", for a " + role.word())
        + (launched ? ", launched" : "")
        + (released ? ", released" : "")
        + (leaving ? ", given up" : "")
        + (unlisted ? ", not listed" : "")
        + (completed ? ", ended" : "");
  }

  /** Whether a live process is in it. */
  boolean isAlive() {
    return process != null && !process.host.isDead();
  }

  /** The cluster lists it to an attempt, or is to do so later. */
  void list(boolean isLate) {
    unlisted = isLate;
    adopted |= !isLate;
  }

  /** Whether it is there for all that the attempt knows. */
  boolean isListed() {
    return (launched || adopted) && !completed;
  }

  /** Whether it was granted and neither launched nor given back. */
  boolean isUnused() {
    return !launched && !released && !completed;
  }

  /** Whether its release is recorded, or that it was missed for too long. */
  boolean isGivenUp(SimJournal journal) {
    return journal
        .find(
            null,
            FleetFact.ContainerNoted.class,
            noted -> noted.containerId().equals(id) && GIVEN_UP.contains(noted.step()))
        .isPresent();
  }

  /** A released scorer may live on for a while, and writes files meanwhile. */
  int stopMillis(SeededSchedule schedule) {
    return process instanceof SimScorer && schedule.oneIn(2) ? schedule.below(10_000) : 10;
  }

  /** Whether the master in it lives. */
  boolean hasMaster() {
    return standby != null && !standby.host().isDead();
  }

  /** Whether a standby was launched in it, and it has neither ended nor is to end. */
  boolean isKeptForStandby() {
    return launch != null && role == Role.STANDBY && !released && !leaving && !completed;
  }

  /** Whether it counts as a member of a role of a job. */
  boolean isKept(SimJob job, Role role) {
    return launch != null
        && !released
        && !leaving
        && !completed
        && launch.job().equals(job.id())
        && launch.role() == role;
  }
}
