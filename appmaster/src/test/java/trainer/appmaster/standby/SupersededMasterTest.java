package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.Cluster;
import trainer.container.session.HostPort;
import trainer.protocol.grpc.MemberStream;

/** A master that has led, and speaks to the same cluster for the one that leads in its place. */
class SupersededMasterTest {
  private static final HostPort LEADER = new HostPort("leader", 7);

  @Test
  void speaksForTheOtherOneOverTheConnectionThatItHas() throws Exception {
    RecordingCluster cluster = new RecordingCluster();
    cluster.join(new Cluster.Address("own", 5, "http://own"));
    assertThat(cluster.next()).isEqualTo("join own:5 http://own");
    ClusterAgent agent =
        new ClusterAgent(
            (launch, of) -> {},
            by -> new Cluster.Address(by.host(), by.port(), "http://leader"),
            (event, handled) -> {},
            (what, cause) -> {});
    agent.use(cluster);

    try (RecordingLeader leader = new RecordingLeader()) {
      MemberStream stream = leader.open(agent);
      agent.onLed(LEADER, stream);
      assertThat(cluster.next()).isEqualTo("lead leader:7 http://leader");
      assertThat(cluster.next()).isEqualTo("list");
      assertThat(leader.next()).isEqualTo(new ClusterMessages.Joined());

      agent.onBroken();
      agent.lead(new Cluster.Address("own", 6, "http://again"));
      assertThat(cluster.next()).isEqualTo("lead own:6 http://again");
      assertThat(cluster.isQuiet()).isTrue();
      stream.close();
    }
  }
}
