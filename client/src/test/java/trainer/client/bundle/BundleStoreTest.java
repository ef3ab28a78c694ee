package trainer.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

class BundleStoreTest {
  private static final byte[] CONTENT = "a bundle".getBytes(StandardCharsets.UTF_8);
  private static final String OLD = "0".repeat(64);

  @TempDir private java.nio.file.Path folder;
  private LocalBundle bundle;
  private BundleStore store;

  @BeforeEach
  void make() throws Exception {
    bundle = write(folder, CONTENT);
    store = new BundleStore(new Path(folder.resolve("store").toUri()), new Configuration());
  }

  static LocalBundle write(java.nio.file.Path folder, byte[] content) throws Exception {
    Files.write(folder.resolve("bundle.zip"), content);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
    return new LocalBundle(folder, HexFormat.of().formatHex(digest));
  }

  @Test
  void uploadsOnceUnderItsHash() throws Exception {
    Path first = store.put(bundle);
    assertThat(first.toString()).endsWith("/" + bundle.sha256() + "/bundle.zip");
    java.nio.file.Path file = java.nio.file.Path.of(first.toUri());
    assertThat(file).hasBinaryContent(CONTENT);
    FileTime written = Files.getLastModifiedTime(file);
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
  void replacesCopyOfTheSameLengthWithOtherBytes() throws Exception {
    java.nio.file.Path file = java.nio.file.Path.of(store.put(bundle).toUri());
    Files.write(file, "A bundle".getBytes(StandardCharsets.UTF_8));
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

  @Test
  void administratorsCopyMustHoldTheVeryBundle() throws Exception {
    java.nio.file.Path copy = Files.write(folder.resolve("shared.zip"), CONTENT);
    Path path = new Path(copy.toUri());
    BundleStore.requireSame(bundle, path, new Configuration());
    Files.write(copy, "A bundle".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> BundleStore.requireSame(bundle, path, new Configuration()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.VERSION_NOT_SUPPORTED));
    Files.delete(copy);
    assertThatThrownBy(() -> BundleStore.requireSame(bundle, path, new Configuration()))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.CONFIG_INVALID));
  }

  @Test
  void oldBundlesGoUnlessJobsNeedThem() throws Exception {
    store.put(bundle);
    java.nio.file.Path old = Files.createDirectories(folder.resolve("store/" + OLD));
    java.nio.file.Path used = Files.createFile(old.resolve("_used"));
    long now = Files.getLastModifiedTime(used).toMillis() + Duration.ofHours(2).toMillis();

    deleteUnused(now, Duration.ofHours(3), Set.of());
    assertThat(old).as("too young").exists();
    deleteUnused(now, Duration.ofHours(1), Set.of(OLD.substring(0, 8), bundle.sha256()));
    assertThat(old).as("in use").exists();
    deleteUnused(now, Duration.ofHours(1), Set.of(bundle.sha256()));
    assertThat(old).doesNotExist();
    assertThat(folder.resolve("store/" + bundle.sha256() + "/bundle.zip")).exists();
  }

  @Test
  void nobodyIsAskedWhenNothingIsOld() throws Exception {
    store.put(bundle);
    store.deleteUnused(
        new OldBundles.Retention(
            System.currentTimeMillis(),
            Duration.ofHours(1),
            () -> {
              throw new AssertionError("asked");
            }));
  }

  @Test
  void uploadThatWasKilledGoesADayLater() throws Exception {
    java.nio.file.Path file = java.nio.file.Path.of(store.put(bundle).toUri());
    java.nio.file.Path left = Files.createFile(file.resolveSibling("_1234.tmp"));
    long now = Files.getLastModifiedTime(left).toMillis() + Duration.ofHours(25).toMillis();
    deleteUnused(now, Duration.ofDays(30), Set.of());
    assertThat(left).doesNotExist();
    assertThat(file).exists();
  }

  private void deleteUnused(long now, Duration keep, Set<String> inUse) throws Exception {
    store.deleteUnused(new OldBundles.Retention(now, keep, () -> inUse));
  }
}
