package trainer.client.bundle;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.digest.Sha256;

/**
 * A stored file compared with a bundle. If the file system's own checksums are comparable, they are
 * used; HDFS then only looks up the checksum of each block. Otherwise the file is read and hashed.
 * It is also hashed if the checksums differ, as those of encrypted files always do.
 *
 * @param files made by {@link #checksums}
 */
record StoredBundle(FileSystem files, Path path) {
  private static final String COMPARABLE = "COMPOSITE-CRC32C";
  private static final int BUFFER = 1 << 17;

  /** The configuration for checksums of whole files, which do not depend on block boundaries. */
  static Configuration checksums(Configuration base) {
    Configuration changed = new Configuration(base);
    changed.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    return changed;
  }

  /** Whether the file exists and has exactly the bundle's bytes. */
  boolean holds(LocalBundle bundle) throws IOException {
    FileStatus status;
    try {
      status = files.getFileStatus(path);
    } catch (FileNotFoundException e) {
      return false;
    }
    if (!status.isFile() || status.getLen() != Files.size(bundle.archive())) {
      return false;
    }
    try {
      FileChecksum stored = files.getFileChecksum(path);
      boolean same =
          stored != null
              && stored.getAlgorithmName().equals(COMPARABLE)
              && ByteBuffer.wrap(stored.getBytes()).getInt() == crc(bundle);
      return same || digest().equals(bundle.sha256());
    } catch (FileNotFoundException e) {
      return false; // another client found it damaged and deleted it
    }
  }

  private static int crc(LocalBundle bundle) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(bundle.archive())) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        crc.update(buffer, 0, n);
      }
    }
    return (int) crc.getValue();
  }

  private String digest() throws IOException {
    MessageDigest digest = Sha256.create();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = files.open(path)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    } catch (ChecksumException e) {
      return "damaged";
    }
    return Sha256.hex(digest);
  }
}
