package trainer.container.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Names one process of one machine for good: process numbers come again, clocks are set, machines
 * are started anew.
 *
 * @param host the machine's name
 * @param boot the kernel's id of this run of the machine
 * @param space the space of process numbers, which containers have of their own
 * @param pid its number; 0 for no process
 * @param started when it started, in the kernel's ticks since the machine did
 */
public record ProcessMark(String host, String boot, String space, long pid, long started) {
  /** No process. */
  public static final ProcessMark NONE = new ProcessMark("", "", "", 0, 0);

  private static final int PARTS = 5;
  private static final int START = 19; // of the fields behind the command's name

  /** The mark of a process of this machine. */
  public static ProcessMark of(String host, long pid) {
    return new ProcessMark(host, bootHere(), spaceHere(), pid, startOf(pid));
  }

  /** Reads {@link #toString}; {@link #NONE} of another text. */
  public static ProcessMark parse(String text) {
    String[] parts = text.split(" ", -1);
    try {
      return parts.length == PARTS
          ? new ProcessMark(
              parts[0], parts[1], parts[2], Long.parseLong(parts[3]), Long.parseLong(parts[4]))
          : NONE;
    } catch (NumberFormatException e) {
      return NONE;
    }
  }

  /**
   * Whether the process is gone; false where that cannot be seen from here.
   *
   * @param here the name of this machine
   */
  public boolean isGone(String here) {
    if (pid == 0 || !host.equals(here)) {
      return false;
    }
    if (!boot.equals(bootHere())) {
      return true; // the machine has been started anew
    }
    return space.equals(spaceHere()) && startOf(pid) != started;
  }

  private static String bootHere() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      return "unknown"; // no Linux
    }
  }

  private static String spaceHere() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** 0 if there is no such process. */
  private static long startOf(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[START]);
    } catch (IOException | RuntimeException e) {
      return ProcessHandle.of(pid).isPresent() ? 1 : 0; // no Linux: a number has to do
    }
  }

  @Override
  public String toString() {
    return host + " " + boot + " " + space + " " + pid + " " + started;
  }
}
