package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.PreemptionContainer;
import org.apache.hadoop.yarn.api.records.PreemptionContract;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.StrictPreemptionContract;
import org.junit.jupiter.api.Test;
import trainer.master.fleet.FleetEvent;
import trainer.master.session.Event;

class PreemptionNoticesTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  private static final NodeId LEFT = NodeId.newInstance("left", 1);
  private static final NodeId RIGHT = NodeId.newInstance("right", 1);

  private final List<Container> held = new ArrayList<>();
  private final List<FleetEvent> offered = new ArrayList<>();
  private final PreemptionNotices warnings =
      new PreemptionNotices(
          () -> held, (event, handled) -> offered.add(((Event.OfFleet) event).event()));

  @Test
  void whatIsOnANodeThatIsDrainedIsGoingToBeTaken() {
    held.addAll(List.of(on(LEFT, 2), on(RIGHT, 3), on(LEFT, 4)));
    warnings.nodes(List.of(report(RIGHT, NodeState.RUNNING)));
    assertThat(offered).isEmpty();
    warnings.nodes(List.of(report(LEFT, NodeState.DECOMMISSIONING)));
    assertThat(offered)
        .containsExactly(
            new FleetEvent.Leaving(List.of(id(2), id(4)), "its node left is decommissioned"));
  }

  @Test
  void soIsWhatComesThereAfterwardsUntilTheNodeStays() {
    warnings.nodes(List.of(report(LEFT, NodeState.DECOMMISSIONING)));
    warnings.onGranted(List.of(on(RIGHT, 2), on(LEFT, 3)));
    assertThat(offered)
        .containsExactly(new FleetEvent.Leaving(List.of(id(3)), "its node left is decommissioned"));
    warnings.nodes(List.of(report(LEFT, NodeState.RUNNING)));
    warnings.onGranted(List.of(on(LEFT, 4)));
    assertThat(offered).hasSize(1);
  }

  @Test
  void aNodeThatIsGoneOrUnwellIsNoWarning() {
    held.add(on(LEFT, 2));
    for (NodeState state : NodeState.values()) {
      if (state != NodeState.DECOMMISSIONING) {
        warnings.nodes(List.of(report(LEFT, state)));
      }
    }
    assertThat(offered).isEmpty();
  }

  @Test
  void whatAStrictContractNamesIsGoingToBeTaken() {
    warnings.preemption(
        PreemptionMessage.newInstance(StrictPreemptionContract.newInstance(named(2, 3)), null));
    assertThat(offered)
        .containsExactly(new FleetEvent.Leaving(List.of(id(2), id(3)), "it is preempted"));
  }

  @Test
  void whatAnotherContractNamesIsWantedBack() {
    warnings.preemption(
        PreemptionMessage.newInstance(null, PreemptionContract.newInstance(List.of(), named(2))));
    assertThat(offered)
        .containsExactly(new FleetEvent.WantedBack(List.of(id(2)), "it is preempted"));
  }

  private static NodeReport report(NodeId node, NodeState state) {
    Resource none = Resource.newInstance(0, 0);
    return NodeReport.newInstance(node, state, "", "", none, none, 0, "", 0);
  }

  private static Container on(NodeId node, long number) {
    return Container.newInstance(
        ContainerId.newContainerId(ATTEMPT, number),
        node,
        "",
        Resource.newInstance(1, 1),
        Priority.newInstance(1),
        null);
  }

  private static Set<PreemptionContainer> named(long... numbers) {
    return Arrays.stream(numbers)
        .mapToObj(
            number -> PreemptionContainer.newInstance(ContainerId.newContainerId(ATTEMPT, number)))
        .collect(Collectors.toSet());
  }

  private static String id(long number) {
    return ContainerId.newContainerId(ATTEMPT, number).toString();
  }
}
