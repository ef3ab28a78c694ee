package trainer.appmaster.main;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.journal.SupersededException;
import trainer.appmaster.local.ClientWatch;
import trainer.appmaster.local.LocalCluster;
import trainer.appmaster.run.Cluster;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;

/** The main class of the master's process. Its exit status says how the job ended. */
public final class AppMasterMain {
  private static final Logger LOG = LoggerFactory.getLogger(AppMasterMain.class);
  private static final Duration LAST_WORDS = Duration.ofSeconds(10);
  private static final int FAULT_STATUS = 50;

  private final AtomicReference<Master> master = new AtomicReference<>();

  private AppMasterMain() {}

  public static void main(String[] args) {
    // Halt, not exit: threads of libraries do not get to hold the end up.
    Runtime.getRuntime().halt(new AppMasterMain().live());
  }

  private int live() {
    try {
      Given given = Given.read();
      LOG.info("The master of {}", given);
      Master made = new Master(given, this::fault, Clusters.of(given, LaunchCommands.of(given)));
      master.set(made);
      watchClient(made);
      return exitStatus(made.run(() -> {}));
    } catch (Exception | Error e) {
      Failure failure = failureOf(e);
      LOG.error("{}", failure.message(), e);
      System.err.println("ERROR " + failure.message());
      lastWords(failure);
      return exitStatus(JobState.FAILED);
    }
  }

  private void fault(String what, Throwable cause) {
    LOG.error("FAULT: {}; this master ends itself", what, cause);
    if (!(cause instanceof SupersededException)) {
      lastWords(failureOf(cause));
    }
    Runtime.getRuntime().halt(FAULT_STATUS);
  }

  /** Tells the cluster why, if it listens; it must not hold the end up. */
  private void lastWords(Failure failure) {
    Master known = master.get();
    if (known == null) {
      return;
    }
    Cluster.Ending ending = new Cluster.Ending(JobState.FAILED, failure, null);
    CompletableFuture<Void> told =
        CompletableFuture.runAsync(() -> known.leaveEarly(ending), AppMasterMain::startDaemon);
    try {
      told.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The cluster was not told", e);
    }
  }

  private static void startDaemon(Runnable task) {
    Thread thread = new Thread(task, "last-words");
    thread.setDaemon(true);
    thread.start();
  }

  /** A master whose client forked it must not outlive the client. */
  private static void watchClient(Master made) {
    Long client = Long.getLong(ClientWatch.PROPERTY);
    if (client != null) {
      ClientWatch.start(
          client,
          () -> {
            LOG.error("The client, process {}, is gone; everything it started ends", client);
            if (made.cluster() instanceof LocalCluster local) {
              local.stopAll();
            }
            Runtime.getRuntime().halt(exitStatus(JobState.KILLED));
          });
    }
  }

  private static Failure failureOf(Throwable cause) {
    return cause instanceof FailureException known
        ? known.failure()
        : new Failure(
            FailureKind.UNEXPECTED, String.valueOf(cause), "in the master", "see the master's log");
  }

  private static int exitStatus(JobState state) {
    return switch (state) {
      case EXITED -> 0;
      case KILLED -> 5;
      default -> 1;
    };
  }
}
