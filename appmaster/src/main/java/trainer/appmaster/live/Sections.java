package trainer.appmaster.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The named parts of a document, each with the number of its last change. Confined to its owner.
 */
final class Sections {
  private record Section(JsonNode value, long changedAt) {}

  private final long feed;
  private final Map<String, Section> sections = new LinkedHashMap<>();
  private long sequence;

  Sections(long feed) {
    this.feed = feed;
  }

  /** Begins a change. */
  void begin() {
    sequence++;
  }

  /** The number of the present change. */
  long sequence() {
    return sequence;
  }

  /** Sets a section; it has changed if it has another value now. */
  void update(String name, JsonNode value) {
    Section known = sections.get(name);
    if (known == null || !known.value.equals(value)) {
      sections.put(name, new Section(value, sequence));
    }
  }

  /** The newest change that a reader has seen; 0 if its mark is of another feed. */
  long seen(Mark mark) {
    return mark.feed() == feed && mark.sequence() <= sequence ? mark.sequence() : 0;
  }

  /** The sections that changed after this change, with the mark of the present one. */
  ObjectNode since(long seen, long now) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("mark", new Mark(feed, sequence).toString());
    json.put("whole", seen == 0);
    json.put("now", now);
    sections.forEach(
        (name, section) -> {
          if (section.changedAt > seen) {
            json.set(name, section.value);
          }
        });
    return json;
  }
}
