package trainer.master.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.aggregate.TableSummary;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TargetFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
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
    ProcessesView processes =
        new ProcessesView(
            List.of(),
            ContainerRoster.of(spec, fleet),
            wanted(history.pserverTargets()),
            workers(first(plan.workers().count()), 0, history),
            NodeHealth.of(fleet).views());
    Live nothing =
        new Live(processes, List.of(), JobView.Hands.NONE, List.of(), List.of(), null, null);
    return of(spec, plan, history, history.failure(), nothing);
  }

  /**
   * The parts of a view that are not journaled.
   *
   * @param hands the work in workers' hands
   * @param survived losses that the job survived under this master
   * @param checkpointTrouble null unless a checkpoint failed
   * @param outputTrouble null unless the output cannot be written yet
   */
  public record Live(
      ProcessesView processes,
      List<JobView.Waiting> waiting,
      JobView.Hands hands,
      List<JobView.Survived> survived,
      List<JobView.Epoch> perEpoch,
      JobView.CheckpointTrouble checkpointTrouble,
      JobView.OutputTrouble outputTrouble) {}

  private static List<TableSummary> summaries(ModelSpec model, JobHistory history) {
    List<TableSummary> summaries = new ArrayList<>();
    for (int table = 0; table < model.tables().size(); table++) {
      ResultFact.Aggregated known = history.aggregated().get(model.summary(table));
      if (known != null) {
        summaries.add(TableSummary.of(known.result(), model.tables().get(table).width()));
      }
    }
    return summaries;
  }

  /** The view of a job with a master, which decides on the failure before the journal has it. */
  public static JobView of(
      JobSpec spec, JobPlan plan, JobHistory history, Failure failure, Live live) {
    return new JobView(
        new JobView.Identity(
            spec.id(), plan.name(), spec.settings().getOrDefault(Keys.INPUT.name(), "")),
        new JobView.Lifecycle(
            history.state(),
            history.states(),
            failure,
            live.waiting,
            plan.training().standardised() == 0
                ? null
                : new JobView.FirstPass(history.measured().done(), history.measured().tasks()),
            history.stop(),
            live.outputTrouble),
        progress(spec, plan, history, live),
        new JobView.Synchronisation(
            spec.isTraining()
                ? plan.training().sync().mode().name().toLowerCase(Locale.ROOT)
                : "none",
            plan.training().sync().mode().hasTasks() ? null : history.speculated(),
            history.versioned(),
            history.tasks(live.hands)),
        new JobView.Recovery(
            history.term(),
            history.line(),
            history.rollbacks(),
            plan.training().sync().mode().isOnArrival() ? history.repeated() : null,
            Stream.concat(history.masters().survived().stream(), live.survived.stream()).toList(),
            history.masters().all(),
            history.checkpointViews(),
            live.checkpointTrouble),
        results(spec, plan, history),
        live.processes);
  }

  private static JobView.Progress progress(
      JobSpec spec, JobPlan plan, JobHistory history, Live live) {
    return new JobView.Progress(
        history.version(),
        history.versions(),
        history.epoch(),
        plan.training().epochs(),
        live.perEpoch,
        Math.max(history.epochRecords(), history.output().rows()),
        spec.isTraining() ? computed(history) : scored(history, live),
        history.badRecords() + brokenBesides(spec, history));
  }

  /** The broken records among held-out ones, or those of a job that trains nothing. */
  private static long brokenBesides(JobSpec spec, JobHistory history) {
    if (!spec.isTraining()) {
      return history.output().evaluation().metrics().bad();
    }
    EvaluationSummary heldOut = history.heldOut();
    return heldOut == null ? 0 : heldOut.metrics().bad();
  }

  /** Also what the checkpoint has that it goes on from. */
  private static long computed(JobHistory history) {
    return Math.max(history.recordsComputed(), history.recordsCommitted());
  }

  /** The rows of files; while the job runs, those that workers report if that is more. */
  private static long scored(JobHistory history, Live live) {
    if (history.state().isEnd()) {
      return history.recordsComputed();
    }
    long reported =
        live.processes.members().stream().mapToLong(ProcessesView.Member::records).sum();
    return Math.max(history.recordsComputed(), reported);
  }

  /** The metrics of held-out records, or of the rows of a scoring job that have a label. */
  private static EvaluationSummary evaluation(JobSpec spec, JobHistory history) {
    EvaluationSummary scored = history.output().evaluation().summary();
    if (spec.isTraining()) {
      return history.heldOut();
    }
    return scored.metrics().records() == 0 ? null : scored;
  }

  private static JobView.Results results(JobSpec spec, JobPlan plan, JobHistory history) {
    EvaluationSummary validation = evaluation(spec, history);
    Measures measures = new Measures(spec.labels(), spec.model().loss());
    return new JobView.Results(
        new JobView.Quality(measures, history.epochMetrics(), validation, history.curve().points()),
        history.aggregatesBefore(plan.training().phases().size()),
        summaries(spec.model(), history),
        history.modelId() == null
            ? null
            : new JobView.Published(history.modelId(), history.modelLocation()),
        spec.isTraining()
            ? null
            : new JobView.RowOutput(history.output().rows(), spec.isImporting()),
        history.modelId() == null || !spec.isTraining()
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
  public static ProcessesView.Workers workers(
      List<Integer> unlessAsked, int there, JobHistory history) {
    TargetFact.WorkersWanted asked = history.workersWanted();
    return asked == null
        ? new ProcessesView.Workers(unlessAsked, there, "", 0)
        : new ProcessesView.Workers(asked.indices(), there, asked.by(), asked.at());
  }

  private static List<Integer> first(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static ProcessesView.Pservers wanted(PserverTargets places) {
    TargetFact.PserversWanted asked = places.asked();
    return new ProcessesView.Pservers(
        places.indices(),
        asked == null ? "" : asked.by(),
        asked == null ? 0 : asked.at(),
        0,
        List.of());
  }
}
