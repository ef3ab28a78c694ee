package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

class JournalStatusTest {
  private static final String SILENCE = "the master does not answer";

  @TempDir private Path folder;

  @Test
  void noteNamesTheJobAndItsFolder() {
    JobId job = new JobId("local_1_2", 1);
    JobFolder root = new JobFolder(folder.toUri().toString());
    Configuration hadoop = new Configuration();
    try (MasterLink link = new MasterLink(job, root, hadoop)) {
      assertThat(new JournalStatus(link, job, hadoop).observe("RUNNING", "", SILENCE).note())
          .startsWith(SILENCE)
          .contains(job.toString(), root.root());
    }
  }

  @Test
  void silenceOfAMasterWhoseJobHasEndedIsNoNews() {
    JobId job = new JobId("local_1_2", 1);
    JobFolder root = new JobFolder(folder.toUri().toString());
    Configuration hadoop = new Configuration();
    try (MasterLink link = new MasterLink(job, root, hadoop)) {
      JournalStatus status = new JournalStatus(link, job, hadoop);
      assertThat(status.note("EXITED", SILENCE)).isEmpty();
      assertThat(status.note("KILLED", SILENCE)).isEmpty();
      assertThat(status.note("RUNNING", SILENCE)).isNotEmpty();
    }
  }
}
