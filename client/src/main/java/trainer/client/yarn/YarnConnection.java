package trainer.client.yarn;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import trainer.client.submit.ServiceFailure;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** A connection to the ResourceManager whose calls fail within a bounded time. */
public final class YarnConnection implements AutoCloseable {
  /**
   * With this limit an unreachable cluster is reported within 20 s, including the start of two JVMs
   * on a busy machine.
   */
  public static final long PATIENCE_SECONDS = 14;

  private final YarnClient client;
  private final String address;

  YarnConnection(YarnClient client, String address) {
    this.client = client;
    this.address = address;
  }

  /**
   * Opens the connection without a call.
   *
   * @throws FailureException when no configuration names a cluster
   */
  public static YarnConnection open(Configuration hadoop) {
    Optional<Failure> refusal = ConfiguredCluster.refusal(hadoop, System.getenv());
    if (refusal.isPresent()) {
      throw refusal.get().toException();
    }
    Configuration impatient = withShortRetries(hadoop);
    YarnClient client = YarnClient.createYarnClient();
    client.init(impatient);
    client.start();
    return new YarnConnection(
        client, "ResourceManager " + hadoop.get(YarnConfiguration.RM_ADDRESS, "of no address"));
  }

  /** A copy of the configuration with which failures to connect are detected soon. */
  public static Configuration withShortRetries(Configuration hadoop) {
    Configuration impatient = new YarnConfiguration(hadoop);
    impatient.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 8_000);
    impatient.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 500);
    // The layer above retries a refused connection, for 8 s in all.
    impatient.setInt("ipc.client.connect.max.retries", 0);
    impatient.setInt("ipc.client.connect.timeout", 5_000);
    impatient.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
    return impatient;
  }

  /** A call to the ResourceManager. */
  interface YarnCall<T> {
    T call(YarnClient client) throws Exception;
  }

  /** Performs a call. A failure of the connection becomes CLUSTER_UNREACHABLE. */
  <T> T call(YarnCall<T> call) {
    return within(PATIENCE_SECONDS, address, () -> call.call(client));
  }

  /** Runs a call on a thread of its own, since Hadoop's clients accept no deadline. */
  public static <T> T within(long seconds, String where, Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "asking " + where);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ApplicationNotFoundException unknown) {
        throw new FailureException(
            new Failure(
                FailureKind.APPLICATION_NOT_FOUND,
                "the cluster knows no such application: "
                    + String.valueOf(unknown.getMessage()).lines().findFirst().orElse(""),
                where,
                "check the id"),
            unknown);
      }
      throw ServiceFailure.of(where, e.getCause() instanceof Exception cause ? cause : e);
    } catch (TimeoutException e) {
      throw ServiceFailure.inTime(where, seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ServiceFailure.of(where, e);
    }
  }

  YarnClient client() {
    return client;
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      return; // nothing depends on it
    }
  }
}
