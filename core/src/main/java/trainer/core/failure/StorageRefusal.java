package trainer.core.failure;

import java.nio.file.AccessDeniedException;
import java.util.regex.Pattern;

/**
 * The permanent refusals of a storage: no space, a read-only file system, a user without
 * permission. Both reading and writing meet them.
 *
 * <p>Hadoop's exceptions are recognized by the names of their classes, which this module lacks.
 */
public final class StorageRefusal {
  private static final Pattern WIKI =
      Pattern.compile("[;,.]?\\s*For more details see:?\\s*https?://\\S+");
  private static final Pattern CLASS = Pattern.compile("^[a-zA-Z.]+Exception: ");

  private StorageRefusal() {}

  /**
   * The failure that {@code e} is by itself, regardless of its cause: {@code STORAGE_FULL}, {@code
   * NOT_WRITABLE}, {@code NO_CREDENTIALS} or {@code ACCESS_DENIED}; else null.
   */
  public static Failure of(Throwable e, String where) {
    if (isFull(e)) {
      return full(e, where);
    }
    if (isUnauthenticated(e)) {
      return unauthenticated(where);
    }
    if (message(e).contains("Read-only file system")) {
      return new Failure(
          FailureKind.NOT_WRITABLE,
          "the file system is mounted read-only: " + text(e),
          where,
          "have it mounted for writing");
    }
    if (e instanceof AccessDeniedException || isA(e, ".hadoop.security.AccessControlException")) {
      return new Failure(
          FailureKind.ACCESS_DENIED, "access denied: " + text(e), where, "ask for permission");
    }
    return null;
  }

  /**
   * Whether a service under Kerberos found neither ticket nor token. Hadoop throws an
   * AccessControlException, although no permission would help.
   */
  public static boolean isUnauthenticated(Throwable e) {
    return message(e).contains("Client cannot authenticate via")
        || message(e).contains("SIMPLE authentication is not enabled");
  }

  /** The failure of a service that found neither ticket nor token. */
  public static Failure unauthenticated(String where) {
    return new Failure(
        FailureKind.NO_CREDENTIALS,
        "there is no Kerberos ticket, and no token for this service",
        where,
        "run kinit");
  }

  /** Whether a disk or a quota is full. */
  public static boolean isFull(Throwable e) {
    return isA(e, ".ClusterStorageCapacityExceededException")
        || isA(e, "QuotaExceededException")
        || message(e).contains("No space left on device")
        || message(e).contains("Disk quota exceeded");
  }

  /** The failure of a disk or a quota that is full. */
  public static Failure full(Throwable e, String where) {
    return new Failure(
        FailureKind.STORAGE_FULL,
        "there is no space left: " + CLASS.matcher(text(e)).replaceFirst(""),
        where,
        "make room, or have the quota raised");
  }

  /** The message of {@code e} in one line; its class if there is none. */
  public static String text(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : firstLine(message);
  }

  /** The first line of Hadoop's message, without the address of a page that adds nothing. */
  public static String firstLine(String text) {
    return WIKI.matcher(text.strip().lines().findFirst().orElse("")).replaceAll("");
  }

  private static String message(Throwable e) {
    return String.valueOf(e.getMessage());
  }

  private static boolean isA(Throwable e, String nameEnd) {
    // Hadoop's RemoteException begins with its class, and in brackets the one a daemon has thrown.
    if (e.toString().split("\\)?:", 2)[0].endsWith(nameEnd)) {
      return true;
    }
    for (Class<?> type = e.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().endsWith(nameEnd)) {
        return true;
      }
    }
    return false;
  }
}
