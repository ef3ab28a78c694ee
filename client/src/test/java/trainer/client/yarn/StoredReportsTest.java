package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredReportsTest {
  @TempDir private Path folder;

  private final StoredReports reports = new StoredReports(new Configuration(false));

  private String diagnostics(String name, String json) throws IOException {
    return "Report: " + Files.writeString(folder.resolve(name), json).toUri();
  }

  @Test
  void readsWhetherAJobWasStopped() throws IOException {
    assertThat(reports.isStopped(diagnostics("a", "{\"stopped\":{\"by\":\"ann\"}}"))).isTrue();
    assertThat(reports.isStopped(diagnostics("b", "{\"stopped\":null}"))).isFalse();
  }

  @Test
  void reportThatCannotBeReadSaysNothingAndHidesNoOther() throws IOException {
    assertThat(reports.isStopped("")).isFalse();
    assertThat(reports.isStopped("Report: " + folder.resolve("gone").toUri())).isFalse();
    assertThat(reports.isStopped(diagnostics("c", "no JSON"))).isFalse();
    assertThat(reports.isStopped(diagnostics("a", "{\"stopped\":{}}"))).isTrue();
  }

  @Test
  void soManyAreReadAtMost() throws IOException {
    String one = diagnostics("a", "{\"stopped\":{}}");
    for (int i = 0; i < 50; i++) {
      assertThat(reports.isStopped(one)).isTrue();
    }
    assertThat(reports.isStopped(one)).isFalse();
  }
}
