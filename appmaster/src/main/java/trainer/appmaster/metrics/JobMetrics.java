package trainer.appmaster.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.job.JobState;
import trainer.core.message.EvaluationSummary;
import trainer.master.job.api.JobView;

/** The metrics of one job, from its newest view. */
final class JobMetrics {
  private final JobView view;
  private final Samples samples;

  private JobMetrics(JobView view) {
    this.view = view;
    this.samples = new Samples("job", view.id().toString());
  }

  /** All that the view has a number for; at most some 150, whatever the size of the job. */
  static List<Sample> of(JobView view) {
    JobMetrics metrics = new JobMetrics(view);
    metrics.addLifecycle();
    metrics.addProgress();
    metrics.addNewestEpoch();
    metrics.addQuality();
    metrics.addWork();
    metrics.addRecovery();
    ProcessMetrics.add(view, metrics.samples);
    return metrics.samples.all();
  }

  private void addLifecycle() {
    samples.add(Metric.JOB_INFO, 1, "name", view.name(), "sync", view.synchronisation().mode());
    samples.add(Metric.JOB_STATE, 1, "state", view.state().name());
    Map<JobState, Long> entered = new TreeMap<>();
    view.lifecycle().states().forEach(one -> entered.put(one.state(), one.at()));
    entered.forEach(
        (state, at) -> samples.addTime(Metric.STATE_ENTERED, at, "state", state.name()));
    samples.add(Metric.OUTPUT_BLOCKED, view.lifecycle().outputTrouble() == null ? 0 : 1);
  }

  private void addProgress() {
    JobView.Progress progress = view.progress();
    samples.add(Metric.PROGRESS, view.finishedPart());
    if (view.versions() > 0) {
      samples.add(Metric.VERSIONS_COMMITTED, view.version());
      samples.add(Metric.VERSIONS_PLANNED, view.versions());
    }
    samples.add(Metric.EPOCH, progress.epoch());
    samples.add(Metric.EPOCHS_PLANNED, progress.epochs());
    samples.add(Metric.EPOCH_RECORDS, progress.records());
    samples.add(Metric.RECORDS_COMPUTED, progress.recordsComputed());
    samples.add(Metric.RECORDS_BAD, progress.badRecords());
  }

  private void addNewestEpoch() {
    List<JobView.Epoch> epochs = view.progress().perEpoch();
    if (epochs.isEmpty()) {
      return;
    }
    JobView.Epoch newest = epochs.get(epochs.size() - 1);
    samples.add(Metric.EPOCH_DURATION, newest.millis() / 1000.0);
    samples.add(Metric.EPOCH_WIRE, newest.totals().moved().sent(), "direction", "to_pservers");
    samples.add(
        Metric.EPOCH_WIRE, newest.totals().moved().received(), "direction", "from_pservers");
    samples.add(Metric.EPOCH_READ, newest.totals().reading().localBytes(), "place", "local");
    samples.add(Metric.EPOCH_READ, newest.totals().reading().remoteBytes(), "place", "remote");
  }

  private void addQuality() {
    JobView.Quality quality = view.results().quality();
    quality
        .measures()
        .of(quality.train())
        .forEach((name, value) -> samples.add(Metric.LOSS, value, "set", "train", "metric", name));
    EvaluationSummary heldOut = quality.validation();
    List<ResultFact.Scored> curve = quality.series();
    if (!curve.isEmpty()) {
      ResultFact.Scored newest = curve.get(curve.size() - 1);
      samples.add(Metric.VALIDATION_VERSION, newest.version().number());
      heldOut = heldOut == null ? newest.heldOut() : heldOut;
    }
    quality
        .measures()
        .of(heldOut)
        .forEach(
            (name, value) -> samples.add(Metric.LOSS, value, "set", "validation", "metric", name));
  }

  private void addWork() {
    JobView.Tasks tasks = view.tasks();
    if (tasks != null) {
      samples.add(Metric.TASKS, tasks.todo(), "state", "todo");
      samples.add(Metric.TASKS, tasks.pending(), "state", "pending");
      samples.add(Metric.TASKS, tasks.done(), "state", "done");
      samples.add(Metric.TASKS, tasks.discarded(), "state", "discarded");
    }
    Speculated speculated = view.synchronisation().speculated();
    if (speculated != null) {
      samples.add(Metric.SPECULATED, speculated.duplicates());
      samples.add(Metric.SPECULATION_WINS, speculated.wins());
      samples.add(Metric.WORKERS_REPLACED, speculated.replaced());
    }
    JobView.Versioned versioned = view.synchronisation().versioned();
    if (versioned != null) {
      samples.add(Metric.REPORTS_ADMITTED, versioned.reports());
      samples.add(Metric.REPORTS_REFUSED, versioned.refusals());
    }
  }

  private void addRecovery() {
    JobView.Recovery recovery = view.recovery();
    samples.add(Metric.ROLLBACKS, recovery.rollbacks());
    samples.add(Metric.LOSSES_SURVIVED, recovery.survived().size());
    samples.add(Metric.MASTERS, recovery.masters().size());
    recovery.checkpoints().stream()
        .filter(one -> one.damage().isEmpty())
        .max(Comparator.comparingLong(JobView.Checkpoint::at))
        .ifPresent(this::addCheckpoint);
    JobView.CheckpointTrouble trouble = recovery.checkpointTrouble();
    samples.add(
        Metric.CHECKPOINT_FAILURES, trouble == null || trouble.over() ? 0 : trouble.times());
  }

  private void addCheckpoint(JobView.Checkpoint newest) {
    samples.addTime(Metric.CHECKPOINT_TIME, newest.at());
    samples.add(Metric.CHECKPOINT_VERSION, newest.version());
    samples.add(Metric.CHECKPOINT_BYTES, newest.bytes());
  }
}
