package trainer.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BundleTagTest {
  private static final String HASH = "0123456789abcdef".repeat(4);

  @Test
  void isShortAndNamesTheBundle() {
    String tag = BundleTag.of(new LocalBundle(Path.of("x"), HASH));
    assertThat(tag).hasSizeLessThan(20);
    assertThat(BundleTag.hashes(List.of(tag, "nightly"))).allMatch(HASH::startsWith).hasSize(1);
  }

  @Test
  void readsTheTagOfEarlierVersions() {
    assertThat(BundleTag.hashes(List.of("trainer-bundle=" + HASH))).containsExactly(HASH);
  }

  @Test
  void takesNoTagOfAUserForOne() {
    assertThat(BundleTag.hashes(List.of("bundle=", "bundle=no", "bundles=" + HASH))).isEmpty();
  }
}
