package trainer.appmaster.main;

import java.io.Closeable;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.metrics.HadoopMetrics;

/** Passes the numbers of a master's jobs to other systems by itself, on threads of their own. */
final class MetricReporters implements Closeable {
  private final HadoopMetrics hadoop;

  private MetricReporters(HadoopMetrics hadoop) {
    this.hadoop = hadoop;
  }

  /** Reports from now on. */
  static MetricReporters start(LatestViews views) {
    return new MetricReporters(new HadoopMetrics(views).start());
  }

  /** Reports the last numbers; takes some seconds at most. */
  @Override
  public void close() {
    hadoop.close();
  }
}
