package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import trainer.core.message.Measures;

/**
 * Progress for people: one line that is drawn over on a terminal; elsewhere a line when the state
 * changes and else every few seconds.
 */
public final class ProgressDisplay {
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());
  private static final int BAR = 30;
  private static final double PERCENT = 100.0;

  private final PrintStream out;
  private final boolean terminal;
  private String lastPhase = "";
  private long lastNanos;
  private boolean open;

  public ProgressDisplay(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows what was seen. */
  public void show(Observation seen, long nowNanos) {
    String wait = waiting(seen.report());
    boolean news = !seen.phase().equals(lastPhase);
    if (terminal) {
      out.print("\r\033[K" + line(seen, wait));
      out.flush();
      open = true;
    } else if (news || nowNanos - lastNanos >= LINE_NANOS) {
      out.println(TIME.format(Instant.now()) + " " + line(seen, wait));
      lastNanos = nowNanos;
    }
    lastPhase = seen.phase();
  }

  /** Ends the line that is drawn over. */
  public void finish() {
    if (open) {
      out.println();
      open = false;
    }
  }

  private static String line(Observation seen, String wait) {
    JsonNode report = seen.report();
    StringBuilder line = new StringBuilder(seen.phase());
    if (!seen.note().isEmpty()) {
      line.append(" (").append(seen.note()).append(')');
    }
    if (report == null) {
      return line.toString();
    }
    long versions = report.path("versions").asLong();
    if (versions > 0) {
      double done = report.path("progress").asDouble();
      int filled = (int) (done * BAR);
      line.append(" [").append("#".repeat(filled)).append("-".repeat(BAR - filled)).append(']');
      line.append(String.format(Locale.ROOT, " %3.0f %%", done * PERCENT));
      line.append(" epoch ").append(report.path("epoch").asLong());
      line.append('/').append(report.path("epochs").asLong());
    }
    number(line, report.path("recordsPerSecond"), " %,.0f records/s");
    report
        .at("/metrics/train")
        .fields()
        .forEachRemaining(
            one -> number(line, one.getValue(), " " + Measures.inWords(one.getKey()) + " %.5f"));
    if (report.has("members")) {
      line.append(' ').append(workersAtWork(report)).append(" workers");
    }
    for (JsonNode member : report.path("members")) {
      if (member.path("state").asText().equals("slow")) {
        line.append("; ").append(member.path("role").asText()).append(' ');
        line.append(member.path("index").asInt()).append(" on ");
        line.append(member.path("host").asText()).append(" is slow (");
        line.append(member.path("behindMillis").asLong()).append(" ms)");
      }
      if (member.path("state").asText().equals("full")) {
        line.append("; WARNING: pserver ").append(member.path("index").asInt()).append(" on ");
        line.append(member.path("host").asText()).append(": ");
        line.append(member.path("full").asText());
      }
    }
    if (!wait.isEmpty()) {
      line.append("; waiting for ").append(wait);
    }
    JsonNode trouble = report.path("checkpointTrouble");
    if (trouble.isObject() && !trouble.path("over").asBoolean()) {
      line.append("; WARNING: no checkpoint: ").append(trouble.path("message").asText());
    }
    return line.toString();
  }

  /** Those that are there now: the report names every worker that ever was. */
  private static int workersAtWork(JsonNode report) {
    int count = 0;
    for (JsonNode member : report.path("members")) {
      String state = member.path("state").asText();
      boolean there = List.of("live", "suspected", "slow").contains(state);
      count += there && member.path("role").asText().equals("worker") ? 1 : 0;
    }
    return count;
  }

  private static void number(StringBuilder line, JsonNode value, String format) {
    if (value.isNumber() && value.asDouble() != 0) {
      line.append(String.format(Locale.ROOT, format, value.asDouble()));
    }
  }

  private static String waiting(JsonNode report) {
    if (report == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode one : report.path("waitingFor")) {
      text.append(text.length() == 0 ? "" : ", ")
          .append(one.path("what").asText())
          .append(" (")
          .append(one.path("granted").asInt())
          .append(" of ")
          .append(one.path("asked").asInt())
          .append(')');
      if (!one.path("explanation").asText("").isEmpty()) {
        text.append(": ").append(one.path("explanation").asText());
      }
    }
    return text.toString();
  }
}
