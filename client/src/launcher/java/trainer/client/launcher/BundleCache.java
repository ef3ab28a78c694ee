package trainer.client.launcher;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The folder of unpacked bundles, {@code ~/.cache/trainer/<sha-256>} (or below {@code
 * TRAINER_CACHE}). An archive is unpacked under a temporary name and renamed when it is whole and
 * its hash is right, so that several launchers may race. Bundles that are not used any more go; see
 * {@link UnusedBundles}.
 */
final class BundleCache {
  /** How many jars a bundle has; its time says when the bundle was used. */
  static final String MARK = "jars";

  /** The bundle's hash; the last file of an unpacked one. */
  static final String HASH = "sha256";

  /** Names that {@link #leftover} begins, and none of what strangers may have put beside them. */
  private static final String LEFTOVERS = "\\.[0-9a-f]{12}-[0-9]+";

  private static final long DAY_MILLIS = 24 * 3600 * 1000L;

  /** Nothing that lives takes as long as this over one folder. */
  private static final long ABANDONED_MILLIS = 3600 * 1000L;

  private final Path root;
  private final List<File> marks = new ArrayList<File>();

  BundleCache(Path root) {
    this.root = root;
  }

  static BundleCache ofUser(Map<String, String> environment) {
    String named = environment.get("TRAINER_CACHE");
    if (named != null && !named.isEmpty()) {
      return new BundleCache(Paths.get(named));
    }
    String home = environment.get("HOME");
    if (home == null || home.isEmpty()) {
      home = System.getProperty("user.home");
    }
    return new BundleCache(Paths.get(home, ".cache", "trainer"));
  }

  /** The unpacked archive of that name beside this class; unpacked now if it is not there yet. */
  File folderOf(String archive) throws IOException {
    String hash = hashOf(archive);
    Path folder = root.resolve(hash);
    marks.add(folder.resolve(MARK).toFile());
    recordUse(); // before looking: who is about to delete it looks afterwards
    if (isWhole(folder)) {
      return folder.toFile();
    }
    try {
      return made(archive, hash, folder);
    } catch (LaunchException e) {
      throw e;
    } catch (IOException e) {
      throw new LaunchException(
          1,
          "STORAGE_FAILED: the client cannot be unpacked: "
              + e
              + " — "
              + root
              + " — set TRAINER_CACHE to a folder that can be written to, on a disk with 400 MB free");
    }
  }

  private File made(String archive, String hash, Path folder) throws IOException {
    createPrivate(root);
    UnusedBundles unused = new UnusedBundles(root, System.currentTimeMillis());
    unused.restore(folder);
    if (isWhole(folder)) {
      return folder.toFile();
    }
    deleteLeftovers(root, LEFTOVERS);
    unused.delete();
    Path temporary = Files.createTempDirectory(root, leftover(hash));
    try {
      unpack(archive, hash, temporary);
      if (Files.exists(folder) && !isWhole(folder)) {
        discard(folder);
      }
      try {
        Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!isWhole(folder)) {
          throw e;
        }
      }
    } finally {
      delete(temporary);
    }
    return folder.toFile();
  }

  /** How the name begins of a folder that is no bundle yet, or none any more. */
  private static String leftover(String hash) {
    return "." + hash.substring(0, 12) + "-";
  }

  /** Deletes a bundle that is not whole, under another name, unless it has been made anew. */
  static void discard(Path bundle) {
    if (isWhole(bundle)) {
      return; // whoever runs from it would miss it even for a moment
    }
    String name = leftover(bundle.getFileName().toString()) + System.currentTimeMillis();
    try {
      Path left = Files.move(bundle, bundle.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
      if (isWhole(left)) {
        Files.move(left, bundle, StandardCopyOption.ATOMIC_MOVE);
      } else {
        delete(left);
      }
    } catch (IOException e) {
      return; // somebody else's, or renamed by somebody else
    }
  }

  /** Says that what was asked for is in use, unless that was said within the last day. */
  void recordUse() {
    long now = System.currentTimeMillis();
    for (File mark : marks) {
      if (now - mark.lastModified() > DAY_MILLIS) {
        boolean ignored = mark.setLastModified(now); // false where it is gone, or somebody else's
      }
    }
  }

  /** Deletes what killed launchers have left half made or half deleted, under such names. */
  static void deleteLeftovers(Path folder, String names) {
    File[] found = folder.toFile().listFiles((parent, name) -> name.matches(names));
    long before = System.currentTimeMillis() - ABANDONED_MILLIS;
    for (File one : found == null ? new File[0] : found) {
      if (one.isDirectory() && one.lastModified() < before) {
        deleteIfOurs(one.toPath());
      }
    }
  }

  private static void deleteIfOurs(Path folder) {
    try {
      delete(folder);
    } catch (IOException e) {
      return; // somebody else's, or deleted by somebody else
    }
  }

  /** Whether every jar that was unpacked is still there: cache folders get cleaned by strangers. */
  private static boolean isWhole(Path folder) {
    String[] names = folder.resolve("lib").toFile().list();
    try {
      return names != null
          && new String(Files.readAllBytes(folder.resolve(MARK)), StandardCharsets.UTF_8)
              .equals(Integer.toString(names.length));
    } catch (IOException e) {
      return false; // it has gone, or is somebody else's
    }
  }

  private static void unpack(String archive, String hash, Path folder) throws IOException {
    Path copy = folder.resolve(archive);
    String found = copyOut(archive, copy);
    if (!found.equals(hash)) {
      throw new LaunchException(
          50,
          "UNEXPECTED: the nested "
              + archive
              + " has SHA-256 "
              + found
              + " instead of "
              + hash
              + " — trainer-client.jar is damaged — fetch or build it again");
    }
    int jars = 0;
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(copy))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException(archive + " holds a path outside of itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
          continue;
        }
        Files.createDirectories(target.getParent());
        Files.copy(zip, target);
        jars += target.getParent().endsWith("lib") ? 1 : 0;
      }
    }
    Files.write(folder.resolve(MARK), Integer.toString(jars).getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve(HASH), hash.getBytes(StandardCharsets.UTF_8));
    if (!archive.equals("bundle.zip")) {
      Files.delete(copy); // only the bundle is ever uploaded as it is
    }
  }

  private static String copyOut(String archive, Path target) throws IOException {
    try (InputStream in = open(archive);
        OutputStream out = Files.newOutputStream(target)) {
      DigestInputStream digesting = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"));
      byte[] buffer = new byte[1 << 16];
      for (int n = digesting.read(buffer); n >= 0; n = digesting.read(buffer)) {
        out.write(buffer, 0, n);
      }
      StringBuilder hex = new StringBuilder();
      for (byte b : digesting.getMessageDigest().digest()) {
        hex.append(String.format("%02x", b));
      }
      return hex.toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String hashOf(String archive) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (InputStream in = open(archive + ".sha256")) {
      for (int b = in.read(); b >= 0 && text.size() < 128; b = in.read()) {
        text.write(b);
      }
    }
    String hash = new String(text.toByteArray(), StandardCharsets.US_ASCII).trim();
    if (!hash.matches("[0-9a-f]{64}")) {
      throw new IOException("the hash of the nested " + archive + " is '" + hash + "'");
    }
    return hash;
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = BundleCache.class.getResourceAsStream("/" + name);
    if (in == null) {
      throw new LaunchException(
          50,
          "UNEXPECTED: no "
              + name
              + " beside the launcher — this is not the trainer-client.jar that the build makes"
              + " — build it with mvn -DskipTests package");
    }
    return in;
  }

  private static void createPrivate(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
