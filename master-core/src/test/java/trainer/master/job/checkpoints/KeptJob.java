package trainer.master.job.checkpoints;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;

/** A driven job of eight mini-batches that is kept every second, for the tests that extend this. */
abstract class KeptJob {
  static final Failure FULL =
      new Failure(FailureKind.STORAGE_FAILED, "the quota is exceeded", "there", "raise it");

  final DrivenJob job = job("trainer.checkpoint.interval", "1s");

  static DrivenJob job(String key, String value) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "trainer.minibatch.blocks", "2",
                "trainer.pservers", "2",
                "trainer.checkpoint.interval", "1s"));
    settings.put(key, value);
    return new DrivenJob(16, 0, settings).run();
  }

  TrainingFact.LineOpened newestLine() {
    return job.facts(TrainingFact.LineOpened.class).stream()
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  List<Long> kept() {
    return job.view().recovery().checkpoints().stream()
        .filter(one -> one.damage().isEmpty())
        .map(JobView.Checkpoint::version)
        .toList();
  }

  /** Time passes until the next version is cut, and that is committed. */
  void cut(long version) {
    job.pass(Duration.ofMillis(1100)).commit(version);
  }

  String folder(String pserver) {
    List<ToPserver.WriteCheckpoint> cuts = job.said(pserver, ToPserver.WriteCheckpoint.class);
    return cuts.get(cuts.size() - 1).folder();
  }

  void write(String pserver) {
    write(job, pserver);
  }

  static void write(DrivenJob of, String pserver) {
    List<ToPserver.WriteCheckpoint> cuts = of.said(pserver, ToPserver.WriteCheckpoint.class);
    ToPserver.WriteCheckpoint order = cuts.get(cuts.size() - 1);
    List<PartFile> parts =
        order.partitions().stream().map(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    of.say(pserver, new FromPserver.CheckpointWritten(order.folder(), 0, List.of(), parts));
  }

  void keep(long version) {
    cut(version);
    String folder = folder("p0");
    write("p0");
    write("p1");
    job.tell(new JobEvent.CheckpointStored(folder, "digest", 5));
  }
}
