package trainer.appmaster.curves;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import trainer.core.job.JobSpec;
import trainer.master.job.api.JobView;

/** The place of a job's curve in another system. One thread uses it, which it may block. */
public interface CurveSink extends Closeable {
  /** Makes the sinks of a system. */
  @FunctionalInterface
  interface Opening {
    /**
     * The sink of a job.
     *
     * @param curve to which the sink may name the steps that earlier masters have written
     * @return empty if the job wants none
     */
    Optional<CurveSink> open(JobSpec job, JobCurve curve) throws IOException;
  }

  /**
   * Appends points.
   *
   * @param view the newest of the job
   * @param points that it adds; empty if there are none
   * @param now epoch milliseconds
   * @throws IOException if the sink can take no further points
   */
  void append(JobView view, List<CurvePoint> points, long now) throws IOException;
}
