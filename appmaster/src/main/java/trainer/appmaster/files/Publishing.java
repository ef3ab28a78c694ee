package trainer.appmaster.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelId;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.container.files.WriteFailures;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.digest.Sha256;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;
import trainer.core.message.PartFile;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/**
 * Publishing of a model. The pservers have written the parts into a temporary folder. This class
 * checks them, computes the model id, writes the manifest, and last renames the folder to {@code
 * trainer.output}. The output is therefore a complete model or none. A model to be replaced is
 * moved aside just before the rename and deleted after it.
 */
public final class Publishing {
  private static final int BUFFER = 1 << 16;

  /** Settings that describe the model, its training data and its training. */
  private static final Pattern KEPT =
      Pattern.compile(
          "trainer\\.(model|label|weight|features|csv|optimizer|table|input|validation|epochs|seed|sync|minibatch"
              + "|block|text).*");

  private final Configuration hadoop;
  private final JobSpec spec;
  private final Settings settings;
  private final LeadershipFence fence;
  private final RetryPolicy patience;
  private final ModelPermissions permissions;

  /**
   * @param fence passed before anything changes at the output
   * @param patience retries while the storage fails or leaves an outcome unknown
   */
  public Publishing(
      Configuration hadoop,
      JobSpec spec,
      Settings settings,
      LeadershipFence fence,
      RetryPolicy patience) {
    this.patience = patience;
    this.hadoop = hadoop;
    this.spec = spec;
    this.settings = settings;
    this.fence = fence;
    this.permissions = ModelPermissions.of(settings.get(Keys.OUTPUT_PERMISSIONS));
  }

  /**
   * Publishes a model. A model that another master of this job published meanwhile counts as this
   * job's model. Blocks as long as reading the parts takes.
   *
   * @param records records of one epoch, for the manifest
   * @param delayed receives the first failure, if publishing is retried
   */
  public JobEvent publish(JobEffect.Publish order, long records, Consumer<JobEvent> delayed) {
    Path written = new Path(order.folder());
    try {
      return patience
          .reporting(e -> delayed.accept(new JobEvent.PublishDelayed(failure(e, order))))
          .until(
              "Publishing",
              () -> WriteFailures.guard(order.place(), () -> put(written, order, records)));
    } catch (IOException | RuntimeException e) {
      return new JobEvent.PublishFailed(failure(e, order));
    }
  }

  private static Failure failure(Exception e, JobEffect.Publish order) {
    return WriteFailures.of(e, order.place());
  }

  private JobEvent put(Path written, JobEffect.Publish order, long records) throws IOException {
    FileSystem files = written.getFileSystem(hadoop);
    Path output = files.makeQualified(new Path(order.place()));
    Optional<JobEvent.Published> there =
        PublishedModelFinder.published(spec, files, output, order.version());
    if (there.isPresent()) {
      return there.get();
    }
    try {
      OutputPlacement placement = placement(files, output, order);
      placement.prepare();
      String id = checkedId(files, written, order.parts());
      writeManifest(files, written, manifest(order, id, records));
      sweep(files, written, order.parts());
      fence.pass();
      Failpoint.hit("master.beforeRename");
      placement.place(written);
      Failpoint.hit("master.afterRename");
      return new JobEvent.Published(id, output.toString());
    } catch (FailureException e) {
      // Another master of this job may have published since the first look.
      there = PublishedModelFinder.published(spec, files, output, order.version());
      if (there.isPresent()) {
        return there.get();
      }
      throw e;
    }
  }

  private OutputPlacement placement(FileSystem files, Path output, JobEffect.Publish order) {
    boolean isOutput = new Path(order.place()).equals(new Path(settings.get(Keys.OUTPUT)));
    return new OutputPlacement(
        hadoop,
        spec,
        files,
        output,
        settings.get(Keys.OUTPUT_OVERWRITE) && isOutput,
        ModelFormat.MANIFEST,
        () -> PublishedModelFinder.published(spec, files, output, order.version()).isPresent());
  }

  private ModelManifest manifest(JobEffect.Publish order, String id, long records) {
    return new ModelManifest(
        id,
        origin(spec, settings),
        order.version(),
        records,
        order.standardisations(),
        spec.tables(),
        order.parts());
  }

  /** The origin of the models and checkpoints of a job. */
  static ModelOrigin origin(JobSpec spec, Settings settings) {
    return new ModelOrigin(
        spec.id().toString(), settings.get(Keys.MODEL), kept(spec), spec.clientVersion());
  }

  /** The settings that describe a model, its training data and its training. */
  private static Map<String, String> kept(JobSpec spec) {
    Map<String, String> kept = new TreeMap<>();
    spec.settings()
        .forEach(
            (key, value) -> {
              if (KEPT.matcher(key).matches() && !key.equals(Keys.INPUT_PLANNED.name())) {
                kept.put(key, value);
              }
            });
    return kept;
  }

  /**
   * Checks the parts while a second thread computes the id. A failed check is reported first, since
   * its message is more precise.
   */
  private String checkedId(FileSystem files, Path folder, List<PartFile> parts) throws IOException {
    StoredModel model = new StoredModel(files, folder);
    FutureTask<String> id = new FutureTask<>(() -> ModelId.of(model, parts, spec.tables()));
    Thread beside = new Thread(id, "model-id");
    beside.setDaemon(true);
    beside.start();
    try {
      check(files, folder, parts);
      return id.get();
    } catch (ExecutionException e) {
      throw carried(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the model id was computed");
    } finally {
      id.cancel(true);
    }
  }

  private static IOException carried(Throwable thrown) {
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    return thrown instanceof IOException e ? e : new IOException(thrown);
  }

  private void check(FileSystem files, Path folder, List<PartFile> parts) throws IOException {
    for (PartFile part : parts) {
      Path file = new Path(folder, part.name());
      String found = digest(files, file, part.bytes());
      if (!found.equals(part.sha256())) {
        throw new FailureException(
            FailureKind.MODEL_CORRUPT,
            "a part is not what its pserver wrote (SHA-256 "
                + found
                + ", written "
                + part.sha256()
                + ")",
            file.toString(),
            "submit the job again; check the file system");
      }
      files.setPermission(file, permissions.file());
    }
    files.setPermission(folder, permissions.folder());
  }

  private static String digest(FileSystem files, Path file, long bytes) throws IOException {
    MessageDigest digest = Sha256.create();
    long read = 0;
    try (InputStream in = files.open(file)) {
      byte[] buffer = new byte[BUFFER];
      int n = in.read(buffer);
      while (n >= 0) {
        digest.update(buffer, 0, n);
        read += n;
        n = in.read(buffer);
      }
    } catch (FileNotFoundException e) {
      return "of no file";
    }
    return read == bytes ? Sha256.hex(digest) : "of " + read + " bytes instead of " + bytes;
  }

  /**
   * Writes the manifest without making the folder. A later master that takes the lead deletes the
   * folder, so that it cannot be renamed.
   */
  private void writeManifest(FileSystem files, Path folder, ModelManifest manifest)
      throws IOException {
    Path file = new Path(folder, ModelFormat.MANIFEST);
    try (OutputStream out = files.createFile(file).overwrite(true).build()) {
      out.write(ManifestFile.encode(manifest));
    }
    files.setPermission(file, permissions.file());
  }

  /** Deletes files that a lost pserver or an earlier attempt left beside the parts. */
  private static void sweep(FileSystem files, Path folder, List<PartFile> parts)
      throws IOException {
    List<String> ours = parts.stream().map(PartFile::name).toList();
    for (FileStatus file : files.listStatus(folder)) {
      String name = file.getPath().getName();
      if (!ours.contains(name) && !name.equals(ModelFormat.MANIFEST)) {
        files.delete(file.getPath(), true);
      }
    }
  }
}
