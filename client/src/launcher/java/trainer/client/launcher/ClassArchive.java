package trainer.client.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * sharing, JEP 310).
 *
 * <p>The first local run leaves a list of classes for each role; the next start of the client makes
 * the archive of them, beside the client's own work; from then on it is used. A file that is
 * missing, or of another Java, costs time and nothing else.
 */
final class ClassArchive {
  private static final String[] ROLES = {"client", "master", "pserver", "worker"};
  private static final String ARCHIVE = "classes.jsa";
  private static final String UNFINISHED = "making-";
  private static final long PATIENCE_SECONDS = 20;

  private final File bundle;
  private final String java;
  private final Path folder;
  private Process maker;
  private Path unfinished;

  /**
   * @param bundle the unpacked bundle, in whose folder archives are kept
   * @param java the java executable that all processes are started with
   */
  ClassArchive(File bundle, String java) throws IOException {
    this.bundle = bundle;
    this.java = java;
    this.folder = bundle.toPath().resolve("classes").resolve(nameOf(java));
  }

  /** What the client is started with. */
  List<String> flags() {
    List<String> flags = new ArrayList<String>();
    if (!isUsable()) {
      return flags;
    }
    if (Files.exists(folder.resolve(ARCHIVE))) {
      flags.add("-XX:SharedArchiveFile=" + folder.resolve(ARCHIVE));
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

  /** Starts to make the archive if it is missing and everything is there that it is made of. */
  void beginMaking() {
    try {
      makeIfReady();
    } catch (IOException e) {
      maker = null; // a full disk, another launcher that was quicker: the next one tries again
    }
  }

  private void makeIfReady() throws IOException {
    if (Files.exists(folder.resolve(ARCHIVE))) {
      return;
    }
    Set<String> classes = new LinkedHashSet<String>();
    for (String role : ROLES) {
      if (!Files.exists(list(role))) {
        return;
      }
      classes.addAll(Files.readAllLines(list(role), StandardCharsets.UTF_8));
    }
    BundleCache.sweep(folder, UNFINISHED);
    unfinished = Files.createTempDirectory(folder, UNFINISHED);
    Path union = unfinished.resolve("all.list");
    Files.write(union, classes, StandardCharsets.UTF_8);
    List<String> command =
        Arrays.asList(
            "nice", // the job goes first
            "-n",
            "19",
            java,
            "-Xshare:dump",
            "-Xlog:disable",
            "-XX:SharedClassListFile=" + union,
            "-XX:SharedArchiveFile=" + unfinished.resolve(ARCHIVE),
            "-cp",
            Launcher.jarsOf(bundle));
    File nowhere = new File("/dev/null");
    maker =
        new ProcessBuilder(command)
            .redirectInput(nowhere)
            .redirectOutput(nowhere)
            .redirectError(nowhere)
            .start();
  }

  /**
   * The client is gone: keeps what is finished and leaves no process.
   *
   * @param patient whether a few seconds may be spent on it
   */
  void endMaking(boolean patient) {
    if (maker == null) {
      return;
    }
    try {
      keepOrGiveUp(patient);
    } catch (IOException e) {
      maker.destroyForcibly(); // the client's work is done, and only that counts
    }
  }

  private void keepOrGiveUp(boolean patient) throws IOException {
    boolean made = false;
    try {
      made = maker.waitFor(patient ? PATIENCE_SECONDS : 0, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (made) {
      if (maker.exitValue() == 0) {
        Files.move(
            unfinished.resolve(ARCHIVE), folder.resolve(ARCHIVE), StandardCopyOption.ATOMIC_MOVE);
      }
      deleteLists(); // used up; or damaged, and then the next runs write them anew
    } else {
      maker.destroyForcibly();
    }
    BundleCache.delete(unfinished);
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
