package trainer.appmaster.tracker;

import java.net.URI;
import java.util.Objects;
import trainer.core.failure.Failure;

/**
 * A finished model that could not be put where it was asked for, and is kept in the job's folder
 * instead.
 *
 * @param place the folder it is kept in
 * @param output the folder it was asked for
 * @param cause why it is not there
 */
record KeptModel(String place, String output, Failure cause) {
  /**
   * The failure that the job ends with: its cause, and the command that puts the model in place.
   */
  Failure failure() {
    return new Failure(
        cause.kind(),
        "the model is finished and cannot be put in its place: " + cause.what(),
        output,
        "it is kept; mend the cause, then: " + command());
  }

  /** The failure of a job whose model could not be kept either. */
  Failure lost(Failure second) {
    return new Failure(
        cause.kind(),
        "the model cannot be put in its place: "
            + cause.what()
            + "; nor can it be kept in the job's folder: "
            + second.what(),
        output,
        "mend both, then submit again; trainer checkpoint ls says which versions are kept");
  }

  /** Renames within a file system, and copies from one to another. */
  private String command() {
    URI from = URI.create(place);
    URI to = URI.create(output);
    if ("file".equals(from.getScheme()) && "file".equals(to.getScheme())) {
      return "mv '" + from.getPath() + "' '" + to.getPath() + "'";
    }
    boolean same =
        Objects.equals(from.getScheme(), to.getScheme())
            && Objects.equals(from.getAuthority(), to.getAuthority());
    return "hadoop fs " + (same ? "-mv '" : "-cp '") + place + "' '" + output + "'";
  }
}
