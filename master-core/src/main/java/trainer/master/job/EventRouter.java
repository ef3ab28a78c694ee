package trainer.master.job;

import trainer.master.job.api.JobEvent;

/** Routes each event to the router of its group. */
record EventRouter(
    JobEvent.OfShell.ShellHandler shell,
    JobEvent.OfCluster.ClusterHandler cluster,
    JobEvent.OfMember.MemberHandler member,
    JobEvent.OfUser.UserHandler user)
    implements JobEvent.Handler {
  @Override
  public void on(JobEvent.OfShell event) {
    event.to(shell);
  }

  @Override
  public void on(JobEvent.OfCluster event) {
    event.to(cluster);
  }

  @Override
  public void on(JobEvent.OfMember event) {
    event.to(member);
  }

  @Override
  public void on(JobEvent.OfUser event) {
    event.to(user);
  }
}
