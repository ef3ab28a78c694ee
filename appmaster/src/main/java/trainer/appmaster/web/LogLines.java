package trainer.appmaster.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The newest lines of the log of a process, from the job's folder. */
final class LogLines {
  /** The part of a file that is searched, from its end; bytes. */
  static final long SEARCHED = 16L << 20;

  /** The part that is read for its newest lines alone. */
  private static final long TAIL = 512L << 10;

  /** The rest of a longer line is left out; bytes. */
  private static final int LONGEST = 4000;

  private final FileSystem files;
  private final Path folder;

  /**
   * @param folder the folder of the logs of one container
   */
  LogLines(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /**
   * Reads a log.
   *
   * @param name its file; empty for {@code log}, or the first one if there is none
   * @param text that each line contains, in any case of letters; empty for all lines
   * @param count the most lines, the newest ones
   * @return {@code files}, the names of the logs; {@code file}, the one that was read; {@code
   *     skipped}, the bytes at its beginning that were not read; and {@code lines}
   * @throws FileNotFoundException if there is no such log
   */
  ObjectNode read(String name, String text, int count) throws IOException {
    List<String> names =
        Arrays.stream(files.listStatus(folder))
            .filter(FileStatus::isFile)
            .map(file -> file.getPath().getName())
            .sorted()
            .toList();
    String usual = names.contains("log") || names.isEmpty() ? "log" : names.get(0);
    String file = name.isEmpty() ? usual : name;
    if (!names.contains(file)) {
      throw new FileNotFoundException("there is no log " + file + " among " + names);
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode all = json.putArray("files");
    names.forEach(all::add);
    json.put("file", file);
    Path path = new Path(folder, file);
    try (FSDataInputStream in = files.open(path)) {
      // The status of a growing file may be old; the open stream knows how much there is to read.
      long length = Math.max(files.getFileStatus(path).getLen(), in.available());
      long wanted = text.isEmpty() ? TAIL : SEARCHED;
      long skipped = Math.max(0, length - wanted);
      in.seek(skipped);
      json.put("skipped", skipped);
      ArrayNode lines = json.putArray("lines");
      newest(in, wanted, skipped > 0, text, count).forEach(lines::add);
    }
    return json;
  }

  /** Reads at most so many bytes. */
  private static Deque<String> newest(
      InputStream in, long bytes, boolean isWithinLine, String text, int count) throws IOException {
    Deque<String> newest = new ArrayDeque<>();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean skips = isWithinLine;
    byte[] buffer = new byte[1 << 16];
    long left = bytes;
    int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
    while (read > 0) {
      for (int i = 0; i < read; i++) {
        if (buffer[i] != '\n') {
          if (line.size() < LONGEST) {
            line.write(buffer[i]);
          }
        } else {
          if (!skips) {
            add(newest, line, text, count);
          }
          skips = false;
          line.reset();
        }
      }
      left -= read;
      read = left == 0 ? -1 : in.read(buffer, 0, (int) Math.min(buffer.length, left));
    }
    if (line.size() > 0 && !skips) {
      add(newest, line, text, count);
    }
    return newest;
  }

  private static void add(
      Deque<String> newest, ByteArrayOutputStream line, String text, int count) {
    String shown = line.toString(StandardCharsets.UTF_8) + (line.size() < LONGEST ? "" : "…");
    if (contains(shown, text)) {
      newest.addLast(shown);
      if (newest.size() > count) {
        newest.removeFirst();
      }
    }
  }

  private static boolean contains(String line, String text) {
    for (int from = 0; from + text.length() <= line.length(); from++) {
      if (line.regionMatches(true, from, text, 0, text.length())) {
        return true;
      }
    }
    return false;
  }
}
