package trainer.client.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What Java 25 and newer take in place of the archive for pservers and workers of local runs: with
 * the classes it holds what a run has shown of their methods, which are compiled well from the
 * start (ahead-of-time caches, JEP 483 and 515).
 *
 * <p>A run that trains much leaves a recording for each of the two roles ({@code ClassSharing} says
 * when), and the next start of the client makes a cache of each and puts its length in the
 * recording's place; 0 if Java cannot make one of it. They lie beside the archive and go with it,
 * since they hold for its class path alone.
 */
final class AotCaches {
  /** The first Java that can keep in a cache what methods are like. */
  static final int FIRST_JAVA = 25;

  private static final String[] ROLES = {"pserver", "worker"};
  private static final String MAKING = "aot-";

  /** What takes a recording's place is shorter, a recording longer. */
  private static final int LONGEST_NOTE = 32;

  private final Path folder;
  private final String classPath;
  private final JavaHome java;
  private Caching making;

  /**
   * @param folder the archive's
   * @param classPath of the processes
   * @param java what they run on
   */
  AotCaches(Path folder, String classPath, JavaHome java) {
    this.folder = folder;
    this.classPath = classPath;
    this.java = java;
  }

  /** Starts to make those that there are recordings for. */
  void startBuild() {
    List<String> recorded = new ArrayList<String>();
    for (String role : ROLES) {
      if (recording(role).toFile().length() > LONGEST_NOTE) {
        recorded.add(role);
      }
    }
    if (recorded.isEmpty()) {
      return;
    }
    BundleCache.deleteLeftovers(folder, MAKING + ".*");
    try {
      making = new Caching(recorded, Files.createTempDirectory(folder, MAKING));
    } catch (IOException e) {
      return; // a full disk: the next one tries again
    }
    making.start();
  }

  private final class Caching extends CacheBuild {
    private final List<String> roles;
    private final Path to;

    Caching(List<String> roles, Path to) {
      super("aot-caches", java);
      this.roles = roles;
      this.to = to;
    }

    @Override
    void make() throws IOException, InterruptedException {
      for (String role : roles) {
        Path made = to.resolve(role);
        boolean isMade =
            runJava(
                to,
                "-XX:AOTMode=create",
                "-XX:AOTConfiguration=" + recording(role),
                "-XX:AOTCache=" + made,
                "-XX:+UseSerialGC",
                "-cp",
                classPath);
        long length = isMade ? lengthOnDisk(made) : 0;
        if (isMade) {
          Files.move(made, cache(role), StandardCopyOption.ATOMIC_MOVE);
        }
        note(role, length);
      }
    }

    /** In place of the recording: nothing is recorded again, and a cache of that length used. */
    private void note(String role, long length) throws IOException {
      Path note = to.resolve(role + ".note");
      Files.write(note, Long.toString(length).getBytes(StandardCharsets.UTF_8));
      Files.move(note, recording(role), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * The client is gone: keeps what is finished.
   *
   * @param patient whether a few seconds may be spent on it
   */
  void endBuild(boolean patient) throws IOException, InterruptedException {
    if (making != null) {
      making.end(patient);
      BundleCache.delete(making.to);
    }
  }

  private Path recording(String role) {
    return folder.resolve(role + ".aotconf");
  }

  private Path cache(String role) {
    return folder.resolve(role + ".aot");
  }
}
