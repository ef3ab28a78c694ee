package trainer.container.start;

import trainer.container.session.SessionMember;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;

/**
 * A member whose process leaves when its session is lost, in addition to the member's own reaction.
 */
record LeavingMember(SessionMember member, Runnable leave) implements SessionMember {
  @Override
  public FromMember.Register register(Incarnation incarnation) {
    return member.register(incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return member.heartbeat(probe);
  }

  @Override
  public void onMessage(ToRole message) {
    member.onMessage(message);
  }

  @Override
  public void onLost(Failure why) {
    Thread leaving = new Thread(leave, "leave");
    leaving.setDaemon(true);
    leaving.start();
    member.onLost(why);
  }
}
