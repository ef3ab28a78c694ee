package trainer.it.masters.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** What becomes of local jobs that score when the leader of their session dies. */
class ScoringStandbyTest {
  private static final int ROWS = 12_000;

  @TempDir private Path home;

  @Test
  void jobsOfASessionScoreEveryRowOnceUnderTheNextLeader() throws Exception {
    StandbyScoring scoring =
        new StandbyScoring(
            new TrainerClient(home),
            home,
            List.of("--master", "local"),
            new Configuration(),
            ROWS,
            new Random(1));
    assertThat(scoring.session(1)).isEmpty();
  }
}
