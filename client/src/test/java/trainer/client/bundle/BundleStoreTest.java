package trainer.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureException;

class BundleStoreTest {
  private static final byte[] CONTENT = "a bundle".getBytes(StandardCharsets.UTF_8);

  @TempDir private java.nio.file.Path folder;
  private LocalBundle bundle;
  private BundleStore store;

  @BeforeEach
  void make() throws Exception {
    Files.write(folder.resolve("bundle.zip"), CONTENT);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(CONTENT);
    bundle = new LocalBundle(folder, HexFormat.of().formatHex(digest));
    store = new BundleStore(new Path(folder.resolve("store").toUri()), new Configuration());
  }

  @Test
  void uploadsOnceUnderItsHash() throws Exception {
    Path first = store.put(bundle);
    assertThat(first.toString()).endsWith("/" + bundle.sha256() + "/bundle.zip");
    java.nio.file.Path file = java.nio.file.Path.of(first.toUri());
    assertThat(file).hasBinaryContent(CONTENT);
    java.nio.file.attribute.FileTime written = Files.getLastModifiedTime(file);
    assertThat(store.put(bundle)).isEqualTo(first);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);
  }

  @Test
  void replacesCopyThatWasCutShort() throws Exception {
    java.nio.file.Path file = java.nio.file.Path.of(store.put(bundle).toUri());
    Files.write(file, new byte[] {1});
    store.put(bundle);
    assertThat(file).hasBinaryContent(CONTENT);
  }

  @Test
  void leavesNothingBehindWhenTheBundleIsNotWhatItSays() throws Exception {
    Files.write(folder.resolve("bundle.zip"), new byte[] {1});
    assertThatThrownBy(() -> store.put(bundle)).isInstanceOf(FailureException.class);
    try (Stream<java.nio.file.Path> left = Files.list(folder.resolve("store/" + bundle.sha256()))) {
      assertThat(left.filter(path -> !path.toString().endsWith(".crc"))).isEmpty();
    }
  }
}
