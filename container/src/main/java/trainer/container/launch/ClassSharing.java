package trainer.container.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import trainer.core.job.Role;

/**
 * The flags by which a process on this machine maps its classes from an archive instead of loading
 * them (class data sharing, JEP 310), which saves about a second of its start. The launcher makes
 * the archive, in the folder that {@value #FOLDER} names, of the lists that the first run of each
 * role leaves there; the folder belongs to one bundle and one Java.
 *
 * <p>Containers of YARN have no such folder.
 */
final class ClassSharing {
  /** Set by the launcher, and handed on to every process of a local run. */
  static final String FOLDER = "trainer.classes";

  private static final String UNLOCK_PLACE = "-XX:+UnlockDiagnosticVMOptions";

  /** Mapped elsewhere than it was made for, every pointer in its 66 MB is written anew: 40 ms. */
  private static final String AS_IT_IS = "-XX:ArchiveRelocationMode=0";

  private ClassSharing() {}

  static List<String> flags(Role role) {
    String folder = System.getProperty(FOLDER);
    if (folder == null || !folder.matches(CommandLine.SAFE)) {
      return List.of();
    }
    String handOn = "-D" + FOLDER + "=" + folder;
    Path archive = Path.of(folder, "classes.jsa");
    if (Files.exists(archive)) {
      return List.of("-XX:SharedArchiveFile=" + archive, UNLOCK_PLACE, AS_IT_IS, handOn);
    }
    Path list = Path.of(folder, role.word() + ".list");
    return role == Role.LOGS || Files.exists(list)
        ? List.of(handOn)
        : List.of("-XX:DumpLoadedClassList=" + list, handOn);
  }
}
