package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.junit.jupiter.api.Test;
import trainer.master.fleet.FleetAction;

/** YARN's own client is told which hosts to avoid. */
class AvoidedHostsTest {
  private static final class Silent extends AMRMClientAsync.AbstractCallbackHandler {
    @Override
    public void onContainersCompleted(List<ContainerStatus> statuses) {}

    @Override
    public void onContainersAllocated(List<Container> containers) {}

    @Override
    public void onContainersUpdated(List<UpdatedContainer> containers) {}

    @Override
    public void onShutdownRequest() {}

    @Override
    public void onNodesUpdated(List<NodeReport> updatedNodes) {}

    @Override
    public void onError(Throwable e) {}

    @Override
    public float getProgress() {
      return 0;
    }
  }

  @Test
  void theClientTakesWhatIsAvoidedAndWhatIsNoMore() {
    AMRMClientAsync<ContainerRequest> client =
        AMRMClientAsync.createAMRMClientAsync(1000, new Silent());
    assertThatCode(
            () -> {
              YarnCluster.updateBlacklist(
                  client, new FleetAction.Avoid(Set.of("a", "b"), Set.of()));
              YarnCluster.updateBlacklist(client, new FleetAction.Avoid(Set.of("c"), Set.of("a")));
            })
        .doesNotThrowAnyException();
  }
}
