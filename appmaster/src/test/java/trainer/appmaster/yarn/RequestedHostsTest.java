package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.util.RackResolver;
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

  /** By the way that YARN's client takes; localhost has an address of another name. */
  @Test
  void racksAreThoseOfTheResourceManager() {
    KnownRacks.set(Map.of("localhost", "/r7"));
    Configuration conf = YarnCluster.withKnownRacks(new Configuration(false));
    assertThat(RackResolver.resolve(conf, "localhost").getNetworkLocation()).isEqualTo("/r7");
    assertThat(RackResolver.resolve(conf, "new").getNetworkLocation()).isEqualTo("/default-rack");
  }
}
