package trainer.it.simulation;

import java.util.List;
import trainer.core.fact.TrainingFact;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.it.simulation.process.SimCluster;
import trainer.it.simulation.process.SimMasters;
import trainer.it.simulation.process.SimMember;
import trainer.it.simulation.process.SimPoolWorker;
import trainer.it.simulation.process.SimPserver;
import trainer.it.simulation.process.SimWorker;
import trainer.it.simulation.process.World;
import trainer.it.simulation.scenario.Chaos;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.testkit.Network;
import trainer.testkit.SeededSchedule;
import trainer.testkit.Wire;

/** Strikes processes and connections of a history, as its scenario allows. */
final class FaultInjector {
  private final World world;
  private final SeededSchedule schedule;
  private final Network network;
  private final Chaos chaos;
  private final SimCluster cluster;
  private final SimMasters masters;

  FaultInjector(World world) {
    this.world = world;
    this.schedule = world.schedule();
    this.network = world.network();
    this.chaos = world.chaos();
    this.cluster = world.cluster();
    this.masters = world.masters();
  }

  /** Begins to strike everything that runs. */
  void begin() {
    schedule.afterMillis(50, this::strike);
  }

  /**
   * Begins with the faults that one job is about.
   *
   * @param specialAt milliseconds until then
   */
  void begin(SimJob job, long specialAt) {
    if (job.special() == SimJob.Special.PSERVER_CRASHES) {
      schedule.afterMillis(specialAt, () -> crashPserver(job));
    }
  }

  /** Crashes one pserver after the other, each when all partitions have their copies again. */
  private void crashPserver(SimJob job) {
    if (masters.checks().over().containsKey(job.id())) {
      return;
    }
    if (job.members().replicas() > 1) {
      if (!isWhole(job)) {
        schedule.afterMillis(100L + schedule.below(200), () -> crashPserver(job));
        return;
      }
      schedule.afterMillis(100L + schedule.below(2000), () -> crashPserver(job));
    }
    List<SimPserver> pservers = cluster.pservers(job);
    SimPserver pserver = pservers.isEmpty() ? null : pservers.get(schedule.below(pservers.size()));
    if (pserver != null && !masters.checks().over().containsKey(job.id())) {
      chaos.hit("PSERVER_CRASH", pserver.step());
      pserver.exit(SimMember.KILLED);
    }
  }

  private boolean isWhole(SimJob job) {
    return masters.journal().of(job.id()).stream()
        .filter(TrainingFact.MapDefined.class::isInstance)
        .map(TrainingFact.MapDefined.class::cast)
        .reduce((before, after) -> after)
        .filter(
            last ->
                last.map().copies().stream().allMatch(of -> of.size() == job.members().replicas()))
        .filter(
            last ->
                last.map().pservers().stream()
                    .allMatch(one -> cluster.pserver(job, one.incarnation()) != null))
        .isPresent();
  }

  /** Strikes some process now, and again later until all jobs are over. */
  private void strike() {
    List<SimMember> processes = cluster.processes();
    if (!processes.isEmpty()) {
      strike(processes.get(schedule.below(processes.size())));
    }
    if (chaos.strikes(Fault.MASTER_PAUSE, 300, masterStep())) {
      masters.pause(1000L + schedule.below(20_000));
    }
    strikeMaster();
    if (world.scenario().hasStandby()) {
      masters.standbys().strike();
    }
    if (!world.isOver()) {
      long millis = 10L + schedule.below(100);
      schedule.afterMillis(millis * world.scenario().slowdown(), this::strike);
    }
  }

  private void strikeMaster() {
    if (!masters.mayBeLost()) {
      return;
    }
    if (chaos.strikes(Fault.MASTER_CRASH, 40, masterStep())) {
      masters.crash();
    } else if (chaos.strikes(Fault.MASTER_SUPERSEDED, 60, masterStep())) {
      masters.supersede();
    }
  }

  private String masterStep() {
    List<SimJob> jobs = world.scenario().jobs();
    return world.stateOf(jobs.get(schedule.below(jobs.size()))).name();
  }

  private void strike(SimMember member) {
    String step = member.step();
    if (chaos.strikes(Fault.STREAM_BREAK, 40, step) && member.session() != null) {
      world.deaths().onDoubt();
      member.session().breakOff();
    }
    if (member instanceof SimPoolWorker worker && chaos.strikes(Fault.STREAM_BREAK, 20, step)) {
      worker.breakOne();
    }
    if (member.role == Role.WORKER) {
      strikeWorker(member, step);
    } else {
      if (world.scenario().disturbances().fullPservers() && schedule.oneIn(20)) {
        chaos.hit("PSERVER_FULL", step);
        ((SimPserver) member).memory().fill(100L + schedule.below(20_000));
      }
      if (chaos.losesPserver(member.isWelcome(), step)) {
        losePserver(member);
      }
      if (chaos.strikes(Fault.PSERVER_PAUSE, 100, step)) {
        member.host.pause(100L + schedule.below(2000));
      }
      if (chaos.strikes(Fault.PARTITION, 100, step)) {
        network.partition(member.host, masters.present().host(), 50 + schedule.below(2000));
      }
    }
  }

  /** Ends a pserver, or cuts it off until it is given up, while it reaches other members. */
  private void losePserver(SimMember pserver) {
    switch (schedule.below(3)) {
      case 0 -> pserver.host.pause(8_000L + schedule.below(30_000));
      case 1 ->
          network.partition(pserver.host, masters.present().host(), 8_000 + schedule.below(30_000));
      default -> pserver.exit(SimMember.KILLED);
    }
  }

  private void strikeWorker(SimMember worker, String step) {
    JobId job = worker.job.id();
    if (chaos.kills(Fault.WORKER_CRASH, job, 60, step)) {
      worker.exit(SimMember.KILLED);
    } else if (chaos.kills(Fault.PREEMPTION, job, 80, step)) {
      cluster.preempt(worker);
    } else if (chaos.kills(Fault.WORKER_PAUSE, job, 60, step)) {
      worker.pause(500L + schedule.below(30_000));
    } else if (chaos.kills(Fault.PARTITION, job, 60, step)) {
      worker.partition(100L + schedule.below(30_000));
    } else if (worker instanceof SimWorker trainer) {
      strikeLanes(trainer, step);
    }
  }

  private void strikeLanes(SimWorker worker, String step) {
    JobId job = worker.job.id();
    if (chaos.kills(Fault.BULK_CUT, job, 60, step)) {
      worker.links().cutOffOne(8_000 + schedule.below(30_000));
    } else if (chaos.strikes(Fault.BULK_BREAK, 20, step)) {
      worker.links().breakAll();
    } else if (chaos.strikes(Fault.BULK_PARTITION, 60, step)) {
      for (Wire<?, ?> wire : network.of(worker.host)) {
        if (wire.second() != masters.present().host()) {
          network.partition(wire.first(), wire.second(), 100 + schedule.below(5000));
        }
      }
    }
  }
}
