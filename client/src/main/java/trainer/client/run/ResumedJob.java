package trainer.client.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import trainer.avro.job.JobFile;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.Observation;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/** The configuration of a job that goes on with one that has ended or was lost. */
public final class ResumedJob {
  /**
   * The keys that decide on the model; they keep their values. Others, such as numbers of processes
   * and the output, may be given anew.
   */
  private static final Pattern OF_THE_MODEL =
      Pattern.compile(
          "trainer\\.(input|label|weight|features|validation|model|optimizer|minibatch|block|seed"
              + "|sync|ssp|versioned|task|tasks|table|csv|recordio|bsp)(\\..*)?");

  private ResumedJob() {}

  /**
   * The settings of the earlier job, under those of the command line.
   *
   * @param id the earlier job or its application
   * @throws FailureException APPLICATION_NOT_FOUND; CONFIG_CONFLICT if the job still runs, or if
   *     the command line asks for another model
   */
  public static ClientConfiguration of(ClientConfiguration given, String id) {
    try (JobHandle job = JobHandle.find(id, given)) {
      JobSpec earlier = spec(job, given);
      requireEnded(job, id);
      Map<String, String> changed = new HashMap<>(earlier.settings());
      for (String key : given.options().keySet()) {
        String own = changed.remove(key);
        if (OF_THE_MODEL.matcher(key).matches()
            && !given.settings().texts().getOrDefault(key, "").equals(own)) {
          throw conflict(id, key, own);
        }
      }
      if (earlier.model().phases().size() > 1 && given.options().containsKey(Keys.EPOCHS.name())) {
        throw conflict(id, Keys.EPOCHS.name(), earlier.settings().get(Keys.EPOCHS.name()));
      }
      JobFolder folder = job.folder();
      changed.put(Keys.RESUME.name(), folder.job(earlier.id()));
      changed.remove(Keys.MODEL_INITIAL.name()); // its rows are in the checkpoint
      changed.remove(Keys.JOB_DIR.name()); // the one of here, in which the earlier job was found
      return given.with(changed);
    }
  }

  private static JobSpec spec(JobHandle job, ClientConfiguration given) {
    Path file = new Path(job.folder().jobFile(JobId.parse(job.jobId())));
    try (InputStream in = file.getFileSystem(given.hadoop()).open(file)) {
      return JobFile.read(in, file.toString());
    } catch (FileNotFoundException e) {
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "the job has no file any more",
          file.toString(),
          "give --resume the id of a job whose folder is there, or set trainer.job.dir");
    } catch (IOException e) {
      throw ServiceFailure.of(file.toString(), e);
    }
  }

  private static void requireEnded(JobHandle job, String id) {
    Observation seen = job.observe();
    boolean isAlive = !seen.ended() && seen.document() != null && seen.note().isEmpty();
    if (isAlive) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the job still runs: it is " + seen.phase(),
          id,
          "follow it with trainer attach, or end it with trainer kill or stop first");
    }
  }

  private static FailureException conflict(String id, String key, String own) {
    return new FailureException(
        FailureKind.CONFIG_CONFLICT,
        id + " was trained with " + (own == null ? "the default of " + key : key + "=" + own),
        key,
        "leave it out, or begin a new job from its model with " + Keys.MODEL_INITIAL);
  }
}
