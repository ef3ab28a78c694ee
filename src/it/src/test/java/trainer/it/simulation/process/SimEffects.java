package trainer.it.simulation.process;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.it.simulation.checks.MasterChecks;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.masters.MemberConnections;
import trainer.it.simulation.scenario.Chaos;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;
import trainer.testkit.Host;
import trainer.testkit.SeededSchedule;

/** Performs the effects of one job for one master, in simulated time, and checks each of them. */
final class SimEffects implements JobEffect.Handler {
  private final World world;
  private final SimMaster master;
  private final SimJob job;
  private final MasterChecks checks;
  private final SimCheckpoints checkpoints;
  private final SeededSchedule schedule;
  private final Chaos chaos;
  private final Host host;

  SimEffects(World world, SimMaster master, SimJob job) {
    this.world = world;
    this.master = master;
    this.job = job;
    this.checks = world.masters().checks();
    this.checkpoints = world.checkpoints(job.id());
    this.schedule = world.schedule();
    this.chaos = world.chaos();
    this.host = master.host();
  }

  private void handle(JobEvent event) {
    master.handle(new Event.OfJob(job.id(), event));
  }

  @Override
  public void on(JobEffect.CutInput action) {
    JobEvent.Indexed cut =
        new JobEvent.Indexed(job.index(), "digest", job.validation(), BadRecords.NONE)
            .from(action.isFirst() ? world.begin(job) : List.of());
    host.afterMillis(30, () -> handle(cut));
  }

  @Override
  public void on(JobEffect.Accept action) {
    master.connections().bind(action.connection(), action.incarnation());
  }

  @Override
  public void on(JobEffect.Refuse action) {
    master
        .connections()
        .refuse(action.connection(), new ToMember.Refused(action.term(), action.reason()));
  }

  @Override
  public void on(JobEffect.Send action) {
    ToMember message = action.message();
    Violation.unless(
        message.term().equals(master.term()),
        Invariant.OwnTermOnly,
        () -> "the master of term " + master.term() + " sends " + message);
    if (job.id().isSession()) {
      sendToPool(action);
      return;
    }
    checks.said(job, action.incarnation().number(), message, master.term(), master.session());
    MemberConnections connections = master.connections();
    if (connections.has(job.id(), action.incarnation())) {
      connections.send(job.id(), action.incarnation(), message);
      if (isRepeatable(message)
          && chaos.strikes(Fault.REPEATED_ORDER, 20, message.getClass().getSimpleName())) {
        connections.send(job.id(), action.incarnation(), message);
      }
    }
  }

  /** A message to a process of the pool, which is no member of a job. */
  private void sendToPool(JobEffect.Send action) {
    MemberConnections connections = master.connections();
    if (action.message() instanceof ToWorker.Serve order) {
      world
          .cluster()
          .poolWorker(action.incarnation())
          .ifPresent(worker -> world.pool().ordered(worker.containerId, order, master.term()));
    }
    if (connections.has(job.id(), action.incarnation())) {
      connections.send(job.id(), action.incarnation(), action.message());
      if (isRepeatable(action.message()) && chaos.strikes(Fault.REPEATED_ORDER, 20, "Serve")) {
        connections.send(job.id(), action.incarnation(), action.message());
      }
    }
  }

  private boolean isRepeatable(ToMember message) {
    return !(message instanceof ToMember.Welcome);
  }

  @Override
  public void on(JobEffect.Close action) {
    master.connections().close(job.id(), action.incarnation());
  }

  @Override
  public void on(JobEffect.Answer action) {
    checks.answered(job, action);
  }

  @Override
  public void on(JobEffect.FindModel action) {
    host.afterMillis(
        20,
        () -> {
          checks.forbid(action.folder());
          handle(checks.find(job.id()));
        });
  }

  @Override
  public void on(JobEffect.Publish action) {
    checks.publishing(job, action);
    host.afterMillis(
        100,
        () -> {
          checks.published(job, action);
          // The rename is done; whether word of it gets through is another matter.
          host.afterMillis(schedule.below(50), () -> handle(published(checks.find(job.id()))));
        });
  }

  private JobEvent published(JobEvent found) {
    return found instanceof JobEvent.NotPublished
        ? new JobEvent.PublishFailed(
            new Failure(FailureKind.MODEL_CORRUPT, "its folder is gone", "", ""))
        : found;
  }

  @Override
  public void on(JobEffect.FindScores action) {
    new SimScorePublishing(world, master, job).find();
  }

  @Override
  public void on(JobEffect.PublishScores action) {
    world.scores(job).publishing(action, world.masters().journal());
    new SimScorePublishing(world, master, job).publish(action.files());
  }

  @Override
  public void on(JobEffect.StoreCheckpoint action) {
    host.afterMillis(
        20,
        () -> {
          boolean isDeleted = !checkpoints.isThere(action);
          if (isDeleted && action.parts().size() == action.map().partitions()) {
            answer(action.folder(), false); // it has come to nothing meanwhile
            return;
          }
          checkpoints.store(job, action);
          answer(action.folder(), true);
        });
  }

  @Override
  public void on(JobEffect.FindCheckpoint action) {
    host.afterMillis(
        10,
        () -> {
          boolean isThere = checkpoints.isStored(action.folder());
          chaos.hit(isThere ? "CHECKPOINT_ADOPTED" : "CHECKPOINT_UNFINISHED", "taking over");
          answer(action.folder(), isThere);
        });
  }

  private void answer(String folder, boolean isStored) {
    JobEvent event =
        isStored
            ? new JobEvent.CheckpointStored(folder, "digest", 1)
            : new JobEvent.CheckpointNotStored(
                folder, new Failure(FailureKind.MODEL_NOT_FOUND, "it is gone", folder, ""));
    host.afterMillis(schedule.below(50), () -> handle(event));
  }

  @Override
  public void on(JobEffect.SweepCheckpoints action) {
    host.afterMillis(schedule.below(200), () -> checkpoints.sweep(action));
  }

  @Override
  public void on(JobEffect.TellWindowSafe action) {
    master.tell(job.id(), new JobEvent.WindowSafe(action.upTo()));
  }

  @Override
  public void on(JobEffect.Show action) {
    if (action.view().results().quality().validation() != null && !job.isScoring()) {
      world
          .oracle(job)
          .evaluated(
              action.view().results().quality().validation(),
              action.view().progress().version(),
              action.view().recovery().rollbacks(),
              action.view().lifecycle().stop() == null && !job.isStoppingEarly());
    }
  }

  @Override
  public void on(JobEffect.Over action) {
    if (job.isScoring()) {
      world.scores(job).over(action, world.masters().journal());
      host.afterMillis(schedule.below(100), world.scores(job).files()::clear);
    }
    if (checks.over(job, action)) {
      world.cluster().assertNothingLeft(job.id());
    }
  }
}
