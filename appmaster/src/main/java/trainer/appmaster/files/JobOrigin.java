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
 * from a model or checkpoint ({@code trainer.model.initial}).
 */
final class JobOrigin {
  private final Configuration hadoop;
  private final Settings settings;

  JobOrigin(Configuration hadoop, Settings settings) {
    this.hadoop = hadoop;
    this.settings = settings;
  }

  /**
   * Reads them; none for a job that begins anew.
   *
   * @param indexDigest of this job's input
   * @throws FailureException INPUT_CHANGED if that is not the input of the job to go on with,
   *     MODEL_NOT_FOUND or MODEL_CORRUPT naming the folder
   */
  List<Fact> read(String indexDigest) throws IOException {
    Optional<String> job = settings.find(Keys.RESUME);
    if (job.isPresent()) {
      return ofJob(job.get(), indexDigest);
    }
    return ofInitial(settings);
  }

  private List<Fact> ofInitial(Settings own) throws IOException {
    Optional<String> initial = own.find(Keys.MODEL_INITIAL);
    return initial.isPresent() ? ofFolder(initial.get()) : List.of();
  }

  private List<Fact> ofJob(String place, String indexDigest) throws IOException {
    Path folder = new Path(place);
    Path root = folder.getParent().getParent();
    JobId id = new JobId(root.getName(), Integer.parseInt(folder.getName()));
    JobSpec spec = spec(new JobFolder(root.toString()).jobFile(id));
    EarlierJob earlier = new EarlierJob(spec, facts(spec, root, id));
    if (earlier.indexDigest() == null) {
      return ofInitial(Settings.of(spec.settings())); // it had not read its input yet
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
    for (CheckpointFact.CheckpointAdded one : earlier.checkpoints()) {
      boolean isItsOrigin = one.version().equals(Version.INITIAL); // without it, it is another job
      if (isItsOrigin || isSound(one.folder())) {
        return earlier.originAt(one);
      }
    }
    List<Fact> origin = new ArrayList<>(earlier.originAt(null));
    origin.addAll(ofInitial(Settings.of(spec.settings())));
    return origin;
  }

  private boolean isSound(String folder) throws IOException {
    try {
      CheckpointFile.read(stored(folder));
      return true;
    } catch (FileNotFoundException e) {
      return false;
    } catch (FailureException e) {
      if (e.failure().kind() == FailureKind.MODEL_CORRUPT) {
        return false;
      }
      throw e;
    }
  }

  private List<Fact> ofFolder(String folder) throws IOException {
    StoredModel files = stored(folder);
    List<Fact> origin = new ArrayList<>();
    List<PartFile> parts;
    if (files.names().contains(ModelFormat.MANIFEST)) {
      ModelManifest manifest = ManifestFile.read(files);
      parts = manifest.parts();
      String features = manifest.origin().settings().getOrDefault(Keys.FEATURES.name(), "");
      boolean isSameTable = features.equals(settings.get(Keys.FEATURES));
      if (isSameTable && !manifest.standardisations().isEmpty()) {
        origin.add(new TrainingFact.StandardisationsGiven(manifest.standardisations()));
      }
    } else {
      parts = CheckpointFile.read(files).parts();
    }
    origin.add(
        new CheckpointFact.CheckpointAdded(
            Version.INITIAL,
            0,
            Line.NONE,
            folder,
            "",
            parts.stream().mapToLong(PartFile::bytes).sum(),
            new TrainingFact.Progressed(
                Version.INITIAL, Metrics.NONE, 0, 0, 0, 0, Speculated.NOTHING),
            null));
    return origin;
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

  private List<Fact> facts(JobSpec spec, Path root, JobId id) throws IOException {
    Settings own = Settings.of(spec.settings());
    try (StateStore store = StateStores.open(own, root.toString(), id.application(), hadoop)) {
      return store.log(id).read().stream().map(Entry::fact).toList();
    }
  }
}
