package trainer.appmaster.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.checkpoint.CheckpointPosition;
import trainer.avro.checkpoint.CheckpointVerifier;
import trainer.avro.model.PartCheck;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.digest.Sha256;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.CheckpointName;
import trainer.core.job.JobSpec;
import trainer.core.message.PartFile;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/**
 * The checkpoints of a job in its folder. Each is a folder with the part files that the pservers
 * write and a manifest. The manifest is put beside the parts by a rename, after every part has been
 * read back. A folder without a manifest is no checkpoint.
 */
public final class CheckpointStore {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);
  private static final FsPermission FILE = new FsPermission((short) 0600);

  private final Configuration hadoop;
  private final JobSpec spec;
  private final Settings settings;
  private final RetryPolicy patience;
  private final AtomicBoolean isSweepFailing = new AtomicBoolean();

  public CheckpointStore(
      Configuration hadoop, JobSpec spec, Settings settings, RetryPolicy patience) {
    this.hadoop = hadoop;
    this.spec = spec;
    this.settings = settings;
    this.patience = patience;
  }

  /** Reads every part back, then writes the manifest. Blocks as long as reading the parts takes. */
  public JobEvent store(JobEffect.StoreCheckpoint order) {
    return patiently(order.name().version().number(), order.folder(), () -> storeOnce(order));
  }

  /** Looks for a checkpoint that an earlier master finished and that its records do not mention. */
  public JobEvent find(JobEffect.FindCheckpoint order) {
    return patiently(order.version(), order.folder(), () -> findOnce(order));
  }

  private JobEvent patiently(long version, String folder, RetryPolicy.Call<JobEvent> call) {
    try {
      return patience.until("Keeping version " + version, call);
    } catch (FailureException e) {
      return new JobEvent.CheckpointNotStored(folder, e.failure());
    } catch (IOException | RuntimeException e) {
      return new JobEvent.CheckpointNotStored(
          folder,
          new Failure(
              FailureKind.STORAGE_FAILED,
              "version " + version + " is not kept: " + e.toString().lines().findFirst().get(),
              folder,
              "check the file system's health, space and quota"));
    }
  }

  /** Checks the manifest only: the parts were read back before the manifest was written. */
  private JobEvent findOnce(JobEffect.FindCheckpoint order) throws IOException {
    Path folder = new Path(order.folder());
    FileSystem files = folder.getFileSystem(hadoop);
    if (!isWhole(files, folder)) {
      throw new FailureException(
          FailureKind.MODEL_NOT_FOUND,
          "version " + order.version() + " was not finished by the master before",
          order.folder(),
          "");
    }
    StoredModel stored = new StoredModel(files, folder);
    PartCheck.require(
        CheckpointVerifier.objection(stored).isEmpty(),
        order.folder(),
        CheckpointVerifier.objection(stored));
    CheckpointManifest manifest = CheckpointFile.read(stored);
    boolean isIt =
        manifest.position().version() == order.version()
            && manifest.position().line().equals(order.line());
    PartCheck.require(isIt, order.folder(), "it is of version " + manifest.position().version());
    byte[] encoded = CheckpointFile.encode(manifest);
    long bytes = manifest.parts().stream().mapToLong(PartFile::bytes).sum();
    return new JobEvent.CheckpointStored(order.folder(), digest(encoded), bytes + encoded.length);
  }

  private JobEvent storeOnce(JobEffect.StoreCheckpoint order) throws IOException {
    Path folder = new Path(order.folder());
    FileSystem files = folder.getFileSystem(hadoop);
    CheckpointManifest manifest = manifest(order);
    StoredModel stored = new StoredModel(files, folder);
    long bytes = 0;
    for (PartFile part : order.parts()) {
      PartCheck.read(stored, part, manifest.storedTables(), rows -> {});
      bytes += part.bytes();
    }
    byte[] encoded = CheckpointFile.encode(manifest);
    Path draft = new Path(folder, "_" + CheckpointManifest.NAME);
    try (OutputStream out = files.createFile(draft).overwrite(true).build()) {
      out.write(encoded);
    }
    files.setPermission(draft, FILE);
    Failpoint.hit("master.beforeManifest");
    Path place = new Path(folder, CheckpointManifest.NAME);
    if (!files.rename(draft, place) && !files.exists(place)) {
      throw new IOException("cannot rename " + draft + " to " + place);
    }
    Failpoint.hit("master.afterManifest");
    return new JobEvent.CheckpointStored(order.folder(), digest(encoded), bytes + encoded.length);
  }

  private static String digest(byte[] bytes) {
    MessageDigest digest = Sha256.create();
    digest.update(bytes);
    return Sha256.hex(digest);
  }

  private CheckpointManifest manifest(JobEffect.StoreCheckpoint order) {
    return new CheckpointManifest(
        Publishing.origin(spec, settings),
        new CheckpointPosition(
            order.name().version().number(),
            order.name().mark(),
            order.updates(),
            order.name().line(),
            order.name().term(),
            order.epoch()),
        settings.get(Keys.SEED),
        order.indexDigest(),
        spec.tables(),
        order.state(),
        order.parts().stream().map(part -> order.map().primary(part.partition()).index()).toList(),
        order.parts());
  }

  /**
   * Deletes the checkpoints that are not kept. A failure is only logged, since the next sweep
   * repeats the deletion.
   */
  public void sweep(JobEffect.SweepCheckpoints order) {
    Path all = new Path(spec.jobFolder(), "checkpoints");
    try {
      FileSystem files = all.getFileSystem(hadoop);
      List<Path> kept =
          order.kept().stream().map(folder -> files.makeQualified(new Path(folder))).toList();
      for (FileStatus one : files.listStatus(all)) {
        if (isOver(one.getPath().getName(), order)
            && !kept.contains(one.getPath())
            && (order.evenWhole() || !isWhole(files, one.getPath()))) {
          LOG.info("Deleting {}", one.getPath());
          files.delete(one.getPath(), true);
        }
      }
      if (isSweepFailing.getAndSet(false)) {
        LOG.warn("Checkpoints that are not wanted any more are deleted again in {}", all);
      }
    } catch (FileNotFoundException e) {
      LOG.debug("There are no checkpoints", e);
    } catch (IOException | RuntimeException e) {
      if (!isSweepFailing.getAndSet(true)) {
        LOG.warn("Checkpoints that are not wanted any more may be left in {} for now", all, e);
      }
    }
  }

  private static boolean isWhole(FileSystem files, Path folder) throws IOException {
    return files.exists(new Path(folder, CheckpointManifest.NAME));
  }

  private static boolean isOver(String folder, JobEffect.SweepCheckpoints order) {
    return CheckpointName.of(folder).filter(name -> isOver(name, order)).isPresent();
  }

  private static boolean isOver(CheckpointName name, JobEffect.SweepCheckpoints order) {
    boolean isLater =
        name.version().number() > order.version()
            || (name.version().number() == order.version() && name.mark() > order.mark());
    return name.line().number() < order.line().number()
        || (name.line().equals(order.line()) && !isLater);
  }
}
