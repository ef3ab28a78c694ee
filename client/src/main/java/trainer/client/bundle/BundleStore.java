package trainer.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.digest.Sha256;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The bundles in the cluster's file system, {@code <trainer.bundle.dir>/<sha-256>/bundle.zip}. A
 * bundle is uploaded once, under a temporary name, and renamed when it is complete. Several clients
 * may therefore race. A stored file with other bytes is replaced. The modification time of a file
 * {@code _used} beside it is the time of the last submission with it.
 */
public final class BundleStore {
  private static final Logger LOG = LoggerFactory.getLogger(BundleStore.class);

  static final String USED = "_used";
  static final String TEMPORARY = ".tmp";

  private static final FsPermission FOLDER = new FsPermission((short) 0700);
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final int BUFFER = 1 << 17;

  private final Path root;
  private final Configuration hadoop;

  public BundleStore(Path root, Configuration hadoop) {
    this.root = root;
    this.hadoop = StoredBundle.checksums(hadoop);
  }

  /**
   * The folder of the bundles: {@code trainer.bundle.dir}, else one in the user's home on the
   * default file system.
   */
  public static Path folder(Settings settings, String user) {
    return new Path(settings.find(Keys.BUNDLE_DIR).orElse("/user/" + user + "/.trainer/bundles"));
  }

  /**
   * Whether the store holds a bundle; empty when it has none of this hash, false when the stored
   * file has other bytes.
   */
  public Optional<Boolean> holds(LocalBundle bundle) throws IOException {
    try (FileSystem files = FileSystem.newInstance(root.toUri(), hadoop)) {
      Path stored = new Path(new Path(root, bundle.sha256()), "bundle.zip");
      return files.exists(stored)
          ? Optional.of(new StoredBundle(files, files.makeQualified(stored)).holds(bundle))
          : Optional.empty();
    }
  }

  /** Returns the path of the bundle, and uploads the bundle if it is missing. */
  public Path put(LocalBundle bundle) throws IOException {
    try (FileSystem files = FileSystem.newInstance(root.toUri(), hadoop)) {
      Path folder = new Path(root, bundle.sha256());
      StoredBundle target =
          new StoredBundle(files, files.makeQualified(new Path(folder, "bundle.zip")));
      if (!target.holds(bundle)) {
        FileSystem.mkdirs(files, root, FOLDER);
        FileSystem.mkdirs(files, folder, FOLDER);
        place(bundle, files, folder, target);
      }
      recordUse(files, new Path(folder, USED));
      return target.path();
    }
  }

  /**
   * Records the use of a bundle. Failure is ignored: of racing clients one succeeds, and the note
   * is no more than a hint.
   */
  private static void recordUse(FileSystem files, Path used) {
    try {
      if (files.exists(used)) {
        files.setTimes(used, System.currentTimeMillis(), -1);
      } else {
        files.create(used, false).close();
      }
    } catch (IOException e) {
      LOG.debug("{} is not noted", used, e);
    }
  }

  /** Deletes bundles that are old and that no running job needs; see {@link OldBundles}. */
  public void deleteUnused(OldBundles.Retention retention) throws IOException {
    try (FileSystem files = FileSystem.newInstance(root.toUri(), hadoop)) {
      new OldBundles(files, root).deleteUnused(retention);
    }
  }

  /**
   * Checks that an administrator's copy holds the bundle.
   *
   * @throws FailureException VERSION_NOT_SUPPORTED when it holds another bundle
   */
  public static void requireSame(LocalBundle bundle, Path copy, Configuration hadoop)
      throws IOException {
    if (copy.toUri().equals(new Path(bundle.archive().toUri()).toUri())) {
      return; // this client's own file, which its launcher has verified
    }
    try (FileSystem files =
        FileSystem.newInstance(
            copy.getFileSystem(hadoop).getUri(), StoredBundle.checksums(hadoop))) {
      if (!files.exists(copy)) {
        throw new FailureException(
            FailureKind.CONFIG_INVALID,
            "there is no such bundle",
            "trainer.bundle " + copy,
            "put it there, or leave the key out");
      }
      if (!new StoredBundle(files, copy).holds(bundle)) {
        throw new FailureException(
            FailureKind.VERSION_NOT_SUPPORTED,
            "the cluster's bundle is not this client's (SHA-256 " + bundle.sha256() + ")",
            "trainer.bundle " + copy,
            "use the trainer-client.jar that it was taken from, or set trainer.bundle= to nothing");
      }
    }
  }

  private static void place(LocalBundle bundle, FileSystem files, Path folder, StoredBundle target)
      throws IOException {
    StoredBundle temporary =
        new StoredBundle(files, new Path(folder, "_" + UUID.randomUUID() + TEMPORARY));
    try {
      upload(bundle, files, temporary.path());
      if (!temporary.holds(bundle)) {
        throw new IOException(temporary.path() + " does not hold what was written to it");
      }
      // Checked again: another client's copy must stay, since its containers expect that file's
      // modification time.
      if (target.holds(bundle) || files.rename(temporary.path(), target.path())) {
        return;
      }
      if (!target.holds(bundle)) {
        files.delete(target.path(), false);
        if (!files.rename(temporary.path(), target.path()) && !target.holds(bundle)) {
          throw new IOException("cannot rename " + temporary.path() + " to " + target.path());
        }
      }
    } finally {
      files.delete(temporary.path(), false);
    }
  }

  private static void upload(LocalBundle bundle, FileSystem files, Path target) throws IOException {
    MessageDigest digest = Sha256.create();
    try (InputStream in = new DigestInputStream(Files.newInputStream(bundle.archive()), digest);
        OutputStream out = FileSystem.create(files, target, FILE)) {
      byte[] buffer = new byte[BUFFER];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
    String found = Sha256.hex(digest);
    if (!found.equals(bundle.sha256())) {
      throw new FailureException(
          FailureKind.UNEXPECTED,
          "the bundle in the client's cache has been changed (SHA-256 " + found + ")",
          bundle.archive().toString(),
          "delete its folder and try again");
    }
  }
}
