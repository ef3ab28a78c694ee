package trainer.core.job;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.core.config.Keys;
import trainer.core.digest.Sha256;
import trainer.core.input.Labels;
import trainer.core.table.TableSpec;

/**
 * The definition of a job, as data: written once by the client, read by every process of the job.
 *
 * @param id the job
 * @param user the user that submitted it
 * @param folder the application's folder, {@code <trainer.job.dir>/<application id>}
 * @param settings every {@code trainer.*} key that was set, resolved to text
 * @param model the declarations of the model
 * @param jars the user's jars, in the order of class lookup
 * @param clientVersion Trainer's version
 */
public record JobSpec(
    JobId id,
    String user,
    String folder,
    Map<String, String> settings,
    ModelSpec model,
    List<UserJar> jars,
    String clientVersion) {
  public JobSpec {
    settings = Map.copyOf(settings);
    jars = List.copyOf(jars);
  }

  /**
   * The definition of a session, which carries jobs and trains nothing itself.
   *
   * @param settings that hold for the application: its master, its queue, its nodes
   */
  public static JobSpec ofSession(
      String application,
      String user,
      String folder,
      Map<String, String> settings,
      String clientVersion) {
    return new JobSpec(
        JobId.ofSession(application),
        user,
        folder,
        settings,
        new ModelSpec(List.of(), List.of(Phase.training(1))), // a model needs a pass
        List.of(),
        clientVersion);
  }

  /** The model's tables, in the order that numbers them. */
  public List<TableSpec> tables() {
    return model.tables();
  }

  /** The kind of the records' labels. */
  public Labels labels() {
    return model.labels();
  }

  /** Whether the job trains a model. Any other one writes a row for each record of its input. */
  public boolean isTraining() {
    return !isScoring() && !isImporting();
  }

  /** Whether the job rewrites its input in another format. */
  public boolean isImporting() {
    return settings.containsKey(Keys.IMPORT_FORMAT.name());
  }

  /** Whether the job applies a trained model to its input. */
  public boolean isScoring() {
    return settings.containsKey(Keys.SCORE_MODEL_URI.name());
  }

  /** Whether the job applies a trained model whose rows pservers hold. */
  public boolean isServed() {
    return isScoring()
        && Keys.ScoreModel.PSERVER.name().equalsIgnoreCase(settings.get(Keys.SCORE_MODEL.name()));
  }

  /** Whether it is a session with workers of its own, which its scoring jobs share. */
  public boolean hasPool() {
    return id.isSession() && settings.containsKey(Keys.WORKERS.name());
  }

  /** Whether the workers of this session make the job's rows. */
  public boolean isPooledBy(JobSpec session) {
    return session.hasPool() && isScoring() && !isServed();
  }

  /**
   * The folder beside the output in which the workers of a job that trains nothing write: {@code
   * <trainer.output>._<job id>-rows}.
   */
  public String rowFolder() {
    return settings.get(Keys.OUTPUT.name()).replaceFirst("(?<=.)/+$", "") + "._" + id + "-rows";
  }

  /** The places of the application's files. */
  public JobFolder files() {
    return new JobFolder(folder);
  }

  /** The folder of this job: {@code <folder>/jobs/<n>}. */
  public String jobFolder() {
    return folder + "/jobs/" + id.number();
  }

  /** SHA-256 over the settings that decide which records are read, 64 lower-case hex digits. */
  public String datasetDigest() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(settings)
        .forEach(
            (key, value) -> {
              if (key.startsWith("trainer.input")
                  || key.startsWith("trainer.validation")
                  || key.startsWith("trainer.block")
                  || key.startsWith("trainer.text")
                  || key.startsWith("trainer.label")
                  || key.startsWith("trainer.features")) {
                text.append(key).append('=').append(value).append('\n');
              }
            });
    return Sha256.hex(text.toString());
  }
}
