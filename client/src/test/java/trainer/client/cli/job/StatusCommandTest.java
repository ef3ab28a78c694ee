package trainer.client.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
  /** A process id beyond every system's limit: the client of this run has ended. */
  private static final String APPLICATION = "local_20260101000000000_2000000000";

  private static final String REPORT =
      "{\"state\": \"EXITED\", \"members\": [{\"role\": \"worker\"}], \"ofANewerVersion\": 1}";

  @TempDir private Path jobs;

  @BeforeEach
  void aJobHasEnded() throws Exception {
    Path folder = Files.createDirectories(jobs.resolve(APPLICATION).resolve("jobs/1"));
    Files.writeString(folder.resolve("report.json"), REPORT);
  }

  @Test
  void printsProcessesOnRequestOnly() throws Exception {
    assertThat(status("--json"))
        .isEqualTo(parse("{\"state\": \"EXITED\", \"ofANewerVersion\": 1}"));
    assertThat(status("--json", "--members")).isEqualTo(parse(REPORT));
  }

  private JsonNode status(String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of(APPLICATION, "-Dtrainer.job.dir=" + jobs.toUri()));
    args.addAll(Arrays.asList(more));
    CommandRun status = CommandRun.of(new StatusCommand(), args);
    assertThat(status.exitCode()).as(status.err()).isZero();
    return parse(status.out());
  }

  private static JsonNode parse(String json) throws Exception {
    return new ObjectMapper().readTree(json);
  }
}
