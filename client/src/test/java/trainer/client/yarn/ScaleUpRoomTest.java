package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.client.watch.JobDocument;
import trainer.client.watch.Json;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.Role;
import trainer.master.report.JobReport;

class ScaleUpRoomTest {
  private static final Map<String, String> SETTINGS =
      Map.of("trainer.pservers", "2", "trainer.workers", "3");

  private static JobReport wanted(int pservers) {
    ObjectNode json = Json.object();
    json.putObject("pservers").put("wanted", pservers);
    return JobDocument.of(json).report();
  }

  @Test
  void workersGrowBesideThePserversThatAreWantedByNow() {
    Settings grown = ScaleUpRoom.grown(SETTINGS, Role.WORKER, 40, wanted(5));
    assertThat(grown.get(Keys.WORKERS)).isEqualTo(40);
    assertThat(grown.get(Keys.PSERVERS)).isEqualTo(5);
  }

  @Test
  void withoutAReportThePserversAreThoseOfTheStart() {
    Settings grown = ScaleUpRoom.grown(SETTINGS, Role.WORKER, 40, null);
    assertThat(grown.get(Keys.PSERVERS)).isEqualTo(2);
  }

  @Test
  void workersMayLeaveTheBoundsOfTheStart() {
    Map<String, String> bounded =
        Map.of("trainer.workers", "3", "trainer.workers.min", "2", "trainer.workers.max", "4");
    assertThat(ScaleUpRoom.grown(bounded, Role.WORKER, 6, null).get(Keys.WORKERS)).isEqualTo(6);
    assertThat(ScaleUpRoom.grown(bounded, Role.WORKER, 1, null).get(Keys.WORKERS)).isEqualTo(1);
  }

  @Test
  void pserversGrowToWhatIsAskedFor() {
    Settings grown = ScaleUpRoom.grown(SETTINGS, Role.PSERVER, 7, wanted(2));
    assertThat(grown.get(Keys.PSERVERS)).isEqualTo(7);
    assertThat(grown.get(Keys.WORKERS)).isEqualTo(3);
  }
}
