package trainer.client.launcher;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java installation new enough for Trainer: that of {@code TRAINER_JAVA_HOME} where it is set,
 * else the first of {@code JAVA_HOME}, {@code java} on the PATH and the running one.
 */
final class JavaHome {
  static final int REQUIRED = 17;

  private static final String OURS = "TRAINER_JAVA_HOME";
  private static final Pattern RELEASE_LINE = Pattern.compile("JAVA_VERSION=\"([^\"]+)\"");
  private static final Pattern VERSION_LINE = Pattern.compile("version \"([^\"]+)\"");

  private final String executable;
  private final int version;

  JavaHome(String executable, int version) {
    this.executable = executable;
    this.version = version;
  }

  String executable() {
    return executable;
  }

  int version() {
    return version;
  }

  /** Finds it, or says what was found instead. */
  static JavaHome find(Map<String, String> environment) throws LaunchException {
    List<String> seen = new ArrayList<String>();
    for (String name : new String[] {OURS, "JAVA_HOME"}) {
      String home = environment.get(name);
      if (home != null && !home.isEmpty()) {
        JavaHome java = examine(name, new File(home, "bin/java"), seen);
        if (java != null) {
          return java;
        }
        if (name.equals(OURS)) {
          throw new LaunchException(
              49,
              "JAVA_NOT_FOUND: "
                  + OURS
                  + " holds no Java "
                  + REQUIRED
                  + " or newer — found "
                  + seen
                  + " — correct it, or unset it");
        }
      }
    }
    String path = environment.get("PATH");
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
      File file = new File(folder, "java");
      if (!folder.isEmpty() && file.canExecute()) {
        JavaHome java = examine("PATH", file, seen);
        if (java != null) {
          return java;
        }
      }
    }
    JavaHome running =
        examine("running", new File(System.getProperty("java.home"), "bin/java"), seen);
    if (running != null) {
      return running;
    }
    throw new LaunchException(
        49,
        "JAVA_NOT_FOUND: Trainer needs Java "
            + REQUIRED
            + " or newer — found "
            + seen
            + " — install it (Debian: openjdk-17-jre-headless) and set TRAINER_JAVA_HOME");
  }

  private static JavaHome examine(String source, File executable, List<String> seen) {
    int version = executable.canExecute() ? versionOf(executable) : 0;
    if (version >= REQUIRED) {
      return new JavaHome(executable.getPath(), version);
    }
    seen.add(
        source + ": " + executable + (version == 0 ? " (no Java)" : " (Java " + version + ")"));
    return null;
  }

  /** The feature version of an executable, 0 if it does not answer as Java does. */
  private static int versionOf(File executable) {
    try {
      Path real = executable.toPath().toRealPath();
      Path home = real.getParent().getParent();
      Path release = home == null ? null : home.resolve("release");
      if (release != null && Files.isReadable(release)) {
        String text = new String(Files.readAllBytes(release), StandardCharsets.UTF_8);
        Matcher matcher = RELEASE_LINE.matcher(text);
        if (matcher.find()) {
          return featureOf(matcher.group(1));
        }
      }
      return reportedVersion(executable);
    } catch (IOException e) {
      return 0;
    }
  }

  private static int reportedVersion(File executable) throws IOException {
    Process process =
        new ProcessBuilder(executable.getPath(), "-version").redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (InputStream in = process.getInputStream();
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Matcher matcher = VERSION_LINE.matcher(line);
        if (matcher.find()) {
          return featureOf(matcher.group(1));
        }
      }
    } finally {
      process.destroy();
    }
    return 0;
  }

  /** 8 for {@code 1.8.0_402}, 17 for {@code 17.0.15}, 0 for what is no version. */
  static int featureOf(String version) {
    String[] parts = version.split("[._+-]", -1);
    try {
      int first = Integer.parseInt(parts[0]);
      return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
