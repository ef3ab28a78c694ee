package trainer.appmaster.mlflow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A tracking server of MLflow, by its REST API 2.0. Each request takes ten seconds at most. One
 * thread uses it.
 *
 * <p>A request that the server refuses throws {@link RefusedException}. Any other {@link
 * IOException} may be over at the next attempt.
 */
final class TrackingServer {
  /** The most metrics of one request. */
  static final int MOST_METRICS = 1000;

  /** The most parameters of one request. */
  static final int MOST_PARAMETERS = 100;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int LATER = 500;

  /** Refusals that pass: a time-out, too many requests. */
  private static final Set<Integer> PASSING = Set.of(408, 425, 429);

  private final String root;
  private final String token;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  /**
   * A number of a run.
   *
   * @param timestamp epoch milliseconds
   */
  record Metric(String key, double value, long timestamp, long step) {}

  /** A tag or a parameter of a run. */
  record Text(String key, String value) {}

  /**
   * A run.
   *
   * @param steps the last step of each metric
   * @param parameters the names of those that are logged; MLflow lets none change
   */
  record Run(String id, Map<String, Long> steps, Set<String> parameters) {}

  /**
   * @param token sent with each request; empty for none
   */
  TrackingServer(String root, String token) {
    this.root = root.replaceAll("/+$", "") + "/api/2.0/mlflow/";
    this.token = token;
  }

  /** The id of the experiment of this name, which is created if there is none. */
  String experiment(String name) throws IOException {
    String query = "experiment_name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri("experiments/get-by-name?" + query));
    HttpResponse<String> answer = send(request.GET());
    return answer.statusCode() == NOT_FOUND
        ? post("experiments/create", Map.of("name", name)).path("experiment_id").asText()
        : accepted(answer).at("/experiment/experiment_id").asText();
  }

  /** The newest run with this tag. */
  Optional<Run> find(String experiment, Text tag) throws IOException {
    JsonNode found =
        post(
            "runs/search",
            Map.of(
                "experiment_ids",
                List.of(experiment),
                "filter",
                "tags.`" + tag.key() + "` = '" + tag.value() + "'",
                "order_by",
                List.of("attributes.start_time DESC"),
                "max_results",
                1));
    JsonNode run = found.at("/runs/0");
    if (run.isMissingNode()) {
      return Optional.empty();
    }
    Map<String, Long> steps = new HashMap<>();
    for (JsonNode metric : run.at("/data/metrics")) {
      steps.merge(metric.path("key").asText(), metric.path("step").asLong(), Math::max);
    }
    Set<String> parameters = new HashSet<>(run.at("/data/params").findValuesAsText("key"));
    return Optional.of(new Run(run.at("/info/run_id").asText(), steps, parameters));
  }

  /**
   * Creates a run, which is running.
   *
   * @param startedAt epoch milliseconds
   */
  Run create(String experiment, String name, long startedAt, List<Text> tags) throws IOException {
    JsonNode created =
        post(
            "runs/create",
            Map.of(
                "experiment_id", experiment,
                "run_name", name,
                "start_time", startedAt,
                "tags", tags));
    return new Run(created.at("/run/info/run_id").asText(), Map.of(), Set.of());
  }

  /** Logs at most {@link #MOST_METRICS}. */
  void logMetrics(String run, List<Metric> metrics) throws IOException {
    post("runs/log-batch", Map.of("run_id", run, "metrics", metrics));
  }

  /** Logs at most {@link #MOST_PARAMETERS}. */
  void logParameters(String run, List<Text> parameters) throws IOException {
    post("runs/log-batch", Map.of("run_id", run, "params", parameters));
  }

  /** Sets tags, also those that have another value. */
  void tag(String run, List<Text> tags) throws IOException {
    post("runs/log-batch", Map.of("run_id", run, "tags", tags));
  }

  /**
   * Ends a run.
   *
   * @param status FINISHED, FAILED or KILLED
   * @param endedAt epoch milliseconds
   */
  void end(String run, String status, long endedAt) throws IOException {
    post("runs/update", Map.of("run_id", run, "status", status, "end_time", endedAt));
  }

  private JsonNode post(String path, Map<String, Object> body) throws IOException {
    return accepted(
        send(
            HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(body)))));
  }

  private URI uri(String path) {
    return URI.create(root + path);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request.build(), BodyHandlers.ofString());
    try {
      return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(root + " does not answer: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException(root + " does not answer in " + PATIENCE.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("this master ends").initCause(e);
    } finally {
      answer.cancel(true);
    }
  }

  private static JsonNode accepted(HttpResponse<String> answer) throws IOException {
    int status = answer.statusCode();
    if (status == OK) {
      return MAPPER.readTree(answer.body());
    }
    String message = answer.uri() + " answers " + status + ": " + cause(answer.body());
    if (status >= LATER || PASSING.contains(status)) {
      throw new IOException(message);
    }
    throw new RefusedException(message);
  }

  /** The message of an error, which is JSON unless it comes from a proxy. */
  private static String cause(String body) {
    try {
      JsonNode error = MAPPER.readTree(body);
      return error.path("error_code").asText() + " " + error.path("message").asText();
    } catch (IOException e) {
      return "no JSON";
    }
  }
}
