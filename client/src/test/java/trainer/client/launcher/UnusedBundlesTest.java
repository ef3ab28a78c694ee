package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnusedBundlesTest {
  private static final Duration LONG = Duration.ofDays(31);
  private static final Duration NOT_SO_LONG = Duration.ofDays(29);

  private final long now = System.currentTimeMillis();

  @TempDir Path root;

  @Test
  void aBundleGoesThirtyDaysAfterItsLastUse() throws IOException {
    Bundles.make(root, "0", LONG);
    Path used = Bundles.make(root, "1", NOT_SO_LONG);

    delete();

    assertThat(root.toFile().list()).containsExactly(used.getFileName().toString());
    assertThat(used.resolve("classes/1a2b/archive-1/classes.jsa")).exists();
  }

  /** The first is what launchers set, the others what they leave when they make an archive. */
  @ParameterizedTest
  @ValueSource(strings = {"jars", ".", "classes", "classes/1a2b", "classes/1a2b/archive-1"})
  void aSignOfUseAnywhereInItKeepsABundle(String sign) throws IOException {
    Path bundle = Bundles.make(root, "0", LONG);
    Files.setLastModifiedTime(bundle.resolve(sign), FileTime.fromMillis(now));

    delete();

    assertThat(bundle.resolve("jars")).hasContent("1");
  }

  @Test
  void aBundleThatNoLauncherEverMarkedGetsThirtyDaysMore() throws IOException {
    Path bundle = Bundles.make(root, "0", LONG);
    FileTime unpacked = Files.getLastModifiedTime(bundle.resolve("sha256"));
    Files.setLastModifiedTime(bundle.resolve("jars"), unpacked);

    delete();
    assertThat(Files.getLastModifiedTime(bundle.resolve("jars")).toMillis()).isEqualTo(now);

    new UnusedBundles(root, now + LONG.toMillis()).delete();
    assertThat(bundle).doesNotExist();
  }

  @Test
  void aLauncherThatComesMeanwhileKeepsItsBundleWhole() throws IOException {
    Path bundle = Bundles.make(root, "0", LONG);
    Files.setLastModifiedTime(bundle.resolve("jars"), FileTime.fromMillis(now));

    assertThat(new UnusedBundles(root, now).claim(bundle)).isFalse();

    assertThat(bundle.resolve("jars")).hasContent("1");
    assertThat(bundle.resolve("unused")).doesNotExist();
  }

  @Test
  void nobodyStartsFromABundleThatIsAboutToGo() throws IOException {
    Path bundle = Bundles.make(root, "0", LONG);

    assertThat(new UnusedBundles(root, now).claim(bundle)).isTrue();

    assertThat(bundle.resolve("jars")).doesNotExist();
  }

  @Test
  void whatAKilledLauncherHasClaimedGoesLater() throws IOException {
    Path bundle = Bundles.make(root, "0", LONG);
    assertThat(new UnusedBundles(root, now).claim(bundle)).isTrue();

    delete();
    assertThat(bundle).as("its folder has just been changed").exists();
    Bundles.age(bundle, LONG);
    delete();
    assertThat(bundle).doesNotExist();
  }

  @Test
  void aFolderOfAnotherNameIsLeftAlone() throws IOException {
    Path other = Files.move(Bundles.make(root, "0", LONG), root.resolve("models"));

    delete();

    assertThat(other.resolve("jars")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "jars"})
  void aFolderThatIsNoBundleIsLeftAlone(String missing) throws IOException {
    Path other = Bundles.make(root, "0", LONG);
    Files.delete(other.resolve(missing));
    Bundles.age(other, LONG);

    delete();

    assertThat(other.resolve("lib/a.jar")).exists();
  }

  @Test
  void aBundleOfAnotherHashIsLeftAlone() throws IOException {
    Path other = Files.move(Bundles.make(root, "0", LONG), root.resolve("1".repeat(64)));
    Bundles.age(other, LONG);

    delete();

    assertThat(other.resolve("jars")).exists();
  }

  @Test
  void aBundleThatOthersMayReadIsLeftAlone() throws IOException {
    Path shared = Bundles.make(root, "0", LONG);
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));

    delete();

    assertThat(shared.resolve("jars")).exists();
  }

  @Test
  void aLinkAndAFileAreLeftAlone(@TempDir Path elsewhere) throws IOException {
    Path bundle = Bundles.make(elsewhere, "0", LONG);
    Path link = Files.createSymbolicLink(root.resolve("0".repeat(64)), bundle);
    Path file = Files.createFile(root.resolve("1".repeat(64)));
    Files.setLastModifiedTime(file, FileTime.fromMillis(now - LONG.toMillis()));

    delete();

    assertThat(link).isSymbolicLink();
    assertThat(bundle.resolve("jars")).exists();
    assertThat(file).exists();
  }

  @Test
  void whatABundleLinksToStays(@TempDir Path elsewhere) throws IOException {
    Path bundle = Bundles.make(root, "0", LONG);
    Path target = Files.createFile(elsewhere.resolve("data"));
    Files.createSymbolicLink(bundle.resolve("lib/link"), elsewhere);
    Files.setLastModifiedTime(elsewhere, FileTime.fromMillis(now - LONG.toMillis()));
    Bundles.age(bundle, LONG);

    delete();

    assertThat(bundle).doesNotExist();
    assertThat(target).exists();
  }

  @Test
  void whereThereIsNoCacheThereIsNothingToDelete() {
    new UnusedBundles(root.resolve("none"), now).delete();

    assertThat(root).isEmptyDirectory();
  }

  private void delete() {
    new UnusedBundles(root, now).delete();
  }
}
