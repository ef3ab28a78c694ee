package trainer.appmaster.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.output.OutputUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** An OpenAPI document of services that are read with GET, and the answers that it allows. */
final class OpenApiDocument {
  private static final String ADDRESS = "http://localhost/openapi.yaml";
  private static final String SUCCESS = "/get/responses/200/content";

  private final JsonNode root;
  private final SchemaRegistry schemas;

  /** A parameter in a query. */
  record Parameter(String name, JsonNode schema, String example, boolean isRequired) {
    /** Values that the schema forbids. */
    List<String> forbidden() {
      List<String> values = new ArrayList<>();
      if (!schema.path("type").asText().equals("string") || schema.has("pattern")) {
        values.add("nonsense");
      }
      if (schema.has("minimum")) {
        values.add("" + (schema.path("minimum").asLong() - 1));
      }
      if (schema.has("maximum")) {
        values.add("" + (schema.path("maximum").asLong() + 1));
      }
      return values;
    }
  }

  OpenApiDocument(String yaml) throws IOException {
    root = new YAMLMapper().readTree(yaml);
    schemas =
        SchemaRegistry.withDialect(
            Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(ADDRESS, root.toString())));
  }

  JsonNode root() {
    return root;
  }

  Set<String> paths() {
    Set<String> paths = new TreeSet<>();
    root.path("paths").fieldNames().forEachRemaining(paths::add);
    return paths;
  }

  /** The codes of the answers that the service of this path gives. */
  Set<String> codes(String path) {
    Set<String> codes = new TreeSet<>();
    root.at(pointer(path) + "/get/responses").fieldNames().forEachRemaining(codes::add);
    return codes;
  }

  List<Parameter> parameters(String path) {
    List<Parameter> parameters = new ArrayList<>();
    for (JsonNode one : root.at(pointer(path) + "/get/parameters")) {
      JsonNode whole = one.has("$ref") ? root.at(one.path("$ref").asText().substring(1)) : one;
      parameters.add(
          new Parameter(
              whole.path("name").asText(),
              whole.path("schema"),
              whole.path("example").asText(),
              whole.path("required").asBoolean()));
    }
    return parameters;
  }

  /** The media types of the path's answer. */
  Set<String> types(String path) {
    Set<String> types = new TreeSet<>();
    root.at(pointer(path) + SUCCESS).fieldNames().forEachRemaining(types::add);
    return types;
  }

  /** The schema of the path's JSON answer. */
  Schema answer(String path) {
    return schemas.getSchema(
        SchemaLocation.of(ADDRESS + "#" + pointer(path) + SUCCESS + "/application~1json/schema"));
  }

  private static String pointer(String path) {
    return "/paths/" + path.replace("/", "~1");
  }

  /** All fields of the document's schemas, each by the pointer to its schema. */
  Set<String> fields() {
    Set<String> fields = new TreeSet<>();
    collect(root.at("/components/schemas"), "/components/schemas", fields);
    return fields;
  }

  private static void collect(JsonNode node, String at, Set<String> fields) {
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), at + "/" + i, fields);
      }
    }
    node.fields()
        .forEachRemaining(
            one -> {
              String pointer = at + "/" + one.getKey();
              collect(one.getValue(), pointer, fields);
              if (at.endsWith("/properties")) {
                fields.add(pointer);
              }
            });
  }

  /** The fields of the document that this valid answer gives a value other than null. */
  static Set<String> fieldsIn(JsonNode answer, Schema schema) {
    OutputUnit result =
        schema.validate(
            answer,
            OutputFormat.LIST,
            context ->
                context.executionConfig(
                    config ->
                        config
                            .annotationCollectionEnabled(true)
                            .annotationCollectionFilter("properties"::equals)));
    Set<String> fields = new TreeSet<>();
    for (OutputUnit unit : result.getDetails()) {
      if (unit.getAnnotations() != null
          && unit.getAnnotations().get("properties") instanceof Collection<?> names) {
        String at = unit.getSchemaLocation().replace(ADDRESS + "#", "") + "/properties/";
        JsonNode object = answer.at(unit.getInstanceLocation());
        names.stream()
            .filter(name -> !object.path((String) name).isNull())
            .forEach(name -> fields.add(at + name));
      }
    }
    return fields;
  }
}
