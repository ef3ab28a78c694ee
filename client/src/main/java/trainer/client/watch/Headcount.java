package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** The number of processes of a role at work. A report also names all former processes. */
final class Headcount {
  private static final Set<String> AT_WORK = Set.of("live", "suspected", "slow", "full");

  private Headcount() {}

  /** The number of processes of the role at work. */
  static int of(String role, JsonNode report) {
    int count = 0;
    for (JsonNode member : report.path("members")) {
      boolean there = AT_WORK.contains(member.path("state").asText());
      count += there && member.path("role").asText().equals(role) ? 1 : 0;
    }
    return count;
  }

  /**
   * The numbers of a wait: {@code 1 there, 2 needed, 2 granted}.
   *
   * @param wait one of the report's {@code waitingFor}
   */
  static String inWords(JsonNode wait, JsonNode report) {
    String role = wait.path("what").asText().replaceFirst("s$", "");
    return of(role, report)
        + " there, "
        + wait.path("asked").asInt()
        + " needed, "
        + wait.path("granted").asInt()
        + " granted";
  }
}
