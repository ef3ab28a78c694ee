package trainer.appmaster.main;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.start.ContainerProcess;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.core.job.JobState;
import trainer.journal.SupersededException;

/**
 * The main class of the master's process. Its exit code reports the end of the application: 0
 * EXITED, 1 FAILED, 5 KILLED.
 */
public final class AppMasterMain {
  private static final int KILLED = 5;

  private final Logger log = LoggerFactory.getLogger(AppMasterMain.class);
  private final ContainerProcess process;
  private final AtomicReference<Failure> fault = new AtomicReference<>();
  private final AtomicReference<Master> current = new AtomicReference<>();

  private AppMasterMain(ContainerProcess process) {
    this.process = process;
  }

  public static void main(String[] arguments) {
    ContainerProcess.run(process -> new AppMasterMain(process).live());
  }

  private int live() throws IOException {
    MasterInputs given = MasterInputs.read(process);
    ClusterConnection connection = ClusterConnection.of(given);
    Master master = new Master(given, this::fault, connection, Term.NONE);
    current.set(master);
    process.atLast(logsComplete -> lastWord(current.get()));
    try {
      Optional<JobState> end = master.run();
      while (end.isEmpty()) {
        master = new Master(given, this::fault, connection, master.term());
        current.set(master);
        end = master.run();
      }
      return exitCode(end.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fault.compareAndSet(null, failureOf(e));
      return ContainerProcess.UNEXPECTED;
    } catch (Exception e) {
      Failure failure = failureOf(e);
      fault.compareAndSet(null, failure);
      log.error("{}", failure.message(), e);
      System.err.println("ERROR " + failure.message());
      return ContainerProcess.FAILED;
    }
  }

  /** Ends this process after a fault, or when another master leads. */
  private void fault(String what, Throwable cause) {
    log.error("FAULT: {}; this master ends itself", what, cause);
    if (cause instanceof SupersededException) {
      // The other master reports to the cluster and writes the report.
      Runtime.getRuntime().halt(ContainerProcess.FAILED);
    }
    fault.compareAndSet(null, failureOf(cause));
    System.err.println("ERROR " + failureOf(cause).message());
    process.leave(
        cause instanceof FailureException ? ContainerProcess.FAILED : ContainerProcess.UNEXPECTED);
  }

  private void lastWord(Master master) {
    Failure known = fault.get();
    Failure failure =
        known != null
            ? known
            : new Failure(
                FailureKind.UNEXPECTED, "the master ended early", "", "see the master's log");
    try {
      master.lastWord(failure);
    } catch (IOException | RuntimeException e) {
      // Logs and streams are closed by now; only the exit code is left to report the failure.
      Runtime.getRuntime().halt(ContainerProcess.UNEXPECTED);
    }
  }

  private static Failure failureOf(Throwable thrown) {
    boolean carried = thrown instanceof ExecutionException && thrown.getCause() != null;
    Throwable cause = carried ? thrown.getCause() : thrown;
    return cause instanceof FailureException known
        ? known.failure()
        : new Failure(
            FailureKind.UNEXPECTED, String.valueOf(cause), "in the master", "see the master's log");
  }

  private static int exitCode(JobState state) {
    return switch (state) {
      case EXITED -> 0;
      case KILLED -> KILLED;
      default -> ContainerProcess.FAILED;
    };
  }
}
