package trainer.client.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The classes of one bundle as one Java keeps them in memory, in a file that the client and all
 * processes of a local run map instead of loading some five thousand classes each (class data
 * sharing, JEP 310), and the jar that they find all else in; see {@link LibrariesJar}. With Java 25
 * pservers and workers have something better in time; see {@link AotCaches}.
 *
 * <p>The first local run leaves a list of classes for each role; the next start of the client makes
 * both of them, beside the client's own work; from then on they are used. A file that is missing,
 * or of another Java, costs time and nothing else.
 */
final class ClassArchive {
  private static final String[] ROLES = {"client", "master", "pserver", "worker"};

  /**
   * What has been made, a line each: the archive, the class path it is of, the jar, the archive's
   * length and the jar's. The processes of a local run read it, too ({@code ClassSharing}).
   */
  private static final String MADE = "made";

  private static final String MAKING = "archive-";

  /** What newer Javas write behind each class of a list, for that list alone. */
  private static final Pattern NUMBER = Pattern.compile(" id: [0-9]+$");

  private final File bundle;
  private final JavaHome java;
  private final Path folder;
  private final List<String> made;
  private final AotCaches caches;
  private Archiving making;

  /**
   * @param bundle the unpacked bundle, in whose folder archives are kept
   * @param java what all processes are started with
   */
  ClassArchive(File bundle, JavaHome java) throws IOException {
    this.bundle = bundle;
    this.java = java;
    this.folder = bundle.toPath().resolve("classes").resolve(nameOf(java));
    this.made = read(folder.resolve(MADE));
    this.caches =
        made.isEmpty()
            ? null
            : new AotCaches(Paths.get(made.get(0)).getParent(), made.get(1), java);
  }

  /** Nothing unless all of it is there, at its whole length. */
  private static List<String> read(Path file) {
    if (Files.exists(file)) {
      try {
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        if (lines.size() == 5
            && isWhole(lines.get(0), lines.get(3))
            && isWhole(lines.get(2), lines.get(4))) {
          return lines;
        }
      } catch (IOException | IllegalArgumentException e) {
        return new ArrayList<String>(); // damaged, or gone since: it is made anew
      }
    }
    return new ArrayList<String>();
  }

  private static boolean isWhole(String file, String length) throws IOException {
    Path path = Paths.get(file);
    return Files.isReadable(path) && Files.size(path) == Long.parseLong(length);
  }

  /** Where the client's classes are. */
  String classPath() {
    return made.isEmpty() ? Launcher.jarsOf(bundle) : made.get(1);
  }

  /** What the client is started with. */
  List<String> flags() {
    List<String> flags = new ArrayList<String>();
    if (!isUsable()) {
      return flags;
    }
    if (!made.isEmpty()) {
      flags.add("-XX:SharedArchiveFile=" + made.get(0));
      // Mapped where it was made for: elsewhere every pointer in it would be written anew.
      flags.add("-XX:+IgnoreUnrecognizedVMOptions");
      flags.add("-XX:+UnlockDiagnosticVMOptions");
      flags.add("-XX:ArchiveRelocationMode=0");
    } else if (!Files.exists(list("client"))) {
      flags.add("-XX:DumpLoadedClassList=" + list("client"));
    }
    // Standard output is the client's: a JVM that cannot use the archive says so elsewhere.
    flags.add("-Xshare:auto");
    flags.add("-Xlog:disable");
    flags.add("-Xlog:all=warning:stderr");
    flags.add("-Dtrainer.classes=" + folder);
    return flags;
  }

  /** Whether there is a folder to keep it in; a cache may be somebody else's. */
  private boolean isUsable() {
    try {
      Files.createDirectories(folder);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts to make what is missing if everything is there that it is made of. */
  void startBuild() {
    if (caches != null) {
      caches.startBuild();
      return;
    }
    for (String role : ROLES) {
      if (!Files.exists(list(role))) {
        return;
      }
    }
    if (!read(folder.resolve(MADE)).isEmpty()) {
      return; // another launcher's, of the meantime
    }
    BundleCache.deleteLeftovers(folder, MAKING + ".*");
    try {
      making = new Archiving(Files.createTempDirectory(folder, MAKING));
    } catch (IOException e) {
      return; // a full disk: the next one tries again
    }
    making.start();
  }

  /** The jar, then the archive of what is in it: it holds for files of the same time only. */
  private final class Archiving extends CacheBuild {
    private final Path to;

    Archiving(Path to) {
      super("archive", java);
      this.to = to;
    }

    @Override
    void make() throws IOException, InterruptedException {
      Set<String> classes = new LinkedHashSet<String>();
      for (String role : ROLES) {
        for (String line : Files.readAllLines(list(role), StandardCharsets.UTF_8)) {
          classes.add(NUMBER.matcher(line).replaceFirst(""));
        }
      }
      Path union = to.resolve("all.list");
      Files.write(union, classes, StandardCharsets.UTF_8);
      File[] jars = new File(bundle, "lib").listFiles();
      if (jars == null) {
        throw new IOException("no libraries in " + bundle);
      }
      Path jar = to.resolve("libraries.jar");
      String classPath = LibrariesJar.write(jars, java.version(), jar);
      Path archive = to.resolve("classes.jsa");
      boolean dumped =
          runJava(
              to,
              "-XX:+IgnoreUnrecognizedVMOptions",
              "-XX:+AOTClassLinking", // classes are in there loaded and linked, from Java 24 on
              "-Xshare:dump",
              "-Xlog:disable",
              "-XX:SharedClassListFile=" + union,
              "-XX:SharedArchiveFile=" + archive,
              "-cp",
              classPath);
      if (!dumped) {
        throw new IOException("no archive of " + union);
      }
      Files.delete(union);
      List<String> lines =
          Arrays.asList(
              archive.toString(),
              classPath,
              jar.toString(),
              Long.toString(lengthOnDisk(archive)),
              Long.toString(lengthOnDisk(jar)));
      Files.write(to.resolve(MADE), lines, StandardCharsets.UTF_8);
    }
  }

  /**
   * The client is gone: keeps what is finished and leaves no process.
   *
   * @param success whether it did what it was to do: a few seconds may be spent on it then
   */
  void endBuild(boolean success) {
    try {
      if (caches != null) {
        caches.endBuild(success);
      }
      if (making != null) {
        making.end(success);
        keepOrDelete();
      }
    } catch (IOException e) {
      return; // the client's work is done, and only that counts
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepOrDelete() throws IOException {
    Path file = folder.resolve(MADE);
    try {
      if (making.isFinished() && read(file).isEmpty()) {
        Files.move(making.to.resolve(MADE), file, StandardCopyOption.ATOMIC_MOVE);
      }
      if (making.isFinished() || making.hasFailed()) {
        deleteLists();
      }
    } finally {
      List<String> kept = read(file);
      if (kept.isEmpty()) {
        BundleCache.delete(making.to);
      } else {
        deleteAllBut(Paths.get(kept.get(0)).getParent());
      }
    }
  }

  /** What launchers that were killed left, and what others are still making in vain. */
  private void deleteAllBut(Path kept) {
    File[] found = folder.toFile().listFiles((parent, name) -> name.startsWith(MAKING));
    for (File one : found == null ? new File[0] : found) {
      try {
        if (!one.toPath().equals(kept)) {
          BundleCache.delete(one.toPath());
        }
      } catch (IOException e) {
        // still being written: whoever does so deletes it
      }
    }
  }

  private void deleteLists() throws IOException {
    for (String role : ROLES) {
      Files.deleteIfExists(list(role));
    }
  }

  private Path list(String role) {
    return folder.resolve(role + ".list");
  }

  /** A name that another Java, or the same one after an update, does not have. */
  private static String nameOf(JavaHome java) throws IOException {
    Path real = new File(java.executable()).toPath().toRealPath();
    Path release = real.resolve("../../release").normalize();
    Path stamp = Files.isReadable(release) ? release : real;
    String identity =
        real
            + " "
            + java.version() // a wrapper's may depend on where it is called
            + " "
            + Files.size(stamp)
            + " "
            + Files.getLastModifiedTime(stamp).toMillis();
    CRC32 sum = new CRC32(); // a digest would load the security providers first
    byte[] bytes = identity.getBytes(StandardCharsets.UTF_8);
    sum.update(bytes, 0, bytes.length);
    return Long.toHexString(sum.getValue());
  }
}
