package trainer.appmaster.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.job.JobFile;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.master.job.EarlierJob;

/**
 * The facts that a job begins with when it goes on from another job ({@code trainer.resume}), or
 * from a model or checkpoint ({@code trainer.model.initial}), or has pservers serve a model.
 */
final class JobOrigin {
  private final Configuration hadoop;
  private final JobSpec spec;
  private final Settings settings;

  JobOrigin(Configuration hadoop, JobSpec spec) {
    this.hadoop = hadoop;
    this.spec = spec;
    this.settings = Settings.of(spec.settings());
  }

  /**
   * Reads them; none for a job that begins anew.
   *
   * @param indexDigest of this job's input
   * @throws FailureException INPUT_CHANGED if that is not the input of the job to go on with,
   *     MODEL_NOT_FOUND or MODEL_CORRUPT naming the folder
   */
  List<Fact> read(String indexDigest) throws IOException {
    if (spec.isServed()) {
      return List.of(loaded(settings.get(Keys.SCORE_MODEL_URI)));
    }
    return spec.isTraining() ? of(settings, indexDigest) : List.of();
  }

  private List<Fact> of(Settings job, String indexDigest) throws IOException {
    Optional<String> resumed = job.find(Keys.RESUME);
    if (resumed.isPresent()) {
      return ofJob(new Path(resumed.get()), indexDigest);
    }
    Optional<String> initial = job.find(Keys.MODEL_INITIAL);
    return initial.isPresent() ? ofFolder(initial.get()) : List.of();
  }

  private List<Fact> ofJob(Path folder, String indexDigest) throws IOException {
    Path root = folder.getParent().getParent();
    JobId id = new JobId(root.getName(), Integer.parseInt(folder.getName()));
    JobSpec resumed = spec(new JobFolder(root.toString()).jobFile(id));
    EarlierJob earlier = new EarlierJob(resumed, facts(resumed, root, id));
    if (earlier.indexDigest() == null) { // it had not begun: this one begins as it would have
      return of(Settings.of(resumed.settings()), indexDigest);
    }
    if (!earlier.indexDigest().equals(indexDigest)) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "the input is not the one that " + id + " was trained on",
          settings.get(Keys.INPUT),
          "go on with the files as they were; for other files give "
              + Keys.MODEL_INITIAL
              + " instead");
    }
    List<CheckpointFact.CheckpointAdded> sound = new ArrayList<>();
    for (CheckpointFact.CheckpointAdded one : earlier.checkpoints()) {
      if (earlier.isOrigin(one.folder())) {
        parts(one.folder()); // fails if it is gone: with other initial values it is another job
        sound.add(one);
      } else if (isSound(one.folder())) {
        sound.add(one);
      }
    }
    return earlier.originAt(sound);
  }

  /** Whether a checkpoint has its manifest. The pservers that load its parts check these. */
  private boolean isSound(String folder) throws IOException {
    try {
      parts(folder);
      return true;
    } catch (FailureException e) {
      FailureKind kind = e.failure().kind();
      if (kind == FailureKind.MODEL_CORRUPT || kind == FailureKind.MODEL_NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** The part files of a model or checkpoint. */
  private List<PartFile> parts(String folder) throws IOException {
    StoredModel files = stored(folder);
    try {
      return files.names().contains(ModelFormat.MANIFEST)
          ? ManifestFile.read(files).parts()
          : CheckpointFile.read(files).parts();
    } catch (FileNotFoundException e) {
      throw new FailureException(
          new Failure(
              FailureKind.MODEL_NOT_FOUND,
              "the model or checkpoint that the job goes on from is gone",
              folder,
              "restore the folder, or begin a new job"),
          e);
    }
  }

  private List<Fact> ofFolder(String folder) throws IOException {
    List<Fact> origin = new ArrayList<>();
    StoredModel files = stored(folder);
    if (files.names().contains(ModelFormat.MANIFEST)) {
      ModelManifest manifest = ManifestFile.read(files);
      String features = manifest.origin().settings().getOrDefault(Keys.FEATURES.name(), "");
      boolean isSameTable = features.equals(settings.get(Keys.FEATURES));
      if (isSameTable && !manifest.standardisations().isEmpty()) {
        origin.add(new TrainingFact.StandardisationsGiven(manifest.standardisations()));
      }
    }
    origin.add(loaded(folder));
    return origin;
  }

  /** The fact that pservers load the rows of a folder in place of initial values. */
  private Fact loaded(String folder) throws IOException {
    return new CheckpointFact.CheckpointAdded(
        Version.INITIAL,
        0,
        Line.NONE,
        folder,
        "",
        parts(folder).stream().mapToLong(PartFile::bytes).sum(),
        new TrainingFact.Progressed(Version.INITIAL, Metrics.NONE, 0, 0, 0, 0, Speculated.NOTHING),
        null);
  }

  private StoredModel stored(String folder) throws IOException {
    Path path = new Path(folder);
    return new StoredModel(path.getFileSystem(hadoop), path);
  }

  private JobSpec spec(String file) throws IOException {
    Path path = new Path(file);
    FileSystem files = path.getFileSystem(hadoop);
    if (!files.exists(path)) {
      throw new FailureException(
          FailureKind.MODEL_NOT_FOUND, "there is no job file", file, "check the id");
    }
    try (InputStream in = files.open(path)) {
      return JobFile.read(in, file);
    }
  }

  private List<Fact> facts(JobSpec resumed, Path root, JobId id) throws IOException {
    Settings own = Settings.of(resumed.settings());
    try (StateStore store = StateStores.open(own, root.toString(), id.application(), hadoop)) {
      return store.log(id).read().stream().map(Entry::fact).toList();
    }
  }
}
