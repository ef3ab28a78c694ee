package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.junit.jupiter.api.Test;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;

class RequestedHostsTest {
  private static final Map<String, String> RACKS = Map.of("a", "/r1", "b", "/r1", "c", "/r2");

  private static ContainerRequest request(String... hosts) {
    return YarnCluster.request(
        new FleetAction.Ask(7, Role.WORKER, 512, 1, 2, List.of(hosts)),
        Resource.newInstance(512, 1),
        RACKS);
  }

  @Test
  void aRequestIsForItsHostsAlone() {
    ContainerRequest request = request("c", "a", "b");
    assertThat(request.getNodes()).containsExactly("c", "a", "b");
    assertThat(request.getRelaxLocality()).isFalse();
    assertThat(request.getAllocationRequestId()).isEqualTo(7);
  }

  @Test
  void aHostWithoutContainersIsLeftOut() {
    assertThat(request("data-only", "b").getNodes()).containsExactly("b");
    assertThat(request("data-only").getNodes()).isNull();
    assertThat(request().getNodes()).isNull();
    assertThat(request().getRelaxLocality()).isTrue();
  }

  @Test
  void racksAreThoseOfTheResourceManager() {
    KnownRacks.set(RACKS);
    assertThat(new KnownRacks().resolve(List.of("c", "a", "new")))
        .containsExactly("/r2", "/r1", "/default-rack");
  }
}
