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
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * The classes of one bundle as one Java keeps them in memory, in a file that the client and all
 * processes of a local run map instead of loading some five thousand classes each (class data
 * sharing, JEP 310), and the jar that they find all else in; see {@link LibrariesJar}.
 *
 * <p>The first local run leaves a list of classes for each role; the next start of the client makes
 * both of them, beside the client's own work; from then on they are used. A file that is missing,
 * or of another Java, costs time and nothing else.
 */
final class ClassArchive {
  private static final String[] ROLES = {"client", "master", "pserver", "worker"};

  /** What has been made: the archive, the class path it is of, and the jar, a line each. */
  private static final String MADE = "made";

  private static final String MAKING = "archive-";
  private static final long PATIENCE_SECONDS = 20;

  private final File bundle;
  private final JavaHome java;
  private final Path folder;
  private final List<String> made;
  private Making making;

  /**
   * @param bundle the unpacked bundle, in whose folder archives are kept
   * @param java what all processes are started with
   */
  ClassArchive(File bundle, JavaHome java) throws IOException {
    this.bundle = bundle;
    this.java = java;
    this.folder = bundle.toPath().resolve("classes").resolve(nameOf(java.executable()));
    this.made = read(folder.resolve(MADE));
  }

  /** Nothing unless all of it is there. */
  private static List<String> read(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      return new ArrayList<String>();
    }
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    boolean whole =
        lines.size() == 3
            && Files.isReadable(Paths.get(lines.get(0)))
            && Files.isReadable(Paths.get(lines.get(2)));
    return whole ? lines : new ArrayList<String>();
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
  void beginMaking() {
    try {
      makeIfReady();
    } catch (IOException e) {
      making = null; // a full disk, another launcher that was quicker: the next one tries again
    }
  }

  private void makeIfReady() throws IOException {
    if (!made.isEmpty()) {
      return;
    }
    Set<String> classes = new LinkedHashSet<String>();
    for (String role : ROLES) {
      if (!Files.exists(list(role))) {
        return;
      }
      classes.addAll(Files.readAllLines(list(role), StandardCharsets.UTF_8));
    }
    Files.deleteIfExists(folder.resolve(MADE)); // not whole
    BundleCache.sweep(folder, MAKING);
    Path to = Files.createTempDirectory(folder, MAKING);
    Path union = to.resolve("all.list");
    Files.write(union, classes, StandardCharsets.UTF_8);
    making = new Making(to, union);
    making.setDaemon(true);
    making.start();
  }

  /** The jar, then the archive of what is in it: it holds for files of the same time only. */
  private final class Making extends Thread {
    private final Path to;
    private final Path union;
    private volatile Process dump;
    private volatile List<String> lines;
    private volatile boolean failed;
    private volatile boolean givenUp;

    Making(Path to, Path union) {
      super("archive");
      this.to = to;
      this.union = union;
    }

    @Override
    public void run() {
      try {
        File[] jars = new File(bundle, "lib").listFiles();
        Path jar = to.resolve("libraries.jar");
        String classPath = LibrariesJar.write(jars, java.version(), jar);
        Path archive = to.resolve("classes.jsa");
        dump = dump(archive, classPath);
        if (givenUp) {
          dump.destroyForcibly();
        } else if (dump.waitFor() == 0) {
          lines = Arrays.asList(archive.toString(), classPath, jar.toString());
        } else {
          failed = true;
        }
      } catch (IOException e) {
        return; // as in beginMaking
      } catch (InterruptedException e) {
        return;
      }
    }

    private Process dump(Path archive, String classPath) throws IOException {
      File nowhere = new File("/dev/null");
      return new ProcessBuilder(
              "nice", // the job goes first
              "-n",
              "19",
              java.executable(),
              "-Xshare:dump",
              "-Xlog:disable",
              "-XX:SharedClassListFile=" + union,
              "-XX:SharedArchiveFile=" + archive,
              "-cp",
              classPath)
          .redirectInput(nowhere)
          .redirectOutput(nowhere)
          .redirectError(nowhere)
          .start();
    }
  }

  /**
   * The client is gone: keeps what is finished and leaves no process.
   *
   * @param patient whether a few seconds may be spent on it
   */
  void endMaking(boolean patient) {
    if (making == null) {
      return;
    }
    try {
      making.join(patient ? TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS) : 1);
      keepOrGiveUp();
    } catch (IOException e) {
      return; // the client's work is done, and only that counts
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepOrGiveUp() throws IOException {
    making.givenUp = true; // what is not finished by now
    List<String> lines = making.lines;
    if (lines != null && !Files.exists(folder.resolve(MADE))) {
      Files.delete(making.union);
      Path file = Files.createTempFile(making.to, MADE, "");
      Files.write(file, lines, StandardCharsets.UTF_8);
      Files.move(file, folder.resolve(MADE), StandardCopyOption.ATOMIC_MOVE);
      deleteLists();
      return;
    }
    if (making.failed) {
      deleteLists(); // damaged: the next runs write them anew
    } else if (making.dump != null) { // if it lives
      making.dump.destroyForcibly();
    }
    BundleCache.delete(making.to);
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
  private static String nameOf(String java) throws IOException {
    Path real = new File(java).toPath().toRealPath();
    Path release = real.resolve("../../release").normalize();
    Path stamp = Files.isReadable(release) ? release : real;
    String identity =
        real + " " + Files.size(stamp) + " " + Files.getLastModifiedTime(stamp).toMillis();
    CRC32 sum = new CRC32(); // a digest would load the security providers first
    byte[] bytes = identity.getBytes(StandardCharsets.UTF_8);
    sum.update(bytes, 0, bytes.length);
    return Long.toHexString(sum.getValue());
  }
}
