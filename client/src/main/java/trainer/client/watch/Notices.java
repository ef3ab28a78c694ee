package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person should know of a job beside its progress: reasons, slow processes, warnings. Each
 * is given out once, and again only when its words have changed.
 */
final class Notices {
  /** The words last given out, by what they are about. */
  private Map<String, String> last = Map.of();

  /** Those that are new in what was seen, a line each. */
  List<String> newIn(Observation seen) {
    Map<String, String> now = of(seen);
    List<String> fresh = new ArrayList<>();
    now.forEach(
        (subject, words) -> {
          if (!words.equals(last.get(subject))) {
            fresh.add(words);
          }
        });
    last = now;
    return fresh;
  }

  private static Map<String, String> of(Observation seen) {
    Map<String, String> notices = new LinkedHashMap<>();
    if (!seen.note().isEmpty()) {
      notices.put("note", seen.note());
    }
    JsonNode report = seen.report();
    if (report == null) {
      return notices;
    }
    for (JsonNode one : report.path("waitingFor")) {
      String explanation = one.path("explanation").asText("");
      if (!explanation.isEmpty()) {
        String what = one.path("what").asText();
        notices.put("waiting " + what, "waiting for " + what + ": " + explanation);
      }
    }
    for (JsonNode member : report.path("members")) {
      String name = member.path("role").asText() + " " + member.path("index").asInt();
      String process = name + " on " + member.path("host").asText();
      switch (member.path("state").asText()) {
        // Without by how much, which is another number at each look.
        case "slow" -> notices.put("slow " + name, process + " is slow");
        case "full" ->
            notices.put(
                "full " + name, "WARNING: " + process + ": " + member.path("full").asText());
        default -> {}
      }
    }
    JsonNode trouble = report.path("checkpointTrouble");
    if (trouble.isObject() && !trouble.path("over").asBoolean()) {
      notices.put("checkpoint", "WARNING: no checkpoint: " + trouble.path("message").asText());
    }
    return notices;
  }
}
