package trainer.client.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;

/** The JSON that commands read and print. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Json() {}

  public static JsonNode parse(byte[] text) throws IOException {
    return MAPPER.readTree(text);
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** One document, without a line break at its end. */
  public static String print(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values", e);
    }
  }

  /** A minimal report for a job without a written one. */
  public static ObjectNode reportOf(String jobId, String state, Failure failure) {
    ObjectNode report = object();
    report.put("formatVersion", 1);
    report.put("applicationId", JobId.parse(jobId).application());
    report.put("jobId", jobId);
    report.put("state", state);
    report.set("failure", failure == null ? null : of(failure));
    return report;
  }

  /** A failure in the form of the reports. */
  public static ObjectNode of(Failure failure) {
    return object()
        .put("kind", failure.kind().name())
        .put("blame", failure.kind().blame().name())
        .put("message", failure.message());
  }
}
