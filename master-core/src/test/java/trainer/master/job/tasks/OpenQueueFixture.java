package trainer.master.job.tasks;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.master.job.DrivenInput;
import trainer.master.job.RecordingJob;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.queue.TaskCut;

/** The open queue of a job of four tasks, each of two blocks. */
final class OpenQueueFixture {
  final RecordingJob job;
  final JobLifecycle lifecycle;
  final OpenQueue open;

  OpenQueueFixture(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("trainer.sync", "async");
    job = new RecordingJob(all);
    lifecycle = new JobLifecycle(job.context);
    BlockIndex index = DrivenInput.index(8);
    TaskCut cut = TaskCut.ofBlocks(index.size(), 2);
    job.context.record(
        new TrainingFact.QueueChanged(new QueueChange.Opened(new Version(1), cut.tasks(), 1)));
    open = new OpenQueue(job.context, index, cut, job.context.history().queueHistory().queue());
  }

  void give(Incarnation worker, Long... slots) {
    open.record(new QueueChange.Given(worker, List.of(slots)));
  }

  List<QueueChange> changes() {
    return job.facts.stream()
        .filter(TrainingFact.QueueChanged.class::isInstance)
        .map(fact -> ((TrainingFact.QueueChanged) fact).change())
        .toList();
  }
}
