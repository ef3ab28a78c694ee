package trainer.client.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.JobFolder;
import trainer.journal.report.PageFiles;
import trainer.journal.report.ReportFile;

/** Serves the jobs of a folder: the list, and the page of each from its report. It only reads. */
public final class HistoryServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryServer.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String JSON = "application/json; charset=utf-8";
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int MOST = 200;

  private final HistoryFolder folder;
  private final Path root;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private volatile long refreshedAt;

  /**
   * Reads the folder, and listens.
   *
   * @throws IOException if the folder cannot be read or the port is taken
   */
  public HistoryServer(FileSystem files, Path root, InetSocketAddress address) throws IOException {
    this.folder = new HistoryFolder(files, root);
    this.root = root;
    refresh();
    server = HttpServer.create(address, 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  /** The port at which it listens. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** The number of jobs in the folder. */
  public int jobs() {
    return folder.jobs().size();
  }

  private synchronized void refresh() throws IOException {
    if (refreshedAt == 0 || System.nanoTime() - refreshedAt > FRESH_NANOS) {
      folder.refresh();
      refreshedAt = System.nanoTime();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().add("Content-Security-Policy", PageFiles.CONTENT_POLICY);
      String path = exchange.getRequestURI().getPath();
      if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, "text/plain", "only GET");
      } else if (PageFiles.has(path)) {
        send(exchange, 200, PageFiles.type(path), PageFiles.bytes(path));
      } else if (path.equals("/ws/v1/trainer/jobs")) {
        list(exchange, parameters(exchange));
      } else if (path.equals("/ws/v1/trainer/status")) {
        sendFile(exchange, ReportFile.NAME);
      } else if (path.equals("/ws/v1/trainer/configuration")) {
        sendFile(exchange, JobFolder.CONFIGURATION);
      } else {
        send(exchange, 404, "text/plain", "not found");
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is not answered", exchange.getRequestURI(), e);
    }
  }

  private void sendFile(HttpExchange exchange, String name) throws IOException {
    refresh();
    Optional<String> text = folder.text(parameters(exchange).getOrDefault("job", ""), name);
    if (text.isPresent()) {
      send(exchange, 200, JSON, text.get());
    } else {
      send(exchange, 404, "text/plain", "the folder of the job has no " + name);
    }
  }

  private void list(HttpExchange exchange, Map<String, String> query) throws IOException {
    refresh();
    String text = query.getOrDefault("text", "");
    String state = query.getOrDefault("state", "");
    int from = number(query.get("from"), 0, Integer.MAX_VALUE);
    int count = number(query.get("count"), 50, MOST);
    List<HistoryEntry> selected =
        folder.jobs().stream()
            .filter(one -> state.isEmpty() || one.state().equals(state))
            .filter(one -> one.jobId().contains(text) || one.name().contains(text))
            .toList();
    ObjectNode json = MAPPER.createObjectNode();
    json.put("folder", root.toString());
    json.put("total", selected.size());
    json.put("from", from);
    json.set("jobs", MAPPER.valueToTree(selected.stream().skip(from).limit(count).toList()));
    send(exchange, 200, JSON, json.toString());
  }

  private static int number(String text, int otherwise, int most) {
    return text != null && text.matches("[0-9]{1,9}")
        ? Math.min(most, Integer.parseInt(text))
        : otherwise;
  }

  private static Map<String, String> parameters(HttpExchange exchange) {
    Map<String, String> parameters = new HashMap<>();
    String query = exchange.getRequestURI().getRawQuery();
    for (String one : query == null ? new String[0] : query.split("&", -1)) {
      int equals = one.indexOf('=');
      if (equals > 0) {
        parameters.put(
            one.substring(0, equals),
            URLDecoder.decode(one.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return parameters;
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    send(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] bytes)
      throws IOException {
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.getResponseHeaders().add("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
