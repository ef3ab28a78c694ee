package trainer.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Prometheus server that finds its targets in a file. */
final class Prometheus implements Closeable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Process process;
  private final int port;

  private Prometheus(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts a server that scrapes once a second.
   *
   * @param folder for its files
   * @param targets JSON, as its service discovery reads it
   */
  static Prometheus start(Path program, Path folder, String targets)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("targets.json"), targets);
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 1s}
        scrape_configs:
          - job_name: trainer
            honor_labels: true
            file_sd_configs: [{files: ['%s']}]
        """
            .formatted(file));
    int port = freePort();
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(Path.of("target/prometheus.log").toAbsolutePath().toFile())
            .start();
    return new Prometheus(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** The samples that a query selects now; none while the server starts. */
  JsonNode query(String text) throws IOException, InterruptedException {
    String query = URLEncoder.encode(text, StandardCharsets.UTF_8);
    URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query=" + query);
    try {
      String answer =
          CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
      return new ObjectMapper().readTree(answer).path("data").path("result");
    } catch (IOException e) {
      return new ObjectMapper().createArrayNode();
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
