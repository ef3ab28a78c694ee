package trainer.container.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import trainer.core.job.Role;

/**
 * How a process on this machine maps its classes from an archive instead of loading them (class
 * data sharing, JEP 310), which saves about a second of its start, and finds all else in one jar
 * rather than in 140. The launcher makes both, in the folder that {@value #FOLDER} names, of the
 * lists that the first run of each role leaves there; the folder belongs to one bundle and one
 * Java. From Java 25 on a run that trains much then leaves a recording of its first pserver and
 * worker, of which the launcher makes what takes the archive's place for them: a cache that says of
 * methods, too, what they are like, so that they are compiled well from the start (JEP 515).
 *
 * <p>Containers of YARN have no such folder.
 *
 * @param flags of the JVM, to come last
 * @param classPath of the process
 * @param afterwards what the shell is to do once the process has ended well; ends with {@code ;}
 */
record ClassSharing(List<String> flags, String classPath, String afterwards) {
  /** Set by the launcher, and handed on to every process of a local run. */
  static final String FOLDER = "trainer.classes";

  /** Set where a run trains enough for a recording of it to serve others. */
  static final String TYPICAL = "trainer.classes.typical";

  /** What the launcher has made; its {@code ClassArchive} says of what lines. */
  private static final String MADE = "made";

  /** Of the first Java whose caches know of methods; its predecessor's know of classes alone. */
  private static final int PROFILES_SINCE = 25;

  /** The class path of a process that shares nothing. */
  static final ClassSharing NONE = new ClassSharing(List.of(), "bundle/conf:bundle/lib/*", "");

  /**
   * Mapped elsewhere than it was made for, every pointer in its 50 MB or more is written anew: 40
   * ms.
   */
  private static final List<String> AS_IT_IS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:ArchiveRelocationMode=0");

  /** What a recording showed to be hot is compiled when its class is there, not when hot again. */
  private static final List<String> AS_RECORDED =
      List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+AOTCompileEagerly");

  /** Java ends at once where its user's options say of these and it is given a cache, too. */
  private static final Pattern REFUSED_BESIDE_CACHES =
      Pattern.compile("-Xshare|SharedArchiveFile|-XX:[+-]?AOT");

  /** What takes a recording's place is shorter, a recording longer. */
  private static final int LONGEST_NOTE = 32;

  /** A recording is a copy of all classes, made at the end of the process in its class space. */
  private static final List<String> ROOM_TO_RECORD =
      List.of("-XX:MaxMetaspaceSize=1g", "-XX:CompressedClassSpaceSize=256m");

  /** While it records Java warns on standard output of each class that it leaves out. */
  private static final String IN_SILENCE = "-Xlog:aot*=error,cds*=error";

  /** Written where the process works, which is deleted with it: it may be killed meanwhile. */
  private static final String RECORDING = "recording.aotconf";

  /**
   * What there is for a process.
   *
   * @param index of the process among those of its role
   */
  static ClassSharing of(Role role, int index) {
    String options = System.getenv("JDK_JAVA_OPTIONS") + " " + System.getenv("JAVA_TOOL_OPTIONS");
    boolean isRefused = REFUSED_BESIDE_CACHES.matcher(options).find();
    return of(role, index, isRefused ? 0 : Runtime.version().feature());
  }

  /**
   * The same.
   *
   * @param feature the version of Java; of one before 25 where nothing is to be cached
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
      String beside = recorded + ".$$"; // the folder may be another disk's
      afterwards = "mv " + RECORDING + " " + beside + " && mv " + beside + " " + recorded + ";";
    } else {
      flags.addAll(archived(made.get(0)));
    }
    return new ClassSharing(flags, made.get(1), afterwards);
  }

  /**
   * Only what computes; Java tells of a recording on standard output, which is the client's user's.
   */
  private static boolean mayBeCached(Role role) {
    return role == Role.PSERVER || role == Role.WORKER;
  }

  private static List<String> archived(String archive) {
    List<String> flags = new ArrayList<>(AS_IT_IS);
    flags.add("-XX:SharedArchiveFile=" + archive);
    return flags;
  }

  /** Whether the launcher has put the cache's length in the recording's place. */
  private static boolean isMadeOf(Path recorded, Path cache) {
    try {
      return Files.size(recorded) <= LONGEST_NOTE
          && isWhole(cache.toString(), Files.readString(recorded).trim());
    } catch (IOException | IllegalArgumentException e) {
      return false; // not made yet, or damaged
    }
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
