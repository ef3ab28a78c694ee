package trainer.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The bundles in the cluster's file system, {@code <trainer.bundle.dir>/<sha-256>/bundle.zip}. One
 * is uploaded once, under a temporary name and renamed when it is whole; a copy whose length is
 * wrong is replaced.
 */
public final class BundleStore {
  private static final FsPermission FOLDER = new FsPermission((short) 0700);
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final int BUFFER = 1 << 17;

  private final Path root;
  private final Configuration hadoop;

  public BundleStore(Path root, Configuration hadoop) {
    this.root = root;
    this.hadoop = hadoop;
  }

  /** Where the bundle is; uploaded now if it is not there yet. */
  public Path put(LocalBundle bundle) throws IOException {
    FileSystem files = root.getFileSystem(hadoop);
    Path folder = new Path(root, bundle.sha256());
    Path target = files.makeQualified(new Path(folder, "bundle.zip"));
    long length = Files.size(bundle.archive());
    if (isWhole(files, target, length)) {
      return target;
    }
    FileSystem.mkdirs(files, root, FOLDER);
    FileSystem.mkdirs(files, folder, FOLDER);
    Path temporary = new Path(folder, "_" + UUID.randomUUID() + ".tmp");
    try {
      upload(bundle, files, temporary);
      if (!isWhole(files, temporary, length)) {
        throw new IOException(temporary + " does not have " + length + " bytes");
      }
      if (files.exists(target) && !isWhole(files, target, length)) {
        files.delete(target, false);
      }
      if (!files.rename(temporary, target) && !isWhole(files, target, length)) {
        throw new IOException("cannot rename " + temporary + " to " + target);
      }
    } finally {
      files.delete(temporary, false);
    }
    return target;
  }

  private static boolean isWhole(FileSystem files, Path path, long length) throws IOException {
    try {
      FileStatus status = files.getFileStatus(path);
      return status.isFile() && status.getLen() == length;
    } catch (java.io.FileNotFoundException e) {
      return false;
    }
  }

  private static void upload(LocalBundle bundle, FileSystem files, Path target) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    try (InputStream in = new DigestInputStream(Files.newInputStream(bundle.archive()), digest);
        OutputStream out = FileSystem.create(files, target, FILE)) {
      byte[] buffer = new byte[BUFFER];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
    String found = HexFormat.of().formatHex(digest.digest());
    if (!found.equals(bundle.sha256())) {
      throw new FailureException(
          FailureKind.UNEXPECTED,
          "the bundle in the client's cache has been changed (SHA-256 " + found + ")",
          bundle.archive().toString(),
          "delete its folder and try again");
    }
  }
}
