package trainer.master.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trainer.core.fact.Fact;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.time.Moment;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/** The context of a job without its core: it remembers the output of one part under test. */
public final class RecordingJob implements JobOutbox {
  public final List<Fact> facts = new ArrayList<>();
  public final List<JobEffect> effects = new ArrayList<>();
  public final List<FleetRequest> requests = new ArrayList<>();
  public final JobContext context;
  private long nanos;

  public RecordingJob(Map<String, String> settings) {
    this.context = new JobContext(new DrivenJob(8, 0, settings).spec(), "", List.of());
    context.begin(new Moment(0, 0), this);
  }

  public void seconds(double seconds) {
    context.runFollowUps();
    nanos += (long) (seconds * 1e9);
    context.begin(new Moment(nanos, nanos / 1_000_000), this);
  }

  public static Member worker(Incarnation incarnation) {
    int index = (int) incarnation.number();
    return new Member(
        incarnation,
        new FromMember.Register(
            new FromMember.Identity(Role.WORKER, index, "c" + incarnation, 7),
            new FromMember.Address("h"),
            "d",
            Incarnation.NONE),
        false,
        0,
        0);
  }

  /** The members of a job, whose losses have no consequence. */
  public static Membership members(JobContext context) {
    return members(context, new JobContainers(context, List.of()));
  }

  /** The members of a job in these containers, whose losses have no consequence. */
  public static Membership members(JobContext context, JobContainers containers) {
    return new Membership(
        context,
        containers,
        new Membership.Listener() {
          @Override
          public void onJoined(Member member) {}

          @Override
          public void onReconnected(Member member) {}

          @Override
          public void onLost(Member member, String how, long nanos) {}
        });
  }

  public <E extends JobEffect> List<E> effects(Class<E> kind) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public void appendDurably(Fact fact) {
    facts.add(fact);
  }

  @Override
  public void appendAsync(Fact fact) {
    facts.add(fact);
  }

  @Override
  public void act(JobEffect effect) {
    effects.add(effect);
  }

  @Override
  public void ask(FleetRequest request) {
    requests.add(request);
  }
}
