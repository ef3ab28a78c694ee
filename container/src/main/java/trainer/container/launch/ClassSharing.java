package trainer.container.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Archive, class path and libraries, a line each. */
  private static final String MADE = "made";

  /** The class path of a process that shares nothing. */
  static final ClassSharing NONE = new ClassSharing(List.of(), "bundle/lib/*");

  private static final String UNLOCK_PLACE = "-XX:+UnlockDiagnosticVMOptions";

  /** Mapped elsewhere than it was made for, every pointer in its 66 MB is written anew: 40 ms. */
  private static final String AS_IT_IS = "-XX:ArchiveRelocationMode=0";

  static ClassSharing of(Role role) {
    String folder = System.getProperty(FOLDER);
    if (folder == null || !folder.matches(CommandLine.SAFE)) {
      return NONE;
    }
    String handOn = "-D" + FOLDER + "=" + folder;
    List<String> made = made(Path.of(folder, MADE));
    if (!made.isEmpty()) {
      return new ClassSharing(
          List.of("-XX:SharedArchiveFile=" + made.get(0), UNLOCK_PLACE, AS_IT_IS, handOn),
          made.get(1));
    }
    Path list = Path.of(folder, role.word() + ".list");
    List<String> flags =
        role == Role.LOGS || Files.exists(list)
            ? List.of(handOn)
            : List.of("-XX:DumpLoadedClassList=" + list, handOn);
    return new ClassSharing(flags, NONE.classPath());
  }

  /** Nothing unless all of it is there. */
  private static List<String> made(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      boolean whole =
          lines.size() == 3
              && Files.isReadable(Path.of(lines.get(0)))
              && Files.isReadable(Path.of(lines.get(2)))
              && lines.get(1).matches(CommandLine.SAFE);
      return whole ? lines : List.of();
    } catch (IOException e) {
      return List.of(); // not made yet
    }
  }
}
