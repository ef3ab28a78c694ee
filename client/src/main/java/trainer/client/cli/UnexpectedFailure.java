package trainer.client.cli;

import java.io.IOException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.data.file.PathHost;

/** The one-line form of failures that no command expects. Limits of the machine are named. */
final class UnexpectedFailure {
  private static final int MEGABYTE = 1 << 20;

  private UnexpectedFailure() {}

  /** The failure for a throwable of a command. */
  static Failure of(Throwable thrown, String command) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      Failure host = PathHost.of(e, command);
      if (host != null) {
        return host;
      }
      if (e instanceof OutOfMemoryError) {
        return new Failure(
            FailureKind.OUT_OF_MEMORY,
            "the client needs more memory than "
                + Runtime.getRuntime().maxMemory() / MEGABYTE
                + " MB",
            command,
            "give it more, such as TRAINER_CLIENT_OPTS=-Xmx2g");
      }
      if (e instanceof Error && e.getCause() instanceof IOException) { // such as Hadoop's FSError
        return new Failure(
            FailureKind.STORAGE_FAILED,
            e.getCause().toString(),
            "a disk of this machine",
            "look at the disk, and at ulimit -f");
      }
    }
    return new Failure(
        FailureKind.UNEXPECTED,
        thrown.toString(),
        command,
        "run it again with --verbose and report what it prints");
  }
}
