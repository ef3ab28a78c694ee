package trainer.it.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trainer.core.fact.EndingFact;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.it.simulation.checks.PoolState;
import trainer.it.simulation.process.SimPoolWorker;
import trainer.it.simulation.process.World;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;

/** Looks at the workers of a pool every half a second, and notes what disturbs them. */
final class PoolWatch {
  private static final int PERIOD_MILLIS = 500;

  /** What the sharing of workers depends on. */
  private record Phase(JobState state, boolean hasTasks, boolean isEnding) {}

  private final World world;
  private final Map<JobId, Phase> phases = new HashMap<>();

  PoolWatch(World world) {
    this.world = world;
  }

  void begin() {
    for (SimJob job : world.scenario().jobs()) {
      int changes = job.model().changesAtMillis();
      if (changes > 0) {
        world.schedule().afterMillis(changes, () -> world.disturb(0));
      }
    }
    look();
  }

  private void look() {
    PoolState state = state();
    world.pool().check(state);
    world.rates().check(state);
    if (!world.isOver()) {
      world.schedule().afterMillis(PERIOD_MILLIS, this::look);
    }
  }

  private PoolState state() {
    return new PoolState(
        world.schedule().nanos(),
        world.cluster().poolWorkers().stream().map(SimPoolWorker::state).toList(),
        world.scenario().jobs().stream().flatMap(job -> state(job).stream()).toList());
  }

  private Optional<PoolState.Job> state(SimJob job) {
    boolean isOver = world.masters().checks().over().containsKey(job.id());
    JobView view = world.masters().view(job.id()).orElse(null);
    if (view == null) {
      return Optional.empty();
    }
    boolean isOpen = view.state() == JobState.RUNNING && view.tasks() != null;
    boolean isBefore = view.state().compareTo(JobState.RUNNING) < 0;
    long todo = isOpen ? view.tasks().todo() : isBefore ? Integer.MAX_VALUE : 0;
    boolean isEnding =
        isOpen
            && world
                .masters()
                .journal()
                .find(job.id(), EndingFact.EndDecided.class, fact -> true)
                .isPresent();
    Phase phase = new Phase(view.state(), isOpen && todo + view.tasks().pending() > 0, isEnding);
    if (!phase.equals(phases.put(job.id(), phase))) {
      world.disturb(0);
    }
    if (isOpen && !isOver && todo < few(job)) {
      world.disturb(0);
    }
    return Optional.of(
        new PoolState.Job(
            job,
            isOver,
            isEnding ? 0 : todo,
            job.members().workers(),
            job.model().rowMicros(world.schedule().nanos())));
  }

  /** Tasks so few that workers may run out of them. */
  private static long few(SimJob job) {
    return 2L * job.members().workers() * (1 + job.tasks().perAssignment());
  }
}
