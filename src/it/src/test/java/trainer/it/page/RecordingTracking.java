package trainer.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tracking server of MLflow with one run, which remembers what it is asked. */
final class RecordingTracking implements Closeable {
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /**
   * A request.
   *
   * @param path behind {@code /api/2.0/mlflow/}
   */
  record Request(String path, JsonNode body) {}

  RecordingTracking() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/2.0/mlflow/", this::answer);
    server.start();
  }

  String uri() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** The bodies of all requests of a path, the oldest first. */
  List<JsonNode> bodies(String path) {
    return requests.stream().filter(one -> one.path().equals(path)).map(Request::body).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().replaceFirst(".*/mlflow/", "");
      JsonNode body = new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes());
      byte[] answer = answer(path).getBytes(StandardCharsets.UTF_8);
      requests.add(new Request(path, body));
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private String answer(String path) {
    String run = "{\"info\": {\"run_id\": \"run1\"}, \"data\": {}}";
    return switch (path) {
      case "experiments/get-by-name" -> "{\"experiment\": {\"experiment_id\": \"1\"}}";
      case "runs/search" -> bodies("runs/create").isEmpty() ? "{}" : "{\"runs\": [" + run + "]}";
      case "runs/create" -> "{\"run\": " + run + "}";
      default -> "{}";
    };
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
