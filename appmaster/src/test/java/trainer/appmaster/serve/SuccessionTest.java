package trainer.appmaster.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Event;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.grpc.MemberLink;

/** The sessions of members with a master that begins to lead, and with one that has a standby. */
class SuccessionTest {
  private static final JobId JOB = new JobId("local_1_0001", 1);
  private static final JobId OTHER_JOB = new JobId(JOB.application(), 2);
  private static final Term TERM = new Term(2);
  private static final Incarnation MEMBER = new Incarnation(9);
  private static final ToMember WELCOME =
      new ToMember.Welcome(TERM, MEMBER, Line.NONE, Version.INITIAL, Line.NONE, null);
  private static final ToMember.StandbyNamed STANDBY =
      new ToMember.StandbyNamed(TERM, "localhost", 77);
  private static final FromMember.Register REGISTER =
      new FromMember.Register(
          new FromMember.Identity(Role.WORKER, 0, "container_1", 77),
          new FromMember.Address("localhost"),
          "digest",
          MEMBER);

  private final List<JobEvent> events = new ArrayList<>();
  private final MemberSessions sessions =
      new MemberSessions((event, handled) -> events.add(((Event.OfJob) event).event()));
  private final RecordingLink link = new RecordingLink(JOB);

  private void lead(JobId job) {
    sessions.lead(TERM);
    sessions.admit(job);
  }

  /** The process on the link becomes a member. */
  private void accept() {
    lead(JOB);
    sessions.opened(link);
    sessions.onMessages(link, List.of(REGISTER));
    long connection = ((JobEvent.Registering) events.get(0)).connection();
    sessions.accept(JOB, new JobEffect.Accept(connection, MEMBER));
  }

  private void send(ToMember message) {
    sessions.send(JOB, new JobEffect.Send(MEMBER, message));
    sessions.sendAll();
  }

  @Test
  void deliversAnEarlyRegistrationOnceItsJobIsAdmitted() {
    sessions.opened(link);
    sessions.onMessages(link, List.of(REGISTER));
    assertThat(events).isEmpty();
    lead(JOB);
    assertThat(events)
        .singleElement()
        .extracting(event -> ((JobEvent.Registering) event).message())
        .isEqualTo(REGISTER);
    assertThat(link.sent).isEmpty();
  }

  @Test
  void announcesThatItLeadsOnAStreamThatWaits() {
    sessions.opened(link);
    lead(JOB);
    assertThat(link.sent).containsExactly(new ToMember.Leads(TERM));
    assertThat(events).isEmpty();
    sessions.onMessages(link, List.of(REGISTER));
    assertThat(events).hasSize(1);
  }

  @Test
  void announcesNothingOnTheStreamsOfAnotherJob() {
    sessions.opened(link);
    lead(OTHER_JOB);
    assertThat(link.sent).isEmpty();
    sessions.admit(JOB);
    assertThat(link.sent).containsExactly(new ToMember.Leads(TERM));
  }

  @Test
  void forgetsAnEarlyStreamThatHasEnded() {
    sessions.opened(link);
    sessions.onMessages(link, List.of(REGISTER));
    sessions.closed(link, "broken");
    lead(JOB);
    assertThat(events).isEmpty();
    assertThat(link.sent).isEmpty();
  }

  @Test
  void closesTheStreamsOfAJobThatIsOver() {
    lead(JOB);
    sessions.dismiss(JOB);
    sessions.opened(link);
    assertThat(link.isClosed).isTrue();
    RecordingLink ofOther = new RecordingLink(OTHER_JOB);
    sessions.opened(ofOther);
    assertThat(ofOther.isClosed).isFalse();
  }

  @Test
  void namesTheStandbyAfterTheWelcome() {
    sessions.name(STANDBY);
    accept();
    assertThat(link.sent).isEmpty();
    send(WELCOME);
    assertThat(link.sent).containsExactly(WELCOME, STANDBY);
  }

  @Test
  void namesNoStandbyBeforeOneIsKnown() {
    accept();
    send(WELCOME);
    assertThat(link.sent).containsExactly(WELCOME);
  }

  @Test
  void namesANewStandbyToPresentMembers() {
    accept();
    RecordingLink unaccepted = new RecordingLink(JOB);
    sessions.opened(unaccepted);
    send(WELCOME);
    sessions.name(STANDBY);
    assertThat(link.sent).containsExactly(WELCOME, STANDBY);
    assertThat(unaccepted.sent).isEmpty();
  }

  private static final class RecordingLink implements MemberLink {
    private final List<ToMember> sent = new ArrayList<>();
    private final JobId job;
    private boolean isClosed;

    RecordingLink(JobId job) {
      this.job = job;
    }

    @Override
    public Hello peer() {
      return Hello.member(job, new Party(Role.WORKER, 0, MEMBER), Party.MASTER, 0);
    }

    @Override
    public void send(List<ToMember> messages) {
      sent.addAll(messages);
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
