package trainer.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What the processes of a job logged last, for the message of a test that fails: much of its
 * masters, a little of the others, newest last.
 */
final class LastLines {
  private static final Pattern FOLDER = Pattern.compile("^folder: (\\S+)$", Pattern.MULTILINE);
  private static final int OF_MASTERS = 60;
  private static final int OF_OTHERS = 12;

  private LastLines() {}

  /**
   * Of every job that a client has said it began.
   *
   * @param home the client's, where what is kept of embedded runs is
   */
  static String of(String said, java.nio.file.Path home) {
    StringBuilder text = new StringBuilder();
    Matcher folder = FOLDER.matcher(said);
    while (folder.find()) {
      Path root = kept(new Path(folder.group(1)), home);
      try {
        FileSystem files = root.getFileSystem(quickly());
        for (FileStatus log : logs(files, root)) {
          text.append("\n==> ").append(log.getPath()).append(" <==\n").append(end(files, log));
        }
      } catch (IOException | RuntimeException e) {
        text.append("\nno logs in ").append(root).append(": ").append(e);
      }
    }
    return text.toString();
  }

  private static Path kept(Path folder, java.nio.file.Path home) {
    java.nio.file.Path here = home.resolve(".trainer/jobs").resolve(folder.getName());
    return Files.isDirectory(here) ? new Path(here.toUri()) : folder;
  }

  /** A cluster that has gone is not waited for. */
  private static Configuration quickly() {
    Configuration hadoop = new Configuration();
    hadoop.setInt("ipc.client.connect.max.retries", 1);
    return hadoop;
  }

  private static List<FileStatus> logs(FileSystem files, Path root) throws IOException {
    List<FileStatus> logs = new ArrayList<>();
    for (String name : new String[] {"stderr", "log"}) {
      FileStatus[] found = files.globStatus(new Path(root, "logs/*/*/" + name));
      logs.addAll(found == null ? List.of() : List.of(found));
    }
    logs.removeIf(log -> log.getLen() == 0);
    logs.sort(Comparator.comparingLong(FileStatus::getModificationTime));
    return logs;
  }

  private static String end(FileSystem files, FileStatus log) throws IOException {
    String text;
    try (InputStream in = files.open(log.getPath())) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> lines = text.lines().toList();
    int most = log.getPath().toString().contains("/logs/master-") ? OF_MASTERS : OF_OTHERS;
    return String.join("\n", lines.subList(Math.max(0, lines.size() - most), lines.size()));
  }
}
