package trainer.container.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A permanent identifier of one process on one machine. A process number alone does not suffice:
 * numbers are reused, clocks are set, and machines reboot.
 *
 * @param host the machine's name
 * @param boot the kernel's id of the present boot
 * @param space the process number namespace, since containers have their own
 * @param pid the process number; 0 for no process
 * @param started the start time, in the kernel's ticks since boot
 */
public record ProcessMark(String host, String boot, String space, long pid, long started) {
  /** No process. */
  public static final ProcessMark NONE = new ProcessMark("", "", "", 0, 0);

  private static final int PARTS = 5;
  private static final int START = 19; // among the fields behind the command's name

  /** The mark of a process of this machine. */
  public static ProcessMark of(String host, long pid) {
    return new ProcessMark(host, bootHere(), spaceHere(), pid, startOf(pid));
  }

  /** Parses the form of {@link #toString}; {@link #NONE} for any other text. */
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
   * Whether the process is gone; false where this cannot be observed from here.
   *
   * @param here the name of this machine
   */
  public boolean isGone(String here) {
    if (pid == 0 || !host.equals(here)) {
      return false;
    }
    if (!boot.equals(bootHere())) {
      return true; // the machine has rebooted
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

  /** The start time; 0 if there is no such process. */
  private static long startOf(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[START]);
    } catch (IOException | RuntimeException e) {
      return ProcessHandle.of(pid).isPresent() ? 1 : 0; // no Linux: the number has to suffice
    }
  }

  @Override
  public String toString() {
    return host + " " + boot + " " + space + " " + pid + " " + started;
  }
}
