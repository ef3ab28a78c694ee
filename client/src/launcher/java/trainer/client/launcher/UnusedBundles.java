package trainer.client.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Bundles in the cache that nothing has run from for 30 days, of earlier versions of Trainer as a
 * rule, with the archives of classes in them. They are deleted before another one is unpacked,
 * which takes its time anyway and may need the room.
 *
 * <p>The time of a bundle's file {@value BundleCache#MARK} says when it was used. A launcher sets
 * it before it looks whether the bundle is whole, and every day while its client runs; whatever
 * else runs from the bundle ends within seconds of that. So a job of weeks keeps its bundle,
 * whatever machine it is on. A lock would say the same only where the file system of a home has
 * locks that other machines see, and would make each start wait for them. What no launcher has ever
 * marked is from one that does not, and may be in use: it gets a mark, and 30 days more. What is
 * stopped for 30 days, by a signal or with its machine, is not waited for; nor is there help
 * against a clock that is a month ahead.
 *
 * <p>Who deletes a bundle renames that file first, without which the bundle is not whole and nobody
 * starts from it any more, and then looks at its time again: if a launcher has set it meanwhile, it
 * gets it back, and no other file was touched. Else the folder gets a name that is swept, and only
 * then, if it is not one that was unpacked anew meanwhile, is anything deleted. So one who is
 * killed leaves a whole bundle; one that the next launcher {@linkplain #restore restores} or else
 * unpacks anew; or what {@link BundleCache} sweeps.
 */
final class UnusedBundles {
  private static final long UNUSED_MILLIS = TimeUnit.DAYS.toMillis(30);

  /** What becomes of {@link BundleCache#MARK}. */
  private static final String CLAIM = "unused";

  private final Path root;
  private final long now;

  /**
   * @param root the cache's folder
   * @param now in epoch milliseconds
   */
  UnusedBundles(Path root, long now) {
    this.root = root;
    this.now = now;
  }

  /** Deletes those that can be; nobody needs to hear of the others. */
  void delete() {
    String[] names = root.toFile().list();
    for (String name : names == null ? new String[0] : names) {
      if (name.matches("[0-9a-f]{64}")) {
        try {
          deleteIfUnused(name);
        } catch (IOException | RuntimeException e) {
          // somebody else's, or somebody else deletes it
        }
      }
    }
  }

  private void deleteIfUnused(String name) throws IOException {
    Path bundle = root.resolve(name);
    if (!isOurs(bundle, name) || isUsed(lastUse(bundle))) {
      return;
    }
    Path mark = bundle.resolve(BundleCache.MARK);
    if (Files.exists(mark) && !isMarked(mark, bundle)) {
      Files.setLastModifiedTime(mark, FileTime.fromMillis(now));
    } else if (claim(bundle)) {
      BundleCache.discard(bundle);
    }
  }

  /** Whether a launcher has set its time since it was unpacked, when it was not the last file. */
  private static boolean isMarked(Path mark, Path bundle) throws IOException {
    return Files.getLastModifiedTime(mark)
            .compareTo(Files.getLastModifiedTime(bundle.resolve(BundleCache.HASH)))
        > 0;
  }

  /**
   * Whether it is as a launcher left it, and nobody's but this user's: where others may read it,
   * they may be using it without being able to say so.
   */
  private static boolean isOurs(Path bundle, String name) throws IOException {
    return Files.isDirectory(bundle, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(bundle).getName().equals(System.getProperty("user.name"))
        && PosixFilePermissions.toString(Files.getPosixFilePermissions(bundle)).equals("rwx------")
        && new String(Files.readAllBytes(bundle.resolve(BundleCache.HASH)), StandardCharsets.UTF_8)
            .equals(name);
  }

  private boolean isUsed(long sign) {
    return sign > now - UNUSED_MILLIS;
  }

  private static long lastUse(Path bundle) throws IOException {
    try (Stream<Path> files = Files.walk(bundle)) {
      return files.mapToLong(file -> file.toFile().lastModified()).max().orElse(Long.MAX_VALUE);
    }
  }

  /**
   * Sees to it that nobody starts from it any more.
   *
   * @return false if somebody just has
   */
  boolean claim(Path bundle) throws IOException {
    Path mark = bundle.resolve(BundleCache.MARK);
    Path claimed = bundle.resolve(CLAIM);
    if (Files.exists(mark)) { // else somebody was killed here
      Files.move(mark, claimed, StandardCopyOption.ATOMIC_MOVE);
    }
    if (isUsed(Files.getLastModifiedTime(claimed).toMillis())) {
      Files.move(claimed, mark, StandardCopyOption.ATOMIC_MOVE);
      return false;
    }
    return true;
  }

  /** Undoes the claim of one who was killed before it saw that the bundle is in use. */
  void restore(Path bundle) {
    Path claimed = bundle.resolve(CLAIM);
    try {
      if (isUsed(Files.getLastModifiedTime(claimed).toMillis())) {
        Files.move(claimed, bundle.resolve(BundleCache.MARK), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      return; // nobody has claimed it, or who did has given it back
    }
  }
}
