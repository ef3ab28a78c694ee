package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds {@code openapi.yaml} and the real server to each other: whatever one of them has, the other
 * has too. A new service needs its path in the file, and its fields in the answers of a job of
 * {@link ServedJobs}.
 */
class OpenApiTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String JSON = "application/json";
  private static final List<WebServer> SERVERS = new ArrayList<>();
  private static OpenApiDocument document;

  /** An answer in JSON. */
  private record Answered(String uri, Schema schema, JsonNode body) {}

  @BeforeAll
  static void serve(@TempDir Path root) throws Exception {
    for (ServedJobs jobs : ServedJobs.all(root)) {
      SERVERS.add(
          new WebServer(
              0,
              new Configuration(),
              false,
              user -> true,
              jobs.views(),
              jobs.folder(),
              (job, process) -> Optional.of(CompletableFuture.completedFuture("of a worker"))));
    }
    document = new OpenApiDocument(fetch(SERVERS.get(0), WebServer.DESCRIPTION_PATH).body());
  }

  @AfterAll
  static void stop() throws Exception {
    for (WebServer server : SERVERS) {
      server.close();
    }
  }

  @Test
  void everyServiceIsDescribed() {
    assertThat(document.root().path("openapi").asText()).startsWith("3.1.");
    assertThat(document.paths()).isEqualTo(ReadOnlyFilter.PATHS);
  }

  @Test
  void everyAnswerHasADescribedType() throws Exception {
    for (String path : document.paths()) {
      HttpResponse<String> answer = get(SERVERS.get(0), path, "");
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
      assertThat(type(answer)).as(path).isIn(document.types(path));
    }
  }

  @Test
  void noAnswerHasAFieldThatIsNotDescribed() throws Exception {
    for (Answered answer : answers()) {
      assertThat(answer.schema().validate(answer.body())).as(answer.uri()).isEmpty();
      for (ObjectNode object : objects(answer.body())) {
        object.put("ofANewerVersion", "x");
        assertThat(answer.schema().validate(answer.body()))
            .as("%s with a field more in %s", answer.uri(), object)
            .isNotEmpty();
        object.remove("ofANewerVersion");
      }
    }
  }

  @Test
  void everyDescribedFieldIsInAnAnswer() throws Exception {
    Set<String> unseen = new TreeSet<>(document.fields());
    for (Answered answer : answers()) {
      unseen.removeAll(OpenApiDocument.fieldsIn(answer.body(), answer.schema()));
    }
    assertThat(unseen).isEmpty();
  }

  @Test
  void everyParameterSelects() throws Exception {
    for (String path : document.paths()) {
      for (OpenApiDocument.Parameter parameter : document.parameters(path)) {
        assertThat(SERVERS)
            .as("%s?%s=%s", path, parameter.name(), parameter.example())
            .anyMatch(server -> changesTheAnswer(server, path, parameter));
      }
    }
  }

  /** Whether the server answers otherwise with the parameter than without it. */
  private static boolean changesTheAnswer(
      WebServer server, String path, OpenApiDocument.Parameter parameter) {
    try {
      HttpResponse<String> without =
          parameter.isRequired() ? fetch(server, path) : get(server, path, "");
      String value =
          parameter.name().equals("since")
              ? MAPPER.readTree(without.body()).path("mark").asText()
              : parameter.example();
      HttpResponse<String> with = get(server, path, query(parameter, value));
      return with.statusCode() == 200 && !parsed(with).equals(parsed(without));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aParameterThatMakesNoSenseIsRefused() throws Exception {
    for (String path : document.paths()) {
      List<OpenApiDocument.Parameter> parameters = document.parameters(path);
      for (OpenApiDocument.Parameter parameter : parameters) {
        for (String value : parameter.forbidden()) {
          HttpResponse<String> answer = get(SERVERS.get(0), path, query(parameter, value));
          assertThat(answer.statusCode()).as("" + answer.uri()).isEqualTo(400);
          assertThat(document.codes(path)).as(path).contains("400");
        }
      }
      if (parameters.stream().anyMatch(one -> one.name().equals("job"))) {
        assertThat(get(SERVERS.get(0), path, "?job=none").statusCode()).as(path).isEqualTo(404);
        assertThat(document.codes(path)).as(path).contains("404");
      }
    }
  }

  /** The JSON answers of every server to every request with at most one parameter. */
  private static List<Answered> answers() throws Exception {
    List<Answered> answers = new ArrayList<>();
    for (WebServer server : SERVERS) {
      for (String path : document.paths()) {
        List<String> queries = new ArrayList<>(List.of(""));
        document.parameters(path).forEach(one -> queries.add(query(one, one.example())));
        for (String query : queries) {
          HttpResponse<String> answer = get(server, path, query);
          if (answer.statusCode() == 200 && type(answer).equals(JSON)) {
            answers.add(
                new Answered(
                    "" + answer.uri(), document.answer(path), MAPPER.readTree(answer.body())));
          }
        }
      }
    }
    return answers;
  }

  private static List<ObjectNode> objects(JsonNode node) {
    List<ObjectNode> objects = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      objects.add(object);
    }
    node.forEach(child -> objects.addAll(objects(child)));
    return objects;
  }

  /** The answer without the time. */
  private static Object parsed(HttpResponse<String> answer) throws Exception {
    return type(answer).equals(JSON)
        ? ((ObjectNode) MAPPER.readTree(answer.body())).without(List.of("now", "seconds"))
        : answer.body();
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
  }

  private static String query(OpenApiDocument.Parameter parameter, String value) {
    return "?" + parameter.name() + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** The answer to a request with the required parameters, and another one or none. */
  private static HttpResponse<String> get(WebServer server, String path, String query)
      throws Exception {
    String required =
        document.parameters(path).stream()
            .filter(one -> one.isRequired() && !query.startsWith("?" + one.name() + "="))
            .map(one -> query(one, one.example()))
            .collect(Collectors.joining());
    return fetch(server, path + (required.isEmpty() ? query : required + query.replace('?', '&')));
  }

  private static HttpResponse<String> fetch(WebServer server, String uri) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(server.address("localhost") + uri)).build(),
        BodyHandlers.ofString());
  }
}
