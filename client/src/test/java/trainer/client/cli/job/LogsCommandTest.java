package trainer.client.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.logs.LostBlockFileSystem;

class LogsCommandTest {
  /** A process id beyond every system's limit: the client of this run has ended. */
  private static final String APPLICATION = "local_20260101000000000_2000000000";

  @TempDir private Path jobs;

  @BeforeEach
  void anEndedJobHasTwoLogs() throws IOException {
    write("jobs/1/report.json", "{\"state\": \"EXITED\"}");
    write("logs/master-0/c_1/log", "leads\n");
    write("logs/worker-0/c_2/log", "computes\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = jobs.resolve(APPLICATION).resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void oneUnreadableLogIsNamedAndTheOthersArePrinted() {
    CommandRun result = logs();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("worker-0/c_2/log", "computes").doesNotContain("leads");
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .startsWith("WARNING the log master-0/c_1/log is left out: ")
        .contains("Cannot obtain block length", jobs.toString());
  }

  @Test
  void documentHoldsTheReasonOfAnUnreadableLog() {
    CommandRun result = logs("--json", "--grep", "s$");
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("\"unreadable\"", "Cannot obtain block length", "computes");
  }

  private CommandRun logs(String... more) {
    List<String> args = new ArrayList<>(List.of(APPLICATION, "-Dtrainer.job.dir=" + jobs.toUri()));
    LostBlockFileSystem.settings("master-0/c_1/log")
        .forEach((key, value) -> args.add("-D" + key + "=" + value));
    args.addAll(Arrays.asList(more));
    return CommandRun.of(new LogsCommand(), args);
  }
}
