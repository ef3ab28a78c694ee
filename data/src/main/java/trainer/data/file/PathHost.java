package trainer.data.file;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/**
 * Checks the host in a path: {@code file:} has none; {@code hdfs:} needs one, from the path or the
 * configuration.
 */
public final class PathHost {
  /** Messages of Hadoop for paths that were not checked beforehand. */
  private static final Pattern TOO_MUCH = Pattern.compile("Wrong FS: (file://[^,]+), expected");

  private static final Pattern MISSING = Pattern.compile("Incomplete HDFS URI, no host: (\\S+)");

  private PathHost() {}

  /** The failure of a path with a superfluous or a missing host, or null. */
  public static Failure refusal(Path path, Configuration hadoop, String where) {
    URI uri = path.toUri();
    if ("file".equals(uri.getScheme()) && uri.getAuthority() != null) {
      return tooMuch(path.toString(), where);
    }
    URI usual = FileSystem.getDefaultUri(hadoop);
    boolean hasHost = "hdfs".equals(usual.getScheme()) && usual.getAuthority() != null;
    return "hdfs".equals(uri.getScheme()) && uri.getAuthority() == null && !hasHost
        ? missing("hdfs://" + uri.getPath(), where)
        : null;
  }

  /** The failure that {@code e} means, or null if it is of another kind. */
  public static Failure of(Throwable e, String where) {
    String text = String.valueOf(e.getMessage());
    Matcher tooMuch = TOO_MUCH.matcher(text);
    if (tooMuch.find()) {
      return tooMuch(tooMuch.group(1), where);
    }
    Matcher missing = MISSING.matcher(text);
    return missing.find() ? missing(missing.group(1), where) : null;
  }

  private static Failure tooMuch(String path, String where) {
    String hostAndPath = path.substring("file://".length());
    String host = hostAndPath.split("/", 2)[0];
    String plain = "/" + hostAndPath; // users mean this when they write two slashes for three
    return new Failure(
        FailureKind.CONFIG_INVALID,
        "'" + path + "' names a host, " + host + ", and a local path has none",
        where,
        "write file://" + plain + " or " + plain + ", or hdfs://HOST:PORT/PATH for a file on HDFS");
  }

  private static Failure missing(String path, String where) {
    return new Failure(
        FailureKind.CONFIG_INVALID,
        "'" + path + "' names no host, nor does fs.defaultFS",
        where,
        "write hdfs://HOST:PORT/PATH, or set HADOOP_CONF_DIR to a cluster's folder");
  }
}
