package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A session of this machine with a pool of workers. Closing it kills its jobs. */
final class SessionProcess implements AutoCloseable {
  private static final long POLL_MILLIS = 20;
  private static final Pattern PAGE = Pattern.compile("(?m)^page: *(\\S+)$");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final String id;
  private final String page;

  private SessionProcess(Process process, String id, String page) {
    this.process = process;
    this.id = id;
    this.page = page;
  }

  /** Starts a session, and waits until it has all of its workers. */
  static SessionProcess start(Client client, int workers, String... options)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(List.of("session", "start", "--master", "local", "--json"));
    words.addAll(List.of("--workers", "" + workers, "-Dtrainer.overcommit=true"));
    words.addAll(List.of(options));
    Path out = Files.createTempFile(client.folder(), "session", ".json");
    Process process = client.start(out, words);
    while (!Files.readString(out).contains("}")) {
      if (!process.isAlive()) {
        throw new IOException(Files.readString(client.folder().resolve("errors")));
      }
      Thread.sleep(POLL_MILLIS);
    }
    String id = Client.JSON.readTree(out.toFile()).path("sessionId").asText();
    Matcher page = PAGE.matcher(client.print(List.of("session", "status", id)));
    if (!page.find()) {
      throw new IOException("the session has no page");
    }
    SessionProcess session = new SessionProcess(process, id, page.group(1));
    session.await(status -> status.path("workers").asInt() == workers);
    return session;
  }

  String id() {
    return id;
  }

  /** The state of the session, by its page. */
  JsonNode status() throws IOException, InterruptedException {
    return get("");
  }

  /** The state of a job with its processes, by its page. */
  JsonNode status(String job) throws IOException, InterruptedException {
    return get("?members=true&job=" + job);
  }

  private JsonNode get(String query) throws IOException, InterruptedException {
    URI uri = URI.create(page + "/ws/v1/trainer/status" + query);
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    return Client.JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
  }

  /** Waits for a state of the session, and returns it. */
  JsonNode await(Predicate<JsonNode> condition) throws IOException, InterruptedException {
    while (true) {
      JsonNode now = status();
      if (condition.test(now)) {
        return now;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** A job of {@link #status()}. */
  static JsonNode job(JsonNode status, String id) {
    for (JsonNode job : status.path("jobs")) {
      if (job.path("jobId").asText().equals(id)) {
        return job;
      }
    }
    return Client.JSON.missingNode();
  }

  /** The processes of the pool. */
  List<ProcessHandle> workers() {
    String mark = "-Dtrainer.job=" + id + ".0 -Dtrainer.role=worker ";
    return ProcessHandle.allProcesses()
        .filter(one -> one.info().command().orElse("").endsWith("/java"))
        .filter(one -> one.info().commandLine().orElse("").contains(mark))
        .toList();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
