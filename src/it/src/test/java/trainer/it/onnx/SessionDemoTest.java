package trainer.it.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** The demonstration of sessions, by the jars that are shipped. */
class SessionDemoTest {
  @Test
  void everyRecordOfBothJobsHasARow(@TempDir Path home) throws Exception {
    TrainerClient.Result demo =
        new TrainerClient(home).run("demo", "--session", "--records", "300").ok();
    for (String job : new String[] {"texts", "images"}) {
      assertThat(demo.out()).contains(job + ": 300 rows, one for each record; 50 of them");
    }
    Path plot = Path.of(demo.out().replaceAll("(?s).*plot of the rates: (\\S+).*", "$1"));
    assertThat(plot).content().contains("<polyline", ">texts</text>", ">images</text>");
  }
}
