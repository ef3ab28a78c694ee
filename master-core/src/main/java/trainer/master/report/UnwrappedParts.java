package trainer.master.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Reads a record whose components are all unwrapped: each component from the same object. Jackson
 * 2.18 writes such records, but does not read them.
 */
final class UnwrappedParts<R extends Record> extends StdConverter<JsonNode, R> {
  private final Class<R> type;

  private UnwrappedParts(Class<R> type) {
    this.type = type;
  }

  static <R extends Record> JsonDeserializer<R> deserializer(Class<R> type) {
    return new StdDelegatingDeserializer<>(new UnwrappedParts<>(type));
  }

  @Override
  public R convert(JsonNode object) {
    try {
      return read(object, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  static <R extends Record> R read(JsonNode object, Class<R> type) throws JsonProcessingException {
    RecordComponent[] components = type.getRecordComponents();
    Object[] parts = new Object[components.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = ReportJson.part(object, components[i].getType());
    }
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(parts);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the canonical constructor of " + type, e);
    }
  }
}
