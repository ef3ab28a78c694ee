package trainer.appmaster.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import trainer.container.session.HostPort;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.protocol.auth.Credential;
import trainer.protocol.grpc.ControlClient;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.JobStatus;

/**
 * The commands of users at a master that may speak to the cluster for another one: while the other
 * one leads they are passed on to it. Only this process can check the cluster's tokens, and has
 * done so; the leader trusts it.
 *
 * <p>A command that is passed on blocks its thread until it is answered. Thread-safe.
 */
public final class ForwardedCommands implements ControlListener {
  /** Twice this is less than clients wait: they are told. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ControlListener own;
  private final Supplier<HostPort> leader;
  private final String application;
  private final Credential credential;

  /**
   * @param own carries out the commands while this process leads
   * @param leader the master for which this process speaks; null if it speaks for none
   * @param credential proves to the leader that a master asks
   */
  public ForwardedCommands(
      ControlListener own, Supplier<HostPort> leader, String application, Credential credential) {
    this.own = own;
    this.leader = leader;
    this.application = application;
    this.credential = credential;
  }

  /** One command on a connection to the leader. */
  private interface Command<T> {
    T on(ControlClient client) throws IOException;
  }

  /**
   * Passes a command on.
   *
   * @throws UncheckedIOException if the leader does not answer
   */
  private <T> T ask(HostPort master, Command<T> command) {
    try (ControlClient client =
        ControlClient.open(master.host(), master.port(), application, credential, PATIENCE)) {
      return command.on(client);
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException("the leader at " + master + ": " + e.getMessage(), e));
    }
  }

  @Override
  public void status(String job, Consumer<JobStatus> reply) {
    HostPort master = leader.get();
    if (master == null) {
      own.status(job, reply);
      return;
    }
    JobStatus status;
    try {
      status = ask(master, client -> client.status(job));
    } catch (FailureException e) {
      if (e.failure().kind() != FailureKind.APPLICATION_NOT_FOUND) {
        throw e;
      }
      status = null;
    }
    reply.accept(status);
  }

  @Override
  public void kill(String job, String user, String reason, Consumer<Answer> reply) {
    pass(() -> own.kill(job, user, reason, reply), client -> client.kill(job, user, reason), reply);
  }

  @Override
  public void stop(String job, String user, String reason, Consumer<Answer> reply) {
    pass(() -> own.stop(job, user, reason, reply), client -> client.stop(job, user, reason), reply);
  }

  @Override
  public void scale(String job, String user, Role role, int count, Consumer<Answer> reply) {
    pass(
        () -> own.scale(job, user, role, count, reply),
        client -> client.scale(job, user, role, count),
        reply);
  }

  private void pass(Runnable here, Command<Answer> there, Consumer<Answer> reply) {
    HostPort master = leader.get();
    if (master == null) {
      here.run();
    } else {
      reply.accept(ask(master, there));
    }
  }

  @Override
  public void submit(String job, String digest, Consumer<Answer> reply) {
    HostPort master = leader.get();
    if (master == null) {
      own.submit(job, digest, reply);
      return;
    }
    Answer answer;
    try {
      answer = ask(master, client -> client.submit(job, digest));
    } catch (UncheckedIOException e) {
      answer = null; // the leader may have accepted it; the client asks again
    }
    reply.accept(answer);
  }
}
