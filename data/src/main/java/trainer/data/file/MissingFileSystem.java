package trainer.data.file;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/** Detects a file system whose classes are neither in the bundle nor among the job's own jars. */
final class MissingFileSystem {
  private static final Pattern SCHEME = Pattern.compile("scheme \"?([a-z0-9]+)");
  private static final Pattern CLASS =
      Pattern.compile("org\\.apache\\.hadoop\\.fs\\.(s3a|gs|azurebfs|azure|aliyun|obs|cosn)\\.");

  private static final String AWS = "hadoop-aws and its AWS SDK bundle";
  private static final String GCS = "hadoop-gcp or the gcs-connector";
  private static final String AZURE = "hadoop-azure and what it needs";
  private static final Map<String, String> JARS =
      Map.ofEntries(
          Map.entry("s3", AWS),
          Map.entry("s3n", AWS),
          Map.entry("s3a", AWS),
          Map.entry("gs", GCS),
          Map.entry("abfs", AZURE),
          Map.entry("abfss", AZURE),
          Map.entry("wasb", AZURE),
          Map.entry("wasbs", AZURE),
          Map.entry("azure", AZURE),
          Map.entry("azurebfs", AZURE));

  private MissingFileSystem() {}

  /** The failure of a missing file system, or null if {@code e} has another cause. */
  static Failure of(Throwable e, String where) {
    String jars = JARS.get(name(e));
    if (jars != null) {
      return new Failure(
          FailureKind.CONFIG_INVALID,
          "the jars of this file system, " + jars + ", are not in Trainer's bundle",
          where,
          "add them with -Dtrainer.classpath.extra=JAR,JAR");
    }
    return e instanceof UnsupportedFileSystemException
        ? new Failure(
            FailureKind.CONFIG_INVALID,
            e.getMessage(),
            where,
            "correct the scheme, or add the jar of its file system with"
                + " -Dtrainer.classpath.extra=JAR")
        : null;
  }

  /** The failure of a class that the jars of a file system lack. */
  static Failure ofClass(NoClassDefFoundError e, String where) {
    return new Failure(
        FailureKind.CONFIG_INVALID,
        "the file system needs a class that no jar has, " + e.getMessage().replace('/', '.'),
        where,
        "add its jar with -Dtrainer.classpath.extra=JAR,JAR");
  }

  private static String name(Throwable e) {
    String text = String.valueOf(e.getMessage());
    if (e instanceof UnsupportedFileSystemException) {
      return found(SCHEME.matcher(text));
    }
    return e instanceof ClassNotFoundException ? found(CLASS.matcher(text)) : "";
  }

  private static String found(Matcher matcher) {
    return matcher.find() ? matcher.group(1) : "";
  }
}
