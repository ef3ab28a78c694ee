package trainer.worker.main;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.identity.Identity;
import trainer.container.session.MemberSession;
import trainer.container.session.SessionMember;
import trainer.container.start.ContainerProcess;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.id.Incarnation;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;
import trainer.worker.pool.PoolProcess;
import trainer.worker.run.RowProcess;
import trainer.worker.run.Turns;
import trainer.worker.run.WorkerProcess;
import trainer.worker.run.WorkerRun;

/**
 * The main class of a worker: connects a {@link WorkerRun} to the session with the master. A worker
 * of a session's pool is a {@link PoolProcess}.
 */
public final class WorkerMain implements SessionMember {
  private final Logger log = LoggerFactory.getLogger(WorkerMain.class);
  private final ContainerProcess process;
  private final WorkerRun worker;
  private final CompletableFuture<MemberSession> session = new CompletableFuture<>();
  private volatile boolean lost;

  private WorkerMain(ContainerProcess process) {
    this.process = process;
    Consumer<List<FromMember>> master = messages -> session.join().send(messages);
    this.worker =
        process.spec().isTraining()
            ? new WorkerProcess(
                process.spec(),
                process.identity().index(),
                process.secret(),
                process.reading(process.spec()),
                process.userClasses(),
                process.identity().localDirs(),
                master,
                this::fatal)
            : new RowProcess(
                process.spec(),
                process.identity().index(),
                process.secret(),
                process.reading(process.spec()),
                process.userClasses(),
                Turns.FREE,
                master,
                this::fatal);
  }

  public static void main(String[] args) {
    ContainerProcess.run(
        process ->
            process.spec().id().isSession()
                ? new PoolProcess(process).work()
                : new WorkerMain(process).work());
  }

  private int work() throws InterruptedException {
    session.complete(process.join(this));
    String why = worker.run();
    log.info("leaving: {}", why);
    return lost ? ContainerProcess.ORPHANED : 0;
  }

  @Override
  public FromMember.Register register(Incarnation incarnation) {
    Identity identity = process.identity();
    return new FromMember.Register(
        identity.ofMember(),
        new FromMember.Address(identity.host()),
        process.spec().datasetDigest(),
        incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return worker.heartbeat(probe);
  }

  @Override
  public void onMessage(ToRole message) {
    worker.onMessage(message);
  }

  @Override
  public void onLost(Failure why) {
    lost = true;
    worker.leave(why.message());
  }

  /**
   * Ends the process after the death of one of its threads. The master receives the failure if it
   * is a named one.
   */
  private void fatal(Throwable cause) {
    log.error("this worker cannot go on", cause);
    if (cause instanceof FailureException failed) {
      session.join().send(new FromMember.MemberFailure(failed.failure()));
      process.leave(ContainerProcess.FAILED);
    }
    process.leave(ContainerProcess.UNEXPECTED);
  }
}
