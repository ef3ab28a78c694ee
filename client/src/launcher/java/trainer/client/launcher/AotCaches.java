package trainer.client.launcher;

import java.io.IOException;
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
 * <p>A run that trains much leaves a recording for each of the two roles, and the next start of the
 * client makes caches of them ({@code ClassSharing} in the processes themselves says when). They
 * lie beside the archive and go with it, since they hold for its class path alone.
 */
final class AotCaches {
  private static final String[] ROLES = {"pserver", "worker"};
  private static final String MAKING = "aot-";

  private final Path folder;
  private final String classPath;
  private final JavaHome java;
  private final List<String> unrecorded = new ArrayList<String>();
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
  void beginMaking() {
    List<String> recorded = new ArrayList<String>();
    for (String role : ROLES) {
      if (!Files.exists(recording(role))) {
        unrecorded.add(role);
      } else if (recording(role).toFile().length() > 0 && !Files.exists(cache(role))) {
        recorded.add(role);
      }
    }
    if (recorded.isEmpty()) {
      return;
    }
    BundleCache.sweep(folder, MAKING);
    try {
      making = new Caching(recorded, Files.createTempDirectory(folder, MAKING));
    } catch (IOException e) {
      return; // a full disk: the next one tries again
    }
    making.start();
  }

  private final class Caching extends Making {
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
        try {
          make(role);
        } catch (IOException | RuntimeException e) {
          // A full disk, a process that was killed as it wrote: it does without from here on.
        }
        Files.write(recording(role), new byte[0]); // nothing is recorded again
      }
    }

    private void make(String role) throws IOException, InterruptedException {
      Path made = to.resolve(role);
      runJava(
          "-XX:AOTMode=create",
          "-XX:AOTConfiguration=" + recording(role),
          "-XX:AOTCache=" + made,
          "-XX:+UseSerialGC",
          "-cp",
          classPath);
      lengthOnDisk(made);
      Files.move(made, cache(role), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * The client is gone: keeps what is finished, and no recording of a run that came to nothing.
   *
   * @param success whether it did what it was to do
   */
  void endMaking(boolean success) throws IOException, InterruptedException {
    if (!success) {
      for (String role : unrecorded) {
        Files.deleteIfExists(recording(role));
      }
    }
    if (making != null) {
      making.end(success);
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
