package trainer.master.job.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.time.Moment;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.kernel.JobContext;

class MembershipNoticesTest {
  private static final class IgnoringOutbox implements JobOutbox {
    @Override
    public void appendDurably(Fact fact) {}

    @Override
    public void appendAsync(Fact fact) {}

    @Override
    public void act(JobEffect effect) {}

    @Override
    public void ask(FleetRequest request) {}
  }

  private final List<String> notices = new ArrayList<>();
  private final JobContext context =
      new JobContext(new DrivenJob(8, 0, Map.of()).spec(), "", List.of());
  private final JobContainers containers = new JobContainers(context, List.of());
  private final Membership members =
      new Membership(
          context,
          containers,
          new Membership.Listener() {
            @Override
            public void onJoined(Member member) {
              notices.add("joined " + member.pid());
            }

            @Override
            public void onReconnected(Member member) {
              notices.add("returned " + member.pid());
            }

            @Override
            public void onLost(Member member, String how, long nanos) {
              notices.add("lost " + member.pid());
            }
          });

  @BeforeEach
  void begin() {
    context.begin(new Moment(1, 1), new IgnoringOutbox());
    context.lead(new Term(1));
    containers.onSeen(new JobEvent.ContainerSeen(Role.WORKER, 0, "w0", "h", 0, 0, false, false), 0);
  }

  private void register(long pid) {
    members.register(
        pid,
        new FromMember.Register(
            new FromMember.Identity(Role.WORKER, 0, "w0", pid),
            new FromMember.Address("h", 0, 1),
            context.spec().datasetDigest(),
            Incarnation.NONE));
  }

  @Test
  void lossIsPassedOnAfterTheHandlerThatFoundIt() {
    register(7);
    context.runFollowUps();
    Member worker = members.live(Role.WORKER).get(0);
    members.lose(worker, "it is slow");
    assertThat(worker.isLive()).isFalse();
    assertThat(notices).containsExactly("joined 7");
    context.runFollowUps();
    assertThat(notices).containsExactly("joined 7", "lost 7");
  }

  @Test
  void processInThePlaceOfAnotherJoinsAfterThatOneIsLost() {
    register(7);
    members.sender(members.live(Role.WORKER).get(0).incarnation());
    register(8);
    context.runFollowUps();
    assertThat(notices).containsExactly("joined 7", "lost 7", "joined 8");
  }
}
