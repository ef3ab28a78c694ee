package trainer.client.submit;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.security.AccessControlException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.StorageRefusal;
import trainer.data.file.StorageFailures;

/** The reasons why a cluster's service could not be used. */
public final class ServiceFailure {
  /**
   * The ResourceManager's message for a full queue. It comes as an AccessControlException, although
   * no permission would help.
   */
  private static final Pattern FULL_QUEUE =
      Pattern.compile("Queue \\S+ already has \\d+ applications(?: from user \\S+)?");

  /** Hadoop's message where a client's configuration does not name the service's principal. */
  private static final String NO_PRINCIPAL = "Failed to specify server's Kerberos principal name";

  private ServiceFailure() {}

  /** The failure of a call to {@code where}. */
  public static FailureException of(String where, Exception cause) {
    for (Throwable e = cause; e != null; e = e.getCause()) {
      String text = String.valueOf(e.getMessage());
      if (e instanceof FailureException known) {
        return known;
      }
      Failure whole = StorageFailures.ofTheWhole(e, where);
      if (whole != null) {
        return new FailureException(whole, cause);
      }
      if (StorageRefusal.isUnauthenticated(e)) {
        return new FailureException(StorageRefusal.unauthenticated(where), cause);
      }
      if (text.contains(NO_PRINCIPAL)) {
        return failure(
            FailureKind.CONFIG_INVALID,
            "the configuration lacks the service's Kerberos principal",
            where,
            "set yarn.resourcemanager.principal and dfs.namenode.kerberos.principal as the cluster"
                + " has them",
            cause);
      }
      if (text.contains("Kerberos")) {
        return failure(FailureKind.NO_CREDENTIALS, firstLine(text), where, "run kinit", cause);
      }
      Matcher full = FULL_QUEUE.matcher(text);
      if (full.find()) {
        return failure(
            FailureKind.QUEUE_FULL,
            full.group() + " and takes no more",
            where,
            "use another --queue, or have its maximum-applications raised",
            cause);
      }
      if (e instanceof AccessControlException
          || e instanceof java.nio.file.AccessDeniedException
          || text.contains("AccessControlException")) {
        return failure(
            FailureKind.ACCESS_DENIED, firstLine(text), where, "ask for the permission", cause);
      }
    }
    if (where.startsWith("file:")) {
      return failure(
          FailureKind.STORAGE_FAILED,
          firstLine(cause.toString()),
          where,
          "look at this machine's disk",
          cause);
    }
    // The failure to resolve a host name is wrapped in one of these.
    boolean wrapped =
        cause instanceof IllegalArgumentException && cause.getCause() instanceof IOException;
    return failure(
        FailureKind.CLUSTER_UNREACHABLE,
        firstLine((wrapped ? cause.getCause() : cause).toString()),
        where,
        "check HADOOP_CONF_DIR and that the cluster runs",
        cause);
  }

  private static FailureException failure(
      FailureKind kind, String what, String where, String advice, Throwable cause) {
    return new FailureException(new Failure(kind, what, where, advice), cause);
  }

  static String firstLine(String text) {
    return StorageRefusal.firstLine(text);
  }

  /** A service that did not answer in time. */
  public static FailureException inTime(String where, long seconds) {
    return new FailureException(
        FailureKind.CLUSTER_UNREACHABLE,
        "no answer within " + seconds + " s",
        where,
        "check HADOOP_CONF_DIR and that the cluster runs");
  }
}
