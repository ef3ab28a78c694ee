package trainer.it.trust;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of a job on this machine, as Linux shows it.
 *
 * @param pid its number
 * @param commandLine its arguments, separated by blanks
 */
record JobProcess(long pid, String commandLine) {
  private static final Path PROC = Path.of("/proc");
  private static final Pattern TOTAL = Pattern.compile("^Total +\\d+ +(\\d+)", Pattern.MULTILINE);
  private static final int TRIES = 10;

  /** Everything that names {@code job} on its command line, shells included. */
  static List<JobProcess> of(String job) {
    return all()
        .map(pid -> new JobProcess(pid, text(PROC.resolve(pid + "/cmdline")).replace('\0', ' ')))
        .filter(process -> process.commandLine().contains("-Dtrainer.job=" + job + " "))
        .toList();
  }

  /** The numbers of all processes. */
  static Stream<Long> all() {
    return ProcessHandle.allProcesses().map(ProcessHandle::pid);
  }

  boolean is(String role) {
    return commandLine.contains("/java ") && !isShell() && property("role").equals(role);
  }

  boolean isShell() {
    return commandLine.startsWith("/bin/bash");
  }

  /** The value of {@code -Dtrainer.<name>}. */
  String property(String name) {
    Matcher found = Pattern.compile("-Dtrainer\\." + name + "=(\\S+)").matcher(commandLine);
    return found.find() ? found.group(1) : "";
  }

  /** Where it listens. */
  List<Integer> ports() throws IOException {
    Set<String> sockets;
    try (Stream<Path> open = Files.list(PROC.resolve(pid + "/fd"))) {
      sockets = open.flatMap(fd -> inode(fd).stream()).collect(Collectors.toSet());
    }
    return Stream.of("tcp", "tcp6")
        .flatMap(family -> text(PROC.resolve(pid + "/net/" + family)).lines().skip(1))
        .map(line -> line.trim().split("\\s+", -1))
        .filter(field -> field[3].equals("0A") && sockets.contains(field[9]))
        .map(field -> Integer.parseInt(field[1].substring(field[1].indexOf(':') + 1), 16))
        .toList();
  }

  private static Optional<String> inode(Path fd) {
    try {
      String target = Files.readSymbolicLink(fd).toString();
      return target.startsWith("socket:[")
          ? Optional.of(target.substring("socket:[".length(), target.length() - 1))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // closed in between
    }
  }

  /** What lives on its heap, in kilobytes: garbage is collected first, and not counted. */
  long liveHeap() throws IOException, InterruptedException {
    Matcher total = TOTAL.matcher(jcmd("GC.class_histogram"));
    if (!total.find()) {
      throw new IOException("no histogram of the heap of " + pid);
    }
    return Long.parseLong(total.group(1)) >> 10;
  }

  /** A process that is starved of processor time does not answer at the first try. */
  private String jcmd(String command) throws IOException, InterruptedException {
    String said = "";
    for (int tries = 0; tries < TRIES; tries++) {
      Process jcmd =
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/jcmd", String.valueOf(pid), command)
              .redirectErrorStream(true)
              .start();
      said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (jcmd.waitFor() == 0) {
        return said;
      }
    }
    throw new IOException("jcmd " + pid + " " + command + ": " + said);
  }

  /** A file of /proc in one byte a character, empty when its process is gone. */
  static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }
}
