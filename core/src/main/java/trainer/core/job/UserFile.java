package trainer.core.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * A file of the user's that workers and pservers find in their working directory, for the model to
 * read: {@code trainer.files} as they are, {@code trainer.archives} unpacked.
 *
 * @param source a URI, with a scheme once the job is submitted
 * @param link its name in the working directory
 * @param archive whether it is unpacked there
 */
public record UserFile(String source, String link, boolean archive) {
  /** Names already present in a working directory, by Trainer or YARN. */
  private static final Set<String> TAKEN =
      Set.of(
          "job.avro",
          "job.secret",
          "trainer-hadoop.properties",
          "bundle",
          "java",
          "jars",
          "classpath",
          "tmp",
          "logs.complete",
          "container_tokens",
          "launch_container.sh",
          "default_container_executor.sh",
          "default_container_executor_session.sh");

  /** Those that settings name, in order. */
  public static List<UserFile> of(Settings settings) {
    List<UserFile> all = new ArrayList<>();
    add(settings, Keys.FILES, false, all);
    add(settings, Keys.ARCHIVES, true, all);
    return all;
  }

  private static void add(Settings settings, Key<String> key, boolean archive, List<UserFile> all) {
    for (String text : settings.find(key).orElse("").split(",", -1)) {
      if (!text.isBlank()) {
        all.add(parse(text.strip(), archive));
      }
    }
  }

  /** As Hadoop's users write them: {@code path#name}, or {@code path} to keep its own name. */
  private static UserFile parse(String text, boolean archive) {
    int hash = text.lastIndexOf('#');
    String source = hash < 0 ? text : text.substring(0, hash);
    return new UserFile(source, hash < 0 ? lastName(source) : text.substring(hash + 1), archive);
  }

  private static String lastName(String path) {
    String whole = path.replaceFirst("/+$", "");
    return whole.substring(whole.lastIndexOf('/') + 1);
  }

  /** The text form, as {@link #of} reads it. */
  public String text() {
    return source + "#" + link;
  }

  /** Whether its name is legal and free. */
  public boolean isWellNamed() {
    return link.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") && !TAKEN.contains(link);
  }

  /** Whether only the client can read it at its place, so that it is copied to the job's folder. */
  public boolean isCopied() {
    return source.startsWith("file:");
  }

  /**
   * The place from which nodes fetch it. A copy keeps its own name, since the name identifies an
   * archive. Jobs of one application may give different files the same name, so each job has its
   * own copies.
   */
  public String place(JobFolder folder, JobId job) {
    return isCopied() ? folder.job(job) + "/files/" + link + "/" + lastName(source) : source;
  }
}
