package trainer.protocol.grpc;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/** A master that remembers what happened, and knows of one job. */
final class RecordingMaster implements MemberListener, ControlListener {
  final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  volatile MemberLink link;

  String next() throws InterruptedException {
    return heard.poll(60, TimeUnit.SECONDS);
  }

  @Override
  public void opened(MemberLink opened) {
    link = opened;
    heard.add("opened " + opened.peer().from());
  }

  @Override
  public void onMessages(MemberLink from, List<FromMember> messages) {
    messages.forEach(message -> heard.add("said " + message));
  }

  @Override
  public void closed(MemberLink closed, String why) {
    heard.add("closed " + why);
  }

  @Override
  public void status(String job, Consumer<JobStatus> reply) {
    reply.accept(
        job.isEmpty()
            ? new JobStatus(
                GrpcServerTest.JOB.toString(), "RUNNING", false, 1, 2, 3, "", new byte[] {'{', '}'})
            : null);
  }

  @Override
  public void kill(String job, String user, String reason, Consumer<Answer> reply) {
    reply.accept(new Answer(true, user + ": " + reason));
  }

  @Override
  public void stop(String job, String user, String reason, Consumer<Answer> reply) {
    reply.accept(new Answer(true, "stop " + user + ": " + reason));
  }

  @Override
  public void scale(String job, String user, Role role, int count, Consumer<Answer> reply) {
    reply.accept(new Answer(true, user + ": " + count + " " + role.word() + "s"));
  }

  @Override
  public void submit(String job, String digest, Consumer<Answer> reply) {
    reply.accept(new Answer(true, job + " of " + digest));
  }
}
