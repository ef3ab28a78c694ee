package trainer.master.job;

import trainer.core.message.FromMember;
import trainer.master.job.api.JobEvent;
import trainer.master.job.members.FailureDetector;
import trainer.master.job.members.Membership;

/** Routes news of members' connections, and their messages. */
final class MemberEventRouter implements JobEvent.OfMember.MemberHandler {
  private final Membership members;
  private final FailureDetector failureDetector;
  private final MessageRouter messages;

  MemberEventRouter(Membership members, FailureDetector failureDetector, MessageRouter messages) {
    this.members = members;
    this.failureDetector = failureDetector;
    this.messages = messages;
  }

  @Override
  public void on(JobEvent.Registering event) {
    members.register(event.connection(), event.message());
    failureDetector.expedite();
  }

  @Override
  public void on(JobEvent.Received event) {
    for (FromMember message : event.messages()) {
      // One message may end the membership, and the next ones are then dropped.
      members.sender(event.incarnation()).ifPresent(from -> messages.route(from, message));
    }
  }

  @Override
  public void on(JobEvent.Disconnected event) {
    members.onDisconnected(event.connection(), event.incarnation());
    failureDetector.expedite();
  }
}
