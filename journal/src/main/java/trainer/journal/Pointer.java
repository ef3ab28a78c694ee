package trainer.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;

/**
 * The list of parts that make up a log: one line of JSON. It is rewritten with every group of
 * facts, so a watcher of its key sees every group.
 *
 * @param term the term that began the segment
 * @param segment the number of the segment within that term
 * @param parts the number of parts
 * @param last the number of the last fact
 */
record Pointer(Term term, int segment, int parts, long last) {
  /** The pointer of an empty log. */
  static final Pointer NONE = new Pointer(Term.NONE, 0, 0, 0);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FORMAT_VERSION = 1;

  /** The key of a part of the log under {@code key}. */
  String part(String key, int index) {
    return key + "/" + String.format("%d-%d-%06d", term.number(), segment, index);
  }

  byte[] encode() {
    ObjectNode node = JSON.createObjectNode();
    node.put("formatVersion", FORMAT_VERSION);
    node.put("term", term.number()).put("segment", segment).put("parts", parts).put("last", last);
    return (node + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Parses a pointer; empty bytes are {@link #NONE}.
   *
   * @param where the key, for messages
   * @throws FailureException VERSION_NOT_SUPPORTED or JOURNAL_DAMAGED
   */
  static Pointer decode(byte[] bytes, String where) throws IOException {
    if (bytes.length == 0) {
      return NONE;
    }
    try {
      JsonNode node = JSON.readTree(bytes);
      int format = node.path("formatVersion").asInt();
      if (format > FORMAT_VERSION) {
        throw new FailureException(
            FailureKind.VERSION_NOT_SUPPORTED,
            "formatVersion is " + format + ", this Trainer reads " + FORMAT_VERSION,
            where,
            "use the Trainer that wrote it, or a newer one");
      }
      if (format < 1 || !node.path("last").canConvertToLong()) {
        throw damaged(where);
      }
      return new Pointer(
          new Term(node.path("term").asLong()),
          node.path("segment").asInt(),
          node.path("parts").asInt(),
          node.path("last").asLong());
    } catch (JsonProcessingException e) {
      throw damaged(where);
    }
  }

  private static FailureException damaged(String where) {
    return new FailureException(
        FailureKind.JOURNAL_DAMAGED,
        "what is stored is no pointer to a log",
        where,
        "the key was written by somebody else; restore it or submit the job again");
  }
}
