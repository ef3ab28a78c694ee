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
    assertThat(reports.saysStopped(diagnostics("a", "{\"stopped\":{\"by\":\"ann\"}}"))).isTrue();
    assertThat(reports.saysStopped(diagnostics("b", "{\"stopped\":null}"))).isFalse();
  }

  @Test
  void reportThatCannotBeReadSaysNothingAndHidesNoOther() throws IOException {
    assertThat(reports.saysStopped("")).isFalse();
    assertThat(reports.saysStopped("Report: " + folder.resolve("gone").toUri())).isFalse();
    assertThat(reports.saysStopped(diagnostics("c", "no JSON"))).isFalse();
    assertThat(reports.saysStopped(diagnostics("a", "{\"stopped\":{}}"))).isTrue();
  }

  @Test
  void soManyAreReadAtMost() throws IOException {
    String one = diagnostics("a", "{\"stopped\":{}}");
    for (int i = 0; i < 50; i++) {
      assertThat(reports.saysStopped(one)).isTrue();
    }
    assertThat(reports.saysStopped(one)).isFalse();
  }
}
