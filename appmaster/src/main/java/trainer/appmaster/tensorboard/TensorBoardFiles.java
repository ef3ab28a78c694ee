package trainer.appmaster.tensorboard;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import trainer.appmaster.curves.CurvePoint;
import trainer.appmaster.curves.CurveSink;
import trainer.appmaster.curves.JobCurve;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;
import trainer.master.job.api.JobView;

/** Event files for TensorBoard in the folder of a job. What is appended is visible to readers. */
public final class TensorBoardFiles implements CurveSink {
  private final EventFolder folder;
  private final String host;

  private TensorBoardFiles(EventFolder folder, String host) {
    this.folder = folder;
    this.host = host;
  }

  /**
   * The files of a job.
   *
   * @param host a part of the files' names
   * @param curve the steps in files of earlier masters are recalled
   * @return empty if the job's settings turn them off
   */
  public static Optional<CurveSink> open(
      JobSpec job, JobCurve curve, Configuration hadoop, String host) throws IOException {
    if (!Settings.of(job.settings()).get(Keys.TENSORBOARD)) {
      return Optional.empty();
    }
    EventFolder folder = new EventFolder(job.files().tensorboard(job.id()), hadoop);
    folder.read().forEach(event -> recall(event, curve));
    return Optional.of(new TensorBoardFiles(folder, host));
  }

  private static void recall(byte[] event, JobCurve curve) {
    long step = EventMessage.step(event);
    if (EventMessage.isRestart(event)) {
      curve.recallRestart(step);
      return;
    }
    if (EventMessage.hasTag(event, JobCurve.VALIDATION)) {
      curve.recallValidation(step);
    }
    if (EventMessage.hasTag(event, JobCurve.TRAIN)) {
      curve.recallTraining(step);
    }
  }

  @Override
  public void append(JobView view, List<CurvePoint> points, long now) throws IOException {
    if (points.isEmpty()) {
      return;
    }
    if (!folder.isCreated()) {
      folder.create(now, host, view.recovery().term().number());
    }
    for (CurvePoint point : points) {
      folder.append(
          point.isRestart()
              ? EventMessage.restart(point.at(), point.step())
              : EventMessage.scalars(point.at(), point.step(), point.values()));
    }
    folder.flush();
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
