package trainer.container.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import trainer.core.job.Role;

/**
 * How a process on this machine maps its classes from an archive instead of loading them (class
 * data sharing, JEP 310), which saves about a second of its start, and finds all else in one jar
 * rather than in 140. The launcher makes both, in the folder that {@value #FOLDER} names, of the
 * lists that the first run of each role leaves there; the folder belongs to one bundle and one
 * Java.
 *
 * <p>Containers of YARN have no such folder.
 *
 * @param flags of the JVM
 * @param classPath instead of the bundle's jars
 */
record ClassSharing(List<String> flags, String classPath) {
  /** Set by the launcher, and handed on to every process of a local run. */
  static final String FOLDER = "trainer.classes";

  /** What the launcher has made; its {@code ClassArchive} says of what lines. */
  private static final String MADE = "made";

  /** The class path of a process that shares nothing. */
  static final ClassSharing NONE = new ClassSharing(List.of(), "bundle/lib/*");

  /** Mapped elsewhere than it was made for, every pointer in its 66 MB is written anew: 40 ms. */
  private static final List<String> AS_IT_IS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0");

  static ClassSharing of(Role role) {
    String folder = System.getProperty(FOLDER);
    if (folder == null || !folder.matches(CommandLine.SAFE)) {
      return NONE;
    }
    String handOn = "-D" + FOLDER + "=" + folder;
    List<String> made = made(Path.of(folder, MADE));
    if (!made.isEmpty()) {
      List<String> flags = new ArrayList<>(AS_IT_IS);
      flags.add("-XX:SharedArchiveFile=" + made.get(0));
      flags.add(handOn);
      return new ClassSharing(flags, made.get(1));
    }
    Path list = Path.of(folder, role.word() + ".list");
    List<String> flags =
        role == Role.LOGS || Files.exists(list)
            ? List.of(handOn)
            : List.of("-XX:DumpLoadedClassList=" + list, handOn);
    return new ClassSharing(flags, NONE.classPath());
  }

  /** Nothing unless all of it is there, at its whole length. */
  private static List<String> made(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      boolean whole =
          lines.size() == 5
              && isWhole(lines.get(0), lines.get(3))
              && isWhole(lines.get(2), lines.get(4))
              && lines.get(0).matches(CommandLine.SAFE)
              && lines.get(1).matches(CommandLine.SAFE);
      return whole ? lines : List.of();
    } catch (IOException | IllegalArgumentException e) {
      return List.of(); // not made yet, or damaged
    }
  }

  private static boolean isWhole(String file, String length) throws IOException {
    Path path = Path.of(file);
    return Files.isReadable(path) && Files.size(path) == Long.parseLong(length);
  }
}
