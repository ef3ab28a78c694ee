package trainer.container.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import trainer.core.job.Role;

/**
 * Class data sharing (JEP 310) for the processes of this machine. A process maps its classes from
 * an archive instead of loading them, which saves about a second of its start. It finds all else in
 * one jar instead of 140.
 *
 * <p>The first run of each role leaves a list of its classes in the folder that {@value #FOLDER}
 * names. From these lists the launcher makes the archive and the jar, in the same folder. The
 * folder belongs to one bundle and one Java.
 *
 * <p>From Java 25 on, a run that trains much also leaves a recording of its first pserver and
 * worker. The launcher makes a cache of it, which replaces the archive for these roles. The cache
 * also holds method profiles, so that methods are compiled well from the start (JEP 515).
 *
 * <p>Containers of YARN have no such folder.
 *
 * @param flags of the JVM, to come last
 * @param classPath of the process
 * @param afterwards shell commands to run after a successful end of the process; ends with {@code
 *     ;}
 */
record ClassSharing(List<String> flags, String classPath, String afterwards) {
  /** The folder's property; the launcher sets it, and every process of a local run inherits it. */
  static final String FOLDER = "trainer.classes";

  /** Set where a run trains enough for its recording to serve others. */
  static final String TYPICAL = "trainer.classes.typical";

  /**
   * The file that describes the launcher's archive; the launcher's {@code ClassArchive} defines its
   * lines.
   */
  private static final String MADE = "made";

  /** The first Java whose caches hold method profiles; earlier caches hold classes only. */
  private static final int PROFILES_SINCE = 25;

  /** The settings of a process that shares no classes. */
  static final ClassSharing NONE = new ClassSharing(List.of(), "bundle/conf:bundle/lib/*", "");

  /**
   * Prevents relocation. An archive mapped at another address than it was made for has every
   * pointer in its 50 MB or more rewritten: 40 ms.
   */
  private static final List<String> AS_IT_IS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0");

  /** Compiles methods that the recording showed to be hot as soon as their class is loaded. */
  private static final List<String> AS_RECORDED =
      List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+AOTCompileEagerly");

  /** Options of the user's with which Java ends at once if it is also given a cache. */
  private static final Pattern REFUSED_BESIDE_CACHES =
      Pattern.compile("-Xshare|SharedArchiveFile|-XX:[+-]?AOT");

  /**
   * The longest note in bytes; the note that replaces a recording is shorter, a recording longer.
   */
  private static final int LONGEST_NOTE = 32;

  /** A recording copies all classes into the class space at the end of the process. */
  private static final List<String> ROOM_TO_RECORD =
      List.of("-XX:MaxMetaspaceSize=1g", "-XX:CompressedClassSpaceSize=256m");

  /** While it records, Java warns on standard output of each class that it omits. */
  private static final String IN_SILENCE = "-Xlog:aot*=error,cds*=error";

  /**
   * Written in the working directory and deleted with it, since the process may be killed
   * meanwhile.
   */
  private static final String RECORDING = "recording.aotconf";

  /**
   * The settings for a process.
   *
   * @param index of the process among those of its role
   */
  static ClassSharing of(Role role, int index) {
    String options = System.getenv("JDK_JAVA_OPTIONS") + " " + System.getenv("JAVA_TOOL_OPTIONS");
    boolean isRefused = REFUSED_BESIDE_CACHES.matcher(options).find();
    return of(role, index, isRefused ? 0 : Runtime.version().feature());
  }

  /**
   * The settings for a process on a given Java.
   *
   * @param feature the version of Java; a value below 25 disables caches
   */
  static ClassSharing of(Role role, int index, int feature) {
    String folder = System.getProperty(FOLDER);
    if (folder == null || !folder.matches(CommandLine.SAFE)) {
      return NONE;
    }
    List<String> flags = new ArrayList<>();
    flags.add("-D" + FOLDER + "=" + folder);
    List<String> made = made(Path.of(folder, MADE));
    if (made.isEmpty()) {
      Path list = Path.of(folder, role.word() + ".list");
      if (role != Role.LOGS && !Files.exists(list)) {
        flags.add("-XX:DumpLoadedClassList=" + list);
      }
      return new ClassSharing(flags, NONE.classPath(), "");
    }
    Path cache = Path.of(made.get(0)).resolveSibling(role.word() + ".aot");
    Path recorded = Path.of(made.get(0)).resolveSibling(role.word() + ".aotconf");
    String afterwards = "";
    if (!mayBeCached(role) || feature < PROFILES_SINCE) {
      flags.addAll(archived(made.get(0)));
    } else if (isMadeOf(recorded, cache)) {
      flags.addAll(AS_IT_IS);
      flags.addAll(AS_RECORDED);
      flags.add("-XX:AOTCache=" + cache);
    } else if (index == 0 && Boolean.getBoolean(TYPICAL) && !Files.exists(recorded)) {
      flags.addAll(ROOM_TO_RECORD);
      flags.add(IN_SILENCE);
      flags.add("-XX:AOTMode=record");
      flags.add("-XX:AOTConfiguration=" + RECORDING);
      String beside = recorded + ".$$"; // the folder may be on another disk
      afterwards = "mv " + RECORDING + " " + beside + " && mv " + beside + " " + recorded + ";";
    } else {
      flags.addAll(archived(made.get(0)));
    }
    return new ClassSharing(flags, made.get(1), afterwards);
  }

  /**
   * Whether a role may use a cache: only those that compute. Java reports a recording on standard
   * output, which in the client belongs to its user.
   */
  private static boolean mayBeCached(Role role) {
    return role == Role.PSERVER || role == Role.WORKER;
  }

  private static List<String> archived(String archive) {
    List<String> flags = new ArrayList<>(AS_IT_IS);
    flags.add("-XX:SharedArchiveFile=" + archive);
    return flags;
  }

  /** Whether the launcher has replaced the recording by a note of the cache's length. */
  private static boolean isMadeOf(Path recorded, Path cache) {
    try {
      return Files.size(recorded) <= LONGEST_NOTE
          && isWhole(cache.toString(), Files.readString(recorded).trim());
    } catch (IOException | IllegalArgumentException e) {
      return false; // not made yet, or damaged
    }
  }

  /** The lines of the description; empty unless all files exist at their full length. */
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
