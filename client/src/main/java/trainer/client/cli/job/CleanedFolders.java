package trainer.client.cli.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import trainer.client.retention.FolderSelection.Choice;
import trainer.client.watch.Json;
import trainer.core.text.Quantity;

/**
 * The printed list of {@code jobs clean}.
 *
 * @param bytes of each folder, by its path
 */
record CleanedFolders(List<Choice> choices, Map<String, Long> bytes) {
  private static final double KILO = 1000.0;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  /** How many folders are to be deleted. */
  long toDelete() {
    return choices.stream().filter(Choice::isDeleted).count();
  }

  /** Their number and size, such as {@code 3 job folders, 1.2 GB}. */
  String summary() {
    return Quantity.of(toDelete(), "job folder") + ", " + size(toDeleteBytes());
  }

  void print(PrintStream out) {
    String form = "%-8s %-16s %9s  %s%s%n";
    out.printf(Locale.ROOT, form, "STATE", "ENDED", "SIZE", "FOLDER", "");
    for (Choice choice : choices) {
      out.printf(
          Locale.ROOT,
          form,
          choice.folder().state(),
          TIME.format(Instant.ofEpochMilli(choice.folder().endedAt())),
          size(bytes.get(choice.folder().path())),
          choice.folder().path(),
          choice.isDeleted() ? "" : ", stays: " + choice.kept());
    }
  }

  /** Prints the document of {@code --json}. */
  void printJson(PrintStream out, List<Choice> deleted, boolean dryRun) {
    ObjectNode document = Json.object().put("dryRun", dryRun);
    ArrayNode folders = document.putArray("folders");
    for (Choice choice : choices) {
      folders
          .addObject()
          .put("applicationId", choice.folder().application())
          .put("state", choice.folder().state())
          .put("endedAt", choice.folder().endedAt())
          .put("bytes", bytes.get(choice.folder().path()))
          .put("path", choice.folder().path())
          .put("selected", choice.isDeleted())
          .put("deleted", deleted.contains(choice))
          .put("kept", choice.isDeleted() ? null : choice.kept());
    }
    document.put("freedBytes", new CleanedFolders(deleted, bytes).toDeleteBytes());
    out.println(Json.print(document));
  }

  private long toDeleteBytes() {
    return choices.stream()
        .filter(Choice::isDeleted)
        .mapToLong(choice -> bytes.get(choice.folder().path()))
        .sum();
  }

  private static String size(long bytes) {
    if (bytes < KILO) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= KILO && unit < 3) {
      value /= KILO;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, List.of("kB", "MB", "GB", "TB").get(unit));
  }
}
