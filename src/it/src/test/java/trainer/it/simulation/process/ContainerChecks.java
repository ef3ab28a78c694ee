package trainer.it.simulation.process;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.SessionFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.it.simulation.checks.SimJournal;
import trainer.it.simulation.checks.WantedMembers;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimHosts;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetAction;

/** Checks the containers of a history at each request of a master, and at the end. */
final class ContainerChecks {
  private final World world;
  private final Collection<SimContainer> containers;

  /**
   * @param containers all that were ever granted; the cluster adds to them
   */
  ContainerChecks(World world, Collection<SimContainer> containers) {
    this.world = world;
    this.containers = containers;
  }

  /**
   * Checks a request.
   *
   * @param open all requests that are open, this one included
   */
  void requested(FleetAction.Ask action, Collection<FleetAction.Ask> open) {
    if (action.role() == Role.WORKER) {
      assertPserversRegistered(action);
    }
    if (action.role() == Role.STANDBY) {
      assertOneStandby(action, open);
      return;
    }
    Violation.unless(
        action.role() == Role.WORKER
            || !world.scenario().jobs().stream().allMatch(ContainerChecks::hasNoPservers),
        Invariant.NoPserversToScore,
        "all jobs score by themselves, and a pserver is requested: " + action);
    assertNoneTooMany(action, open);
  }

  /** Checks {@link Invariant#OneStandby} at a request for one. */
  private void assertOneStandby(FleetAction.Ask last, Collection<FleetAction.Ask> open) {
    String own = world.masters().present().container();
    List<String> others =
        containers.stream()
            .filter(container -> container.isKeptForStandby() && !container.id.equals(own))
            .map(container -> container.id)
            .toList();
    long asked = open.stream().filter(ask -> ask.role() == Role.STANDBY).count();
    int attempts = world.masters().standbys().attempt().isPresent() ? 1 : 0;
    Violation.unless(
        asked + others.size() + attempts <= 1,
        Invariant.OneStandby,
        () ->
            "%d requested, there are %s, %d attempts follow, and the leader is in '%s': %s"
                .formatted(asked, others, attempts, own, last));
  }

  private static boolean hasNoPservers(SimJob job) {
    return job.isScoring() && !job.isServed();
  }

  /** Checks {@link Invariant#NoWorkerBeforeLastPserver} at a request for a worker. */
  private void assertPserversRegistered(FleetAction.Ask action) {
    for (SimJob job : world.scenario().owners()) {
      if (isOf(job, action) && !job.id().isSession()) {
        Violation.unless(
            world.masters().checks().registered(job.id(), Role.PSERVER)
                // More may be wanted since the request, which has waited for the journal.
                >= wanted().fewest(job, Role.PSERVER),
            Invariant.NoWorkerBeforeLastPserver,
            job.id() + ": a worker is asked for before every pserver has registered");
        world
            .masters()
            .journal()
            .require(job.id(), TrainingFact.MapDefined.class, fact -> true, action);
      }
    }
  }

  /**
   * Checks {@link Invariant#NoDuplicateAsk}. The count before the latest change is allowed as well:
   * the record of the change may be safe before an earlier request is performed. A master may be
   * lost between the record of a release and the release: its successor requests another container
   * at once, and repeats the release when the cluster reports the old one as running.
   */
  private void assertNoneTooMany(FleetAction.Ask last, Collection<FleetAction.Ask> open) {
    int most = 0;
    int there = 0;
    for (SimJob job : world.scenario().owners()) {
      if (last.role() == Role.PSERVER || isOf(job, last)) {
        most += wanted().lastTwo(job, last.role()).size();
        there += running(job, last.role());
      }
    }
    long asked =
        open.stream()
            .filter(
                ask -> ask.role() == last.role() && (isOfPserver(last) || areOfOneJob(ask, last)))
            .count();
    Violation.unless(
        there + asked <= most,
        Invariant.NoDuplicateAsk,
        asked + " requested, " + there + " there, " + most + " wanted: " + last);
  }

  private static boolean isOfPserver(FleetAction.Ask ask) {
    return ask.role() == Role.PSERVER;
  }

  private boolean areOfOneJob(FleetAction.Ask one, FleetAction.Ask other) {
    return world.scenario().owners().stream().anyMatch(job -> isOf(job, one) && isOf(job, other));
  }

  /** By its size, which is half as much more after each time that memory was too little. */
  private boolean isOf(SimJob job, FleetAction.Ask ask) {
    int first = job.id().isSession() ? world.scenario().pool().memoryMb() : job.workerMemoryMb();
    return List.of(first, (first * 3 + 1) / 2, first * 2).contains(ask.memoryMb());
  }

  private WantedMembers wanted() {
    return new WantedMembers(world.masters().journal());
  }

  /** Counts the kept containers at wanted places; others may still be there that are to go. */
  private int running(SimJob job, Role role) {
    Set<Integer> places = wanted().lastTwo(job, role);
    return (int)
        containers.stream()
            .filter(container -> container.isKept(job, role))
            .filter(container -> places.contains(container.launch.index()))
            .count();
  }

  /**
   * Checks {@link Invariant#AvoidedAreNoted}. A record at any time is enough: a later one may free
   * the host before the cluster receives either instruction.
   */
  void avoided(Set<String> avoided) {
    for (String host : avoided) {
      Violation.unless(
          noted(host).anyMatch(standing -> !standing.equals(FleetFact.NodeNoted.FREE)),
          Invariant.AvoidedAreNoted,
          host + " is avoided, and in the journal it was always free");
    }
    Violation.unless(
        avoided.size() * 3 < SimHosts.ALL.size(),
        Invariant.AvoidedAreNoted,
        "too many: " + avoided);
  }

  /** The latest standing of a host in the journal. */
  String standing(String host) {
    return noted(host).reduce((before, after) -> after).orElse(FleetFact.NodeNoted.FREE);
  }

  private Stream<String> noted(String host) {
    return world.masters().journal().of(null).stream()
        .filter(FleetFact.NodeNoted.class::isInstance)
        .map(FleetFact.NodeNoted.class::cast)
        .filter(noted -> noted.host().equals(host))
        .map(FleetFact.NodeNoted::standing);
  }

  /**
   * Checks {@link Invariant#EveryGrantUsedOrReturned}, {@link Invariant#NoPserversToScore} and the
   * host of a launch.
   */
  void launched(SimContainer container, FleetAction.Launch action, Set<String> avoided) {
    Violation.unless(
        action.role() != Role.PSERVER || !hasNoPservers(world.job(action.job())),
        Invariant.NoPserversToScore,
        action.job() + " scores, and a pserver is launched: " + action);
    Violation.unless(
        container != null && !container.launched && !container.released,
        Invariant.EveryGrantUsedOrReturned,
        "launch of a container that is not ours to launch: " + action);
    Violation.unless(
        !avoided.contains(container.host),
        Invariant.AvoidedGetsNothing,
        "launch on " + container.host + ", which the cluster is to avoid: " + action);
  }

  /** Checks {@link Invariant#ContainersKept} and {@link Invariant#LeaderStays} at a release. */
  void released(SimContainer container) {
    Violation.unless(
        container.standby == null
            || container.standby.host() != world.masters().present().host()
            || container.standby.host().isDead(),
        Invariant.LeaderStays,
        container.id + " was released, and the leader is in it");
    if (container.isAlive() && world.scenario().losesOnlyMasters() && !isMissed(container)) {
      JobId job = container.launch.job();
      SimJournal journal = world.masters().journal();
      Violation.unless(
          job.isSession()
              ? journal.find(null, SessionFact.EndAsked.class, fact -> true).isPresent()
              : journal.find(job, EndingFact.EndDecided.class, fact -> true).isPresent(),
          Invariant.ContainersKept,
          container.id + " was released while its job goes on");
    }
  }

  /**
   * Whether it is on the host of a leader that fell silent, and has not come to the next one. That
   * one has recorded its release; the master after it may carry the release out.
   */
  private boolean isMissed(SimContainer container) {
    Term term = termOfRelease(container);
    boolean isByPresent = term.equals(world.masters().present().term());
    return container.host.equals(world.masters().silentHost(term))
        && (!isByPresent || !container.process.isKnown());
  }

  /** The term in which the release of a container was recorded. */
  private Term termOfRelease(SimContainer container) {
    Term term = Term.NONE;
    for (Fact fact : world.masters().journal().of(null)) {
      if (fact instanceof JobFact.TermTaken taken) {
        term = taken.term();
      } else if (fact instanceof FleetFact.ContainerNoted noted
          && noted.containerId().equals(container.id)
          && noted.step().equals(FleetFact.ContainerNoted.RELEASED)) {
        return term;
      }
    }
    return world.masters().present().term();
  }

  /** Checks {@link Invariant#NothingOutlivesItsJob}. */
  void jobOver(JobId job, List<SimMember> processes) {
    for (SimMember process : processes) {
      Violation.unless(
          !process.job.id().equals(job),
          Invariant.NothingOutlivesItsJob,
          process.host + " lives after the end of " + job);
    }
  }

  /** Checks {@link Invariant#EveryGrantUsedOrReturned} when all jobs are over. */
  void allOver(Collection<FleetAction.Ask> open) {
    for (SimContainer container : containers) {
      Violation.unless(
          container.completed && (container.launched || container.released),
          Invariant.EveryGrantUsedOrReturned,
          container + " was neither used nor returned");
    }
    Violation.unless(
        open.isEmpty(), Invariant.EveryGrantUsedOrReturned, "still requested: " + open);
  }
}
