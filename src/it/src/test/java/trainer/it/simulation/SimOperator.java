package trainer.it.simulation;

import java.util.List;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.it.simulation.checks.ScaleRequests;
import trainer.it.simulation.process.SimMember;
import trainer.it.simulation.process.SimPoolWorker;
import trainer.it.simulation.process.World;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;
import trainer.testkit.SeededSchedule;

/** The people of a history: submit, kill and stop jobs, change their members, and drain nodes. */
final class SimOperator {
  /** Requests for workers have numbers above this one, and those for pservers below. */
  private static final long WORKER_REQUESTS = 100;

  private final World world;
  private final SeededSchedule schedule;

  SimOperator(World world) {
    this.world = world;
    this.schedule = world.schedule();
  }

  void submit(SimJob job) {
    long arrival = job.isPooled() ? job.model().arrivesAtMillis() : 0;
    schedule.afterMillis(arrival + schedule.below(500), () -> world.masters().submit(job));
  }

  /**
   * Begins with the requests about a job.
   *
   * @param specialAt milliseconds until it is killed or stopped, if its scenario calls for that
   */
  void begin(SimJob job, long specialAt) {
    if (job.special() == SimJob.Special.KILLED) {
      schedule.afterMillis(specialAt, () -> ask(job, "KILL", new JobEvent.KillAsked("somebody")));
    } else if (job.special() == SimJob.Special.STOPPED) {
      schedule.afterMillis(specialAt, () -> stop(job));
    }
    begin(job, Role.PSERVER, job.changes().pservers());
    begin(job, Role.WORKER, job.changes().workers());
  }

  /** Has workers of the pool leave, as often as {@code left}. */
  void drain(int left) {
    if (left == 0 || world.isOver()) {
      return;
    }
    schedule.afterMillis(
        1000L + schedule.below(30_000),
        () -> {
          List<SimPoolWorker> workers = world.cluster().poolWorkers();
          if (!workers.isEmpty()) {
            SimPoolWorker worker = workers.get(schedule.below(workers.size()));
            world.chaos().hit("DRAIN_POOL", worker.step());
            world.disturb(0);
            world.cluster().leave(worker);
          }
          drain(left - 1);
        });
  }

  private void begin(SimJob job, Role role, int times) {
    if (times > 0) {
      schedule.afterMillis(schedule.below(3000), () -> change(job, role, times));
    }
  }

  /** Asks for another number of members, or has one of them leave; as often as {@code left}. */
  private void change(SimJob job, Role role, int left) {
    if (left == 0 || world.stateOf(job).isEnd()) {
      return;
    }
    boolean ofWorkers = role == Role.WORKER;
    if (!ofWorkers && world.stateOf(job) != JobState.RUNNING && !schedule.oneIn(20)) {
      schedule.afterMillis(10L + schedule.below(300), () -> change(job, role, left));
      return;
    }
    List<SimMember> members =
        world.cluster().processes().stream()
            .filter(member -> member.job.equals(job) && (!ofWorkers || member.role == role))
            .toList();
    if (schedule.oneIn(3) && !members.isEmpty()) {
      SimMember member = members.get(schedule.below(members.size()));
      world.chaos().hit(ofWorkers ? "DRAIN_WORKER" : "DRAIN", member.step());
      world.cluster().leave(member);
    } else {
      int count = ofWorkers ? 1 + schedule.below(6) : job.members().replicas() + schedule.below(5);
      scale(job, ofWorkers ? WORKER_REQUESTS + left : left, role, count);
    }
    schedule.afterMillis(50L + schedule.below(2000), () -> change(job, role, left - 1));
  }

  private void scale(SimJob job, long number, Role role, int count) {
    world.scaleRequests().add(job, number, new ScaleRequests.Request(role, count));
    ask(
        job,
        role == Role.WORKER ? "SCALE_WORKERS" : "SCALE",
        new JobEvent.ScaleAsked(number, role, count, "somebody"));
  }

  private void ask(SimJob job, String what, JobEvent event) {
    world.chaos().hit(what, world.stateOf(job).name());
    world.masters().tell(new Event.OfJob(job.id(), event));
  }

  /** Asks to stop, as people do: again until the job runs, and now and then once more. */
  private void stop(SimJob job) {
    JobState state = world.stateOf(job);
    if (!state.isEnd()) {
      ask(job, "STOP", new JobEvent.StopAsked("somebody"));
      if (state != JobState.RUNNING || schedule.oneIn(3)) {
        schedule.afterMillis(20L + schedule.below(1000), () -> stop(job));
      }
    }
  }
}
