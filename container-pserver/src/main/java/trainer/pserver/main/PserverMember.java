package trainer.pserver.main;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.session.MemberSession;
import trainer.container.session.SessionMember;
import trainer.container.start.ContainerProcess;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;
import trainer.pserver.server.Pserver;

/** A pserver as a member of its job: connects the lanes to the session with the master. */
final class PserverMember implements SessionMember, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PserverMember.class);

  private final ContainerProcess process;
  private final Pserver pserver;
  private final int port;
  private final CompletableFuture<MemberSession> session = new CompletableFuture<>();
  private final CompletableFuture<Integer> end = new CompletableFuture<>();

  /** Listens for workers; the master is not informed yet. */
  PserverMember(ContainerProcess process) throws IOException {
    this.process = process;
    this.pserver =
        new Pserver(
            process.spec(),
            process.identity().index(),
            process.secret(),
            process.hadoop(),
            process.userClasses(),
            this::send,
            this::leave,
            this::failed);
    this.port = pserver.port();
    LOG.info("listening at port {} with {} lanes", port, pserver.lanes());
  }

  /** Opens the session with the master. */
  void join() {
    session.complete(process.join(this));
  }

  /**
   * Waits until the process is to end.
   *
   * @return its exit code
   */
  int awaitEnd() throws InterruptedException {
    try {
      return end.get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("an exit code cannot fail", e);
    }
  }

  @Override
  public FromMember.Register register(Incarnation incarnation) {
    return new FromMember.Register(
        process.identity().ofMember(),
        new FromMember.Address(process.identity().host(), port, pserver.lanes()),
        process.spec().datasetDigest(),
        incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return pserver.heartbeat(probe);
  }

  @Override
  public void onMessage(ToRole message) {
    pserver.take(message);
  }

  @Override
  public void onLost(Failure why) {
    end.complete(ContainerProcess.ORPHANED);
  }

  @Override
  public void close() {
    pserver.close();
  }

  private void send(FromMember message) {
    session.join().send(message);
  }

  private void leave(String reason) {
    LOG.info("the master lets this process go: {}", reason);
    end.complete(0);
  }

  /** Reports a failure after which the rows cannot be trusted, and ends the process. */
  private void failed(Throwable cause) {
    LOG.error("a thread of this pserver failed", cause);
    send(
        new FromMember.MemberFailure(
            new Failure(
                FailureKind.UNEXPECTED,
                "a pserver failed: " + cause,
                process.identity().containerId() + " on " + process.identity().host(),
                "see its log; report this as a bug")));
    end.complete(ContainerProcess.UNEXPECTED);
  }
}
