package trainer.client.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import trainer.avro.job.JobFile;
import trainer.client.config.ClientConfiguration;
import trainer.client.submit.QualifiedPaths;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.Observation;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.ModelKeys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/**
 * The configuration of a job that goes on with one that has ended or was lost. The keys that decide
 * on the model have the values of the earlier job, whatever files say. Others, such as numbers of
 * processes and the output, may be given anew.
 */
public final class ResumedJob {
  private ResumedJob() {}

  /**
   * The settings of the earlier job, under those of the command line.
   *
   * @param id the earlier job or its application
   * @throws FailureException APPLICATION_NOT_FOUND; CONFIG_CONFLICT if the job has not ended, if it
   *     scores, or if the command line asks for another model
   */
  public static ClientConfiguration of(ClientConfiguration given, String id) {
    try (JobHandle job = JobHandle.find(id, given)) {
      JobSpec earlier = spec(job, given);
      if (!earlier.isTraining()) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "nothing of the job is trained",
            id,
            "run that command again");
      }
      requireEnded(job, id);
      requireSameModel(given, earlier, id);
      Map<String, String> texts = new HashMap<>(given.settings().texts());
      texts.keySet().removeIf(key -> ModelKeys.contains(key) && !isEpochs(key));
      earlier
          .settings()
          .forEach(
              (key, value) -> {
                boolean isGiven = given.options().containsKey(key);
                if (!isGiven || (ModelKeys.contains(key) && !isEpochs(key))) {
                  texts.put(key, value);
                }
              });
      given.settings().find(Keys.JOB_DIR).ifPresent(dir -> texts.put(Keys.JOB_DIR.name(), dir));
      if (!given.settings().isSet(Keys.JOB_DIR)) {
        texts.remove(Keys.JOB_DIR.name()); // the default of here, where the earlier job was found
      }
      texts.put(Keys.RESUME.name(), job.folder().job(earlier.id()));
      return given.withAll(texts, ClientConfiguration.EARLIER_JOB);
    }
  }

  private static boolean isEpochs(String key) {
    return key.equals(Keys.EPOCHS.name());
  }

  private static void requireSameModel(ClientConfiguration given, JobSpec earlier, String id) {
    Settings own = Settings.of(earlier.settings());
    Map<String, String> asked = new HashMap<>(given.settings().texts());
    asked.putAll(QualifiedPaths.of(given.hadoop(), given.settings()));
    for (String key : given.options().keySet()) {
      Key<?> known = Keys.all().get(key);
      boolean isSame =
          known == null
              ? asked.get(key).equals(earlier.settings().get(key))
              : known.parse(asked.get(key)).equals(own.find(known).orElse(null));
      boolean isLonger =
          isEpochs(key)
              && earlier.model().phases().size() == 1
              && given.settings().get(Keys.EPOCHS) > own.get(Keys.EPOCHS);
      if (ModelKeys.contains(key) && !isSame && !isLonger) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            id
                + " was trained with "
                + (known == null ? "another " + key : key + "=" + own.find(known).orElse(null)),
            key,
            isEpochs(key) && earlier.model().phases().size() == 1
                ? "give more epochs, or none"
                : "leave it out, or begin a new job from its model with " + Keys.MODEL_INITIAL);
      }
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

  /** A job that may live would be trained twice, towards one output. */
  private static void requireEnded(JobHandle job, String id) {
    Observation seen = job.observe();
    if (!seen.ended()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the job has not ended, as far as is known: it is " + seen.phase(),
          seen.note().isEmpty() ? id : id + ", " + seen.note(),
          "follow it with trainer attach, or end it with trainer kill or stop first");
    }
  }
}
