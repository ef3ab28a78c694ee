package trainer.client.yarn;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** A JDK as an archive that YARN unpacks on the nodes. It is read only as far as needed. */
final class JavaArchive {
  static final int REQUIRED = 17;

  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(?:1\\.)?(\\d+)");
  private static final Pattern SYSTEM = Pattern.compile("OS_NAME=\"([^\"]*)\"");
  private static final String JAVA = "bin/java";
  private static final String RELEASE = "release";
  private static final int LARGEST_RELEASE = 1 << 16;

  private final Path file;
  private final Set<String> homes = new TreeSet<>((a, b) -> order(a).compareTo(order(b)));
  private final Map<String, String> releases = new HashMap<>();

  private JavaArchive(Path file) {
    this.file = file;
  }

  /**
   * The folder in the archive that holds {@code bin/java}; empty for its root.
   *
   * @param named the folder that the user gives, or null
   * @throws FailureException JAVA_NOT_FOUND when there is none, or none that is new enough
   */
  static String folderIn(Path file, Configuration hadoop, String named) throws IOException {
    JavaArchive archive = new JavaArchive(file);
    try (InputStream in = file.getFileSystem(hadoop).open(file)) {
      archive.scan(in, named);
    } catch (FileNotFoundException e) {
      throw archive.refused("there is no such file");
    }
    return archive.folder(named);
  }

  private void scan(InputStream raw, String named) throws IOException {
    String name = file.getName().toLowerCase(Locale.ROOT);
    InputStream in = new BufferedInputStream(raw, 1 << 17);
    if (name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
      read(new TarArchiveInputStream(new GZIPInputStream(in)), named);
    } else if (name.endsWith(".zip")) {
      read(new ZipArchiveInputStream(in), named);
    } else {
      throw refused("YARN unpacks .tar.gz, .tgz and .zip");
    }
  }

  private void read(ArchiveInputStream<?> entries, String named) throws IOException {
    for (ArchiveEntry entry = entries.getNextEntry();
        entry != null && !isEnough(named);
        entry = entries.getNextEntry()) {
      String name = entry.getName().replaceFirst("^(\\./)+", "");
      if (isIn(name, JAVA)) {
        homes.add(parent(name, JAVA));
      } else if (isIn(name, RELEASE)) {
        byte[] text = entries.readNBytes(LARGEST_RELEASE);
        releases.put(parent(name, RELEASE), new String(text, StandardCharsets.UTF_8));
      }
    }
  }

  /**
   * Whether enough has been read. A JDK 8 holds a second home, jre/, whose bin/java may come first.
   */
  private boolean isEnough(String named) {
    return homes.stream()
        .anyMatch(home -> releases.containsKey(home) && (named == null || named.equals(home)));
  }

  private static boolean isIn(String name, String file) {
    return name.equals(file) || name.endsWith("/" + file);
  }

  private static String parent(String name, String file) {
    return name.equals(file) ? "" : name.substring(0, name.length() - file.length() - 1);
  }

  /** A sort key that puts the outermost folder first. */
  private static String order(String home) {
    return String.format(Locale.ROOT, "%03d %s", home.split("/", -1).length, home);
  }

  private String folder(String named) {
    if (homes.isEmpty() || (named != null && !homes.contains(named))) {
      throw refused("there is no " + (named == null ? "" : named + "/") + JAVA + " in it");
    }
    String home = named == null ? homes.iterator().next() : named;
    String release = releases.getOrDefault(home, "");
    Matcher version = VERSION.matcher(release);
    if (version.find() && Integer.parseInt(version.group(1)) < REQUIRED) {
      throw refused("it holds Java " + version.group(1) + ", and " + REQUIRED + " is needed");
    }
    Matcher system = SYSTEM.matcher(release);
    if (system.find() && !system.group(1).equals("Linux")) {
      throw refused("it holds a Java for " + system.group(1));
    }
    if (!home.matches("[A-Za-z0-9_./+@-]*")) {
      throw refused("the name of its folder, '" + home + "', cannot stand on a command line");
    }
    return home;
  }

  private FailureException refused(String what) {
    return new FailureException(
        FailureKind.JAVA_NOT_FOUND,
        what,
        Keys.JAVA_ARCHIVE + " " + file,
        "give a JDK "
            + REQUIRED
            + " or newer for Linux as .tar.gz, with its links resolved (tar -h)");
  }
}
