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
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The folder of unpacked bundles, {@code ~/.cache/trainer/<sha-256>} (or below {@code
 * TRAINER_CACHE}). An archive is unpacked under a temporary name and renamed when it is whole and
 * its hash is right, so that several launchers may race.
 */
final class BundleCache {
  /** Nothing that lives takes as long as this over one folder. */
  private static final long ABANDONED_MILLIS = 3600 * 1000L;

  private final Path root;

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
    if (isWhole(folder)) {
      return folder.toFile();
    }
    createPrivate(root);
    sweep(root, ".");
    Path temporary = Files.createTempDirectory(root, "." + hash.substring(0, 12) + "-");
    try {
      unpack(archive, hash, temporary);
      if (Files.exists(folder) && !isWhole(folder)) {
        delete(folder);
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

  /** Deletes what launchers that were killed have left half made, under names that begin so. */
  static void sweep(Path folder, String prefix) {
    File[] found = folder.toFile().listFiles((parent, name) -> name.startsWith(prefix));
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
  private static boolean isWhole(Path folder) throws IOException {
    Path count = folder.resolve("jars");
    String[] names = folder.resolve("lib").toFile().list();
    return names != null
        && Files.isReadable(count)
        && new String(Files.readAllBytes(count), StandardCharsets.UTF_8)
            .equals(Integer.toString(names.length));
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
    Files.write(folder.resolve("jars"), Integer.toString(jars).getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve("sha256"), hash.getBytes(StandardCharsets.UTF_8));
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
