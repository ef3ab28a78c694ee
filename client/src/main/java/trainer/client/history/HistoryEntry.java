package trainer.client.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job in the list. Times are epoch milliseconds, 0 for an event that has not happened.
 *
 * @param jobId of a session the application's id
 * @param state how it ended; {@link #UNKNOWN} without a report
 * @param failure the message of its failure; empty without one
 * @param metrics of the held-out records, by name
 */
record HistoryEntry(
    String jobId,
    String name,
    String state,
    long startedAt,
    long endedAt,
    String failure,
    Map<String, Double> metrics) {
  /** There is no report: the job runs, or its master was lost. */
  static final String UNKNOWN = "UNKNOWN";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A job without a report. */
  static HistoryEntry unknown(String jobId, long changedAt) {
    return new HistoryEntry(jobId, "", UNKNOWN, changedAt, 0, "", Map.of());
  }

  /**
   * The entry of a report. Long lists in it are skipped, not held.
   *
   * @param jobId of the folder that has the report
   */
  static HistoryEntry read(InputStream report, String jobId) throws IOException {
    String name = "";
    String state = UNKNOWN;
    String failure = "";
    long startedAt = 0;
    long endedAt = 0;
    Map<String, Double> metrics = new TreeMap<>();
    try (JsonParser parser = MAPPER.createParser(report)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("no JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "name" -> name = parser.getValueAsString("");
          case "state" -> state = parser.getValueAsString(UNKNOWN);
          case "failure" -> failure = tree(parser).path("message").asText("");
          case "metrics" -> add(tree(parser).path("validation"), metrics);
          case "states" -> {
            JsonNode states = tree(parser);
            startedAt = states.path(0).path("at").asLong();
            endedAt = states.path(Math.max(0, states.size() - 1)).path("at").asLong();
          }
          default -> parser.skipChildren();
        }
      }
    }
    return new HistoryEntry(jobId, name, state, startedAt, endedAt, failure, metrics);
  }

  private static JsonNode tree(JsonParser parser) throws IOException {
    JsonNode tree = MAPPER.readTree(parser);
    return tree == null ? MAPPER.nullNode() : tree;
  }

  private static void add(JsonNode values, Map<String, Double> metrics) {
    values
        .fields()
        .forEachRemaining(
            one -> {
              if (one.getValue().isNumber()) {
                metrics.put(one.getKey(), one.getValue().asDouble());
              }
            });
  }
}
