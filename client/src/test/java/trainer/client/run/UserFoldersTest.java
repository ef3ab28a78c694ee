package trainer.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UserFoldersTest {
  @Test
  void localJobsAreBelowTheHome() {
    assertThat(UserFolders.localJobs(Map.of("HOME", "/home/u")))
        .isEqualTo("file:///home/u/.trainer/jobs");
  }

  @Test
  void emptyHomeIsNotTheWorkingFolder() {
    String expected = "file://" + System.getProperty("user.home") + "/.trainer/jobs";
    assertThat(UserFolders.localJobs(Map.of("HOME", ""))).isEqualTo(expected);
    assertThat(UserFolders.localJobs(Map.of())).isEqualTo(expected);
  }
}
