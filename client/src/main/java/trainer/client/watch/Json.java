package trainer.client.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.master.report.LifecycleReport;

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

  /** The tree of records, lists, texts and numbers. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** One document, without a line break at its end. */
  public static String print(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values", e);
    }
  }

  /** A failure in the form of the reports. */
  public static ObjectNode of(Failure failure) {
    return MAPPER.valueToTree(LifecycleReport.Cause.of(failure));
  }
}
