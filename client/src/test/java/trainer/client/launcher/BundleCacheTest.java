package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a bundle of three files, which is among the resources of the tests. */
class BundleCacheTest {
  private static final String BUNDLE = "small.zip";

  @TempDir Path root;
  private BundleCache cache;

  @BeforeEach
  void aCache() {
    cache = new BundleCache(root);
  }

  @Test
  void unpacksABundleOnce() throws IOException {
    File bundle = cache.folderOf(BUNDLE);
    Path found = Files.writeString(bundle.toPath().resolve("lib/a.jar"), "as it was");

    assertThat(cache.folderOf(BUNDLE)).isEqualTo(bundle);
    assertThat(found).hasContent("as it was");
    assertThat(root.toFile().list()).containsExactly(bundle.getName());
  }

  @Test
  void unpacksABundleThatIsNotWholeAgain() throws IOException {
    Path jar = cache.folderOf(BUNDLE).toPath().resolve("lib/a.jar");
    Files.delete(jar);

    cache.folderOf(BUNDLE);

    assertThat(jar).hasContent("a");
  }

  @Test
  void unpacksABundleAgainWhoseCountOfJarsIsNoFile() throws IOException {
    Path mark = mark();
    Files.delete(mark);
    Files.createDirectory(mark);

    cache.folderOf(BUNDLE);

    assertThat(mark).hasContent("2");
  }

  @Test
  void discardsNoBundleThatAnotherLauncherHasMadeWholeMeanwhile() throws IOException {
    Path mark = mark();

    BundleCache.discard(mark.getParent());
    assertThat(mark).hasContent("2");

    Files.delete(mark);
    BundleCache.discard(mark.getParent());
    assertThat(root).isEmptyDirectory();
  }

  /** One who deletes was killed between its claim and its second look. */
  @Test
  void aBundleInUseThatWasClaimedIsGivenBack() throws IOException {
    Path mark = mark();
    Files.move(mark, mark.resolveSibling("unused"));
    Path jar = Files.writeString(mark.resolveSibling("lib").resolve("a.jar"), "as it was");

    cache.folderOf(BUNDLE);

    assertThat(mark).hasContent("2");
    assertThat(jar).hasContent("as it was");
  }

  @Test
  void aClientThatRunsSaysThatTheBundleIsUsed() throws IOException {
    Path mark = mark();
    age(mark, Duration.ofDays(2));

    assertThat(
            new ClientProcess(List.of("sleep", "0.5"), ClientLocale.of("UTF-8"), cache, 50).run())
        .isZero();

    assertThat(ageOf(mark)).isLessThan(Duration.ofHours(1));
  }

  @Test
  void aStartSaysThatTheBundleIsUsed() throws IOException {
    Path mark = mark();
    age(mark, Duration.ofDays(40));

    new BundleCache(root).folderOf(BUNDLE);

    assertThat(ageOf(mark)).isLessThan(Duration.ofHours(1));
  }

  @Test
  void aClientThatRunsForLongSaysSoOnceADay() throws IOException {
    Path mark = mark();

    age(mark, Duration.ofHours(23));
    cache.recordUse();
    assertThat(ageOf(mark)).isGreaterThan(Duration.ofHours(22));

    age(mark, Duration.ofHours(25));
    cache.recordUse();
    assertThat(ageOf(mark)).isLessThan(Duration.ofHours(1));
  }

  @Test
  void aBundleThatIsGoneIsNotMadeUpByNotingItsUse() throws IOException {
    Path mark = mark();
    Files.delete(mark);

    cache.recordUse();

    assertThat(mark).doesNotExist();
  }

  @Test
  void deletesWhatIsNotUsedAnyMoreBeforeItUnpacks() throws IOException {
    Path old = Bundles.make(root, "0", Duration.ofDays(31));
    Path used = Bundles.make(root, "1", Duration.ofDays(29));

    File bundle = cache.folderOf(BUNDLE);

    assertThat(old).doesNotExist();
    assertThat(root.toFile().list())
        .containsExactlyInAnyOrder(used.getFileName().toString(), bundle.getName());
  }

  @Test
  void looksForNothingElseWhereThereIsNothingToUnpack() throws IOException {
    cache.folderOf(BUNDLE);
    Path old = Bundles.make(root, "0", Duration.ofDays(31));

    cache.folderOf(BUNDLE);

    assertThat(old).exists();
  }

  @Test
  void sweepsWhatKilledLaunchersLeftAndNoOthersFiles() throws IOException {
    Path left = Files.createDirectory(root.resolve(".0123456789ab-123456789"));
    Files.createFile(left.resolve("bundle.zip"));
    Path fresh = Files.createDirectory(root.resolve(".0123456789ab-987654321"));
    Path others = Files.createDirectory(root.resolve(".ssh"));
    age(left, Duration.ofDays(1));
    age(others, Duration.ofDays(1));

    cache.folderOf(BUNDLE);

    assertThat(left).doesNotExist();
    assertThat(fresh).as("may be being unpacked").exists();
    assertThat(others).exists();
  }

  private Path mark() throws IOException {
    return cache.folderOf(BUNDLE).toPath().resolve("jars");
  }

  private static void age(Path file, Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  private static Duration ageOf(Path file) throws IOException {
    return Duration.between(Files.getLastModifiedTime(file).toInstant(), Instant.now());
  }
}
