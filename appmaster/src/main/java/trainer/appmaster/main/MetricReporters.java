package trainer.appmaster.main;

import java.io.Closeable;
import java.util.function.Function;
import trainer.appmaster.curves.CurveReports;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.metrics.HadoopMetrics;
import trainer.appmaster.tensorboard.TensorBoardFiles;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** Passes the numbers of a master's jobs to other systems by itself, on threads of their own. */
final class MetricReporters implements Closeable {
  private final HadoopMetrics hadoop;
  private final CurveReports tensorBoard;

  private MetricReporters(HadoopMetrics hadoop, CurveReports tensorBoard) {
    this.hadoop = hadoop;
    this.tensorBoard = tensorBoard;
  }

  /** Reports from now on. */
  static MetricReporters start(MasterInputs given, LatestViews views, JobRuntimes jobs) {
    Function<JobId, JobSpec> specs =
        id -> {
          JobRuntime job = jobs.of(id);
          return job == null ? null : job.spec();
        };
    return new MetricReporters(
        new HadoopMetrics(views).start(),
        new CurveReports(
                "TensorBoard",
                views,
                specs,
                (job, curve) -> TensorBoardFiles.open(job, curve, given.hadoop(), given.host()),
                System::currentTimeMillis)
            .start());
  }

  /** Reports the last numbers; takes some seconds at most. */
  @Override
  public void close() {
    tensorBoard.close();
    hadoop.close();
  }
}
