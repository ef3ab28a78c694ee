package trainer.client.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path folder;

  private void job(String application, int number, String report) throws Exception {
    Path job = folder.resolve(application).resolve("jobs/" + number);
    Files.createDirectories(job);
    if (report != null) {
      Files.writeString(job.resolve("report.json"), report);
    }
  }

  private static String report(String name, String state, int at) {
    return String.format(
        "{\"jobId\": \"x\", \"name\": \"%s\", \"state\": \"%s\", \"members\": [{\"a\": [1]}],"
            + " \"states\": [{\"name\": \"INITING\", \"at\": %d}, {\"name\": \"E\", \"at\": %d}],"
            + " \"failure\": %s, \"metrics\": {\"validation\": {\"auc\": 0.75, \"x\": null}}}",
        name, state, at, at + 5, state.equals("FAILED") ? "{\"message\": \"why\"}" : "null");
  }

  private HistoryServer serve() throws Exception {
    return new HistoryServer(
        FileSystem.getLocal(new Configuration()),
        new org.apache.hadoop.fs.Path(folder.toUri()),
        new InetSocketAddress("localhost", 0));
  }

  private static HttpResponse<String> get(HistoryServer server, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + server.port() + path);
    return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static JsonNode jobs(HistoryServer server, String query) throws Exception {
    return new ObjectMapper().readTree(get(server, "/ws/v1/trainer/jobs" + query).body());
  }

  @Test
  void listsJobsAndShowsTheirReports() throws Exception {
    job("application_1_0001", 1, report("first", "EXITED", 10));
    job("application_1_0002", 1, report("second", "FAILED", 20));
    job("application_1_0002", 2, null);
    job("application_1_0003", 1, "{ cut");
    Files.writeString(
        folder.resolve("application_1_0001/jobs/1/configuration.json"), "{\"keys\": []}");
    job("elsewhere", 1, report("none", "EXITED", 30));
    try (HistoryServer server = serve()) {
      JsonNode all = jobs(server, "");
      assertThat(all.path("total").asInt()).isEqualTo(3);
      assertThat(all.at("/jobs/0/jobId").asText()).isEqualTo("application_1_0002.2");
      assertThat(all.at("/jobs/0/state").asText()).isEqualTo("UNKNOWN");
      assertThat(all.at("/jobs/1/failure").asText()).isEqualTo("why");
      JsonNode first = jobs(server, "?text=first").at("/jobs/0");
      assertThat(first.path("endedAt").asLong()).isEqualTo(15);
      assertThat(first.at("/metrics/auc").asDouble()).isEqualTo(0.75);
      assertThat(jobs(server, "?state=FAILED").path("total").asInt()).isEqualTo(1);
      assertThat(jobs(server, "?from=1&count=1").path("jobs")).hasSize(1);
      assertThat(get(server, "/ws/v1/trainer/status?job=application_1_0001.1").body())
          .contains("first");
      assertThat(get(server, "/ws/v1/trainer/status?job=../x").statusCode()).isEqualTo(404);
      String configuration = "/ws/v1/trainer/configuration?job=application_1_000";
      assertThat(get(server, configuration + "1.1").body()).isEqualTo("{\"keys\": []}");
      assertThat(get(server, configuration + "2.1").statusCode()).isEqualTo(404);
      assertThat(get(server, configuration + "2.1").body()).contains("no configuration.json");
      assertThat(get(server, "/").body()).contains("page/page.js");
      assertThat(get(server, "/page/../pom.xml").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aThousandJobsAreReadInSeconds() throws Exception {
    String members = "{\"role\": \"worker\", \"host\": \"a\"},".repeat(1000);
    for (int i = 0; i < 1000; i++) {
      String report = report("job " + i, "EXITED", i).replace("[{\"a\"", "[" + members + "{\"a\"");
      job(String.format("application_1_%04d", i), 1, report);
    }
    long began = System.nanoTime();
    try (HistoryServer server = serve()) {
      assertThat(server.jobs()).isEqualTo(1000);
      System.out.printf("1000 jobs in %.1f s%n", (System.nanoTime() - began) / 1e9);
      assertThat(jobs(server, "").path("jobs")).hasSize(50);
    }
  }
}
