package trainer.appmaster.main;

import java.io.Closeable;
import java.util.function.Function;
import trainer.appmaster.curves.CurveReports;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.metrics.HadoopMetrics;
import trainer.appmaster.mlflow.MlflowRun;
import trainer.appmaster.tensorboard.TensorBoardFiles;
import trainer.appmaster.web.HistoryPage;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** Passes the numbers of a master's jobs to other systems by itself, on threads of their own. */
final class MetricReporters implements Closeable {
  private final HadoopMetrics hadoop;
  private final CurveReports tensorBoard;
  private final CurveReports mlflow;

  private MetricReporters(HadoopMetrics hadoop, CurveReports tensorBoard, CurveReports mlflow) {
    this.hadoop = hadoop;
    this.tensorBoard = tensorBoard;
    this.mlflow = mlflow;
  }

  /**
   * Reports from now on.
   *
   * @param page the address of the master's page
   */
  static MetricReporters start(
      MasterInputs given, LatestViews views, JobRuntimes jobs, String page) {
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
            .start(),
        new CurveReports(
                "MLflow",
                views,
                specs,
                (job, curve) -> MlflowRun.open(job, given.hadoop(), pages(job, given, page)),
                System::currentTimeMillis)
            .start());
  }

  private static MlflowRun.Pages pages(JobSpec job, MasterInputs given, String page) {
    String running = given.spec().id().isSession() ? page + "/?job=" + job.id() : page;
    return new MlflowRun.Pages(running, HistoryPage.of(job.id(), given.settings()).orElse(""));
  }

  /** Reports the last numbers; takes some seconds at most. */
  @Override
  public void close() {
    tensorBoard.close();
    mlflow.close();
    hadoop.close();
  }
}
