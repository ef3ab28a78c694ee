package trainer.client.bundle;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tag by which an application names the bundle of its containers. It keeps other clients from
 * deleting the bundle while the application runs. It is short, since tags are a column of YARN's
 * pages. Clients accept the longer tag of earlier versions, too.
 */
public final class BundleTag {
  private static final String PREFIX = "bundle=";
  private static final String EARLIER_PREFIX = "trainer-bundle=";

  /** Bundles whose hashes share this prefix are kept together. */
  private static final int DIGITS = 8;

  private BundleTag() {}

  /** The tag of applications that run on {@code bundle}. */
  public static String of(LocalBundle bundle) {
    return PREFIX + bundle.sha256().substring(0, DIGITS);
  }

  /** The prefixes of hashes in {@code tags}. */
  public static Set<String> hashes(Collection<String> tags) {
    return tags.stream()
        .map(tag -> tag.startsWith(EARLIER_PREFIX) ? tag.substring("trainer-".length()) : tag)
        .filter(tag -> tag.startsWith(PREFIX) && tag.length() >= PREFIX.length() + DIGITS)
        .map(tag -> tag.substring(PREFIX.length()))
        .collect(Collectors.toSet());
  }
}
