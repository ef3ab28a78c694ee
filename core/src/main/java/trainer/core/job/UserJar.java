package trainer.core.job;

/**
 * A jar of the user that a job was submitted with.
 *
 * @param name the user's name for it, for messages
 * @param sha256 of its bytes, 64 lower-case hex digits; its name in the job
 */
public record UserJar(String name, String sha256) {
  public UserJar {
    if (!sha256.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("not a SHA-256: " + sha256);
    }
  }

  /** Its place in the job's folder and in a container's working directory. */
  public String path() {
    return "jars/" + sha256 + ".jar";
  }
}
