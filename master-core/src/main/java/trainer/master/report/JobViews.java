package trainer.master.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.aggregate.TableSummary;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.message.Evaluation;
import trainer.core.message.Measures;
import trainer.master.job.api.JobView;
import trainer.master.job.history.ContainerRoster;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.JobPlan;
import trainer.master.job.history.NodeHealth;
import trainer.master.job.history.PserverTargets;

/** Builds {@link JobView}s: journaled facts where the journal decides, live state for the rest. */
public final class JobViews {
  private JobViews() {}

  /** The view from the job's journal alone, for a past state or after the end. */
  public static JobView replay(JobSpec spec, List<Fact> facts) {
    return replay(spec, facts, List.of());
  }

  /** The same, with the containers and nodes from the fleet's journal. */
  public static JobView replay(JobSpec spec, List<Fact> facts, List<Fact> fleet) {
    JobPlan plan = JobPlan.of(spec);
    JobHistory history = new JobHistory(plan);
    facts.forEach(history::apply);
    return of(
        spec,
        plan,
        history,
        history.failure(),
        new Live().containers(ContainerRoster.of(spec, fleet)).nodes(NodeHealth.of(fleet).views()));
  }

  /** The parts of a view that are not journaled. */
  public static final class Live {
    private List<JobView.Member> members = List.of();
    private List<JobView.Waiting> waiting = List.of();
    private List<JobView.Container> containers = List.of();
    private List<JobView.Survived> survived = List.of();
    private List<JobView.Task> hands = List.of();
    private JobView.Pservers pservers;
    private JobView.Workers workers;
    private List<JobView.Node> nodes = List.of();
    private List<JobView.Epoch> perEpoch = List.of();
    private JobView.CheckpointTrouble checkpointTrouble;
    private JobView.OutputTrouble outputTrouble;

    public Live members(List<JobView.Member> newMembers) {
      members = newMembers;
      return this;
    }

    public Live waiting(List<JobView.Waiting> newWaiting) {
      waiting = newWaiting;
      return this;
    }

    public Live containers(List<JobView.Container> newContainers) {
      containers = newContainers;
      return this;
    }

    public Live survived(List<JobView.Survived> newSurvived) {
      survived = newSurvived;
      return this;
    }

    public Live pservers(JobView.Pservers newPservers) {
      pservers = newPservers;
      return this;
    }

    public Live workers(JobView.Workers newWorkers) {
      workers = newWorkers;
      return this;
    }

    public Live nodes(List<JobView.Node> newNodes) {
      nodes = newNodes;
      return this;
    }

    public Live perEpoch(List<JobView.Epoch> newEpochs) {
      perEpoch = newEpochs;
      return this;
    }

    public Live checkpointTrouble(JobView.CheckpointTrouble trouble) {
      checkpointTrouble = trouble;
      return this;
    }

    public Live outputTrouble(JobView.OutputTrouble newTrouble) {
      outputTrouble = newTrouble;
      return this;
    }

    public Live hands(List<JobView.Task> newHands) {
      hands = newHands;
      return this;
    }
  }

  private static List<TableSummary> summaries(ModelSpec model, JobHistory history) {
    List<TableSummary> summaries = new ArrayList<>();
    for (int table = 0; table < model.tables().size(); table++) {
      Fact.Aggregated known = history.aggregated().get(model.summary(table));
      if (known != null) {
        summaries.add(TableSummary.of(known.result(), model.tables().get(table).width()));
      }
    }
    return summaries;
  }

  public static JobView of(
      JobSpec spec, JobPlan plan, JobHistory history, Failure failure, Live live) {
    Evaluation validation = history.scores().whole();
    Measures measures = new Measures(spec.labels(), spec.model().loss());
    return new JobView(
        spec.id(),
        plan.name(),
        history.state(),
        history.states(),
        failure,
        live.waiting,
        history.term(),
        history.line(),
        history.version(),
        history.versions(),
        history.epoch(),
        plan.epochs(),
        live.perEpoch,
        history.stop(),
        history.epochRecords(),
        history.recordsComputed(),
        history.badRecords() + (validation == null ? 0 : validation.metrics().bad()),
        history.rollbacks(),
        plan.sync().isOnArrival() ? history.repeated() : null,
        measures,
        history.epochMetrics(),
        validation,
        history.aggregatesBefore(plan.phases().size()),
        summaries(spec.model(), history),
        history.modelId(),
        history.modelLocation(),
        live.members,
        live.containers,
        Stream.concat(history.masters().survived().stream(), live.survived.stream()).toList(),
        live.pservers == null ? wanted(history.places()) : live.pservers,
        live.workers == null ? workers(first(plan.workers()), 0, history) : live.workers,
        live.nodes,
        plan.sync().name().toLowerCase(Locale.ROOT),
        plan.sync().hasTasks() ? null : history.speculated(),
        history.versioned(),
        history.tasks(live.hands),
        history.checkpointViews(),
        live.checkpointTrouble,
        live.outputTrouble,
        history.masters().all(),
        history.modelId() == null
            ? List.of()
            : ResultWarnings.of(
                Settings.of(spec.settings()),
                measures,
                history.version(),
                history.epochMetrics(),
                validation));
  }

  /**
   * The workers of a job, for the report.
   *
   * @param unlessAsked the target indices unless a user asked for another number
   * @param there the number of workers present
   */
  public static JobView.Workers workers(List<Integer> unlessAsked, int there, JobHistory history) {
    Fact.WorkersWanted asked = history.workersWanted();
    return asked == null
        ? new JobView.Workers(unlessAsked, there, "", 0)
        : new JobView.Workers(asked.indices(), there, asked.by(), asked.at());
  }

  private static List<Integer> first(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static JobView.Pservers wanted(PserverTargets places) {
    Fact.PserversWanted asked = places.asked();
    return new JobView.Pservers(
        places.indices(),
        asked == null ? "" : asked.by(),
        asked == null ? 0 : asked.at(),
        0,
        List.of());
  }
}
