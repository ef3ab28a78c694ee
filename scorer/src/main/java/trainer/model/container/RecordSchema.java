package trainer.model.container;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema by which a file was written. It decodes values, so that a file of another version with
 * more or fewer fields is read, too: the reader picks the fields that it knows.
 *
 * <p>Records and maps become maps, arrays lists, int and long {@link Long}, float and double {@link
 * Double}, strings and enumerations strings, bytes and fixed texts of Latin-1.
 */
public final class RecordSchema {
  private static final int DEEPEST = 64;

  private final Object root;
  private final Map<String, Map<?, ?>> named = new HashMap<>();

  /**
   * Parses a schema.
   *
   * @throws DamagedBytesException for text that is no schema
   */
  public RecordSchema(String json) {
    root = JsonText.parse(json);
    collect(root, "");
  }

  /** Enters the named types of a schema. */
  private void collect(Object type, String namespace) {
    if (type instanceof List) {
      ((List<?>) type).forEach(branch -> collect(branch, namespace));
    } else if (type instanceof Map) {
      Map<?, ?> schema = (Map<?, ?>) type;
      String inner = enter(schema, namespace);
      if (schema.get("fields") instanceof List) {
        for (Object field : (List<?>) schema.get("fields")) {
          collect(map(field).get("type"), inner);
        }
      }
      for (String part : new String[] {"items", "values", "type"}) {
        if (!(schema.get(part) instanceof String)) {
          collect(schema.get(part), inner);
        }
      }
    }
  }

  /** Enters a type by its name, short and full; returns its namespace. */
  private String enter(Map<?, ?> schema, String namespace) {
    Object name = schema.get("name");
    if (!(name instanceof String) || !schema.containsKey("type")) {
      return namespace;
    }
    Object own = schema.get("namespace");
    String full = (String) name;
    if (full.indexOf('.') < 0) {
      full = (own instanceof String ? own : namespace) + "." + full;
    }
    named.put(full, schema);
    named.put(full.substring(full.lastIndexOf('.') + 1), schema);
    return full.substring(0, full.lastIndexOf('.'));
  }

  /**
   * Decodes a record.
   *
   * @throws DamagedBytesException for bytes that are none, or a schema that is no record
   */
  public Map<?, ?> read(ByteCursor in) {
    return map(read(root, in, 0));
  }

  private Object read(Object type, ByteCursor in, int depth) {
    require(depth < DEEPEST);
    if (type instanceof List) {
      List<?> branches = (List<?>) type;
      long branch = in.nextLong();
      require(branch >= 0 && branch < branches.size());
      return read(branches.get((int) branch), in, depth + 1);
    }
    if (type instanceof String) {
      Map<?, ?> known = named.get(type);
      return known == null ? simple((String) type, in) : read(known, in, depth + 1);
    }
    Map<?, ?> schema = map(type);
    Object kind = schema.get("type");
    if (!(kind instanceof String)) {
      return read(kind, in, depth + 1);
    }
    switch ((String) kind) {
      case "record":
        return fields((List<?>) list(schema.get("fields")), in, depth);
      case "array":
        return items(schema.get("items"), in, depth);
      case "map":
        return entries(schema.get("values"), in, depth);
      case "enum":
        List<?> symbols = list(schema.get("symbols"));
        long symbol = in.nextLong();
        require(symbol >= 0 && symbol < symbols.size());
        return symbols.get((int) symbol);
      case "fixed":
        int size = Integer.parseInt(schema.get("size").toString().trim());
        return new String(in.array(), in.skip(size), size, StandardCharsets.ISO_8859_1);
      default:
        return read(kind, in, depth + 1);
    }
  }

  private Map<String, Object> fields(List<?> fields, ByteCursor in, int depth) {
    Map<String, Object> record = new LinkedHashMap<>();
    for (Object field : fields) {
      record.put((String) map(field).get("name"), read(map(field).get("type"), in, depth + 1));
    }
    return record;
  }

  private List<Object> items(Object type, ByteCursor in, int depth) {
    List<Object> items = new ArrayList<>();
    for (int count = in.nextCount(); count != 0; count = in.nextCount()) {
      for (int i = 0; i < count; i++) {
        items.add(read(type, in, depth + 1));
      }
    }
    return items;
  }

  private Map<String, Object> entries(Object type, ByteCursor in, int depth) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (int count = in.nextCount(); count != 0; count = in.nextCount()) {
      for (int i = 0; i < count; i++) {
        String key = in.nextText();
        entries.put(key, read(type, in, depth + 1));
      }
    }
    return entries;
  }

  private static Object simple(String type, ByteCursor in) {
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return in.array()[in.skip(1)] != 0;
      case "int":
      case "long":
        return in.nextLong();
      case "float":
        return (double) Float.intBitsToFloat(in.nextFloatBits());
      case "double":
        return Double.longBitsToDouble(in.nextDoubleBits());
      case "string":
        return in.nextText();
      case "bytes":
        int size = (int) Math.min(Integer.MAX_VALUE, in.nextLong());
        return new String(in.array(), in.skip(size), size, StandardCharsets.ISO_8859_1);
      default:
        throw new DamagedBytesException("the schema has no type " + type);
    }
  }

  private static Map<?, ?> map(Object value) {
    require(value instanceof Map);
    return (Map<?, ?>) value;
  }

  private static List<?> list(Object value) {
    require(value instanceof List);
    return (List<?>) value;
  }

  private static void require(boolean isPossible) {
    if (!isPossible) {
      throw new DamagedBytesException("the record does not fit its schema");
    }
  }
}
