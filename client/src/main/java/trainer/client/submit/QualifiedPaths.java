package trainer.client.submit;

import java.io.IOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.InputNames;
import trainer.data.file.PathHost;
import trainer.data.file.PlannedTables;
import trainer.data.file.StorageFailures;

/**
 * The paths in settings, made absolute with scheme and authority, since the processes of a job run
 * elsewhere.
 */
public final class QualifiedPaths {
  /** The keys of inputs. */
  static final List<Key<String>> INPUTS = List.of(Keys.INPUT, Keys.VALIDATION_INPUT);

  private QualifiedPaths() {}

  /** The path-valued keys that are set, qualified. */
  public static Map<String, String> of(Configuration hadoop, Settings settings) {
    Map<String, String> changed = new LinkedHashMap<>();
    for (Key<String> key : INPUTS) {
      settings
          .find(key)
          .ifPresent(
              text -> {
                refuseNameWithComma(hadoop, text, key);
                List<String> all = new ArrayList<>();
                for (String one : InputNames.split(text)) {
                  all.add(PlannedTables.isTable(one) ? one : qualify(hadoop, one, key));
                }
                changed.put(key.name(), String.join(",", all));
              });
    }
    for (Key<String> key :
        List.of(
            Keys.OUTPUT,
            Keys.JOB_DIR,
            Keys.BUNDLE_DIR,
            Keys.BUNDLE,
            Keys.JAVA_ARCHIVE,
            Keys.MODEL_INITIAL,
            Keys.RESUME,
            Keys.SCORE_MODEL_URI)) {
      settings
          .find(key)
          .ifPresent(text -> changed.put(key.name(), qualify(hadoop, text.strip(), key)));
    }
    return changed;
  }

  /** Every path that a job reads: training and validation input, a trained model, a job. */
  public static List<String> inputs(Settings settings) {
    List<String> all = new ArrayList<>();
    PlannedTables tables = PlannedTables.of(settings);
    for (Key<String> key : INPUTS) {
      settings
          .find(key)
          .ifPresent(
              text ->
                  InputNames.split(text)
                      .forEach(name -> all.addAll(tables.filesOf(name).orElse(List.of(name)))));
    }
    for (Key<String> key : List.of(Keys.SCORE_MODEL_URI, Keys.MODEL_INITIAL, Keys.RESUME)) {
      settings.find(key).ifPresent(all::add);
    }
    return all;
  }

  /**
   * Requires the classes of a path's file system. A lack is detected now, even if the path is used
   * last.
   */
  private static void requireClasses(Configuration hadoop, Path path, Key<String> key) {
    StorageFailures.guard(
        path.toString(),
        INPUTS.contains(key) ? FailureKind.INPUT_NOT_FOUND : FailureKind.CONFIG_INVALID,
        () -> FileSystem.getFileSystemClass(path.toUri().getScheme(), hadoop));
  }

  /** Refuses an input that names one existing file with a comma in it: a comma separates inputs. */
  private static void refuseNameWithComma(Configuration hadoop, String text, Key<String> key) {
    if (InputNames.split(text).size() < 2) {
      return;
    }
    try {
      Path whole = new Path(qualify(hadoop, text.strip(), key));
      if (!whole.getFileSystem(hadoop).exists(whole)) {
        return;
      }
    } catch (IOException | IllegalArgumentException | FailureException e) {
      return; // several names together are no path
    }
    throw new FailureException(
        FailureKind.CONFIG_INVALID,
        "a comma separates inputs, and '" + text.strip() + "' is one file",
        key.name(),
        "write ? for the comma, in quotes: '" + text.strip().replace(',', '?') + "'");
  }

  private static String qualify(Configuration hadoop, String text, Key<String> key) {
    try {
      Path path = InputNames.path(text);
      Failure host = PathHost.refusal(path, hadoop, key.name());
      if (host != null) {
        throw host.toException();
      }
      if (path.toUri().getScheme() != null && path.toUri().getAuthority() != null) {
        requireClasses(hadoop, path, key);
        return path.toString();
      }
      FileSystem files = path.getFileSystem(hadoop);
      return path.makeQualified(files.getUri(), files.getWorkingDirectory()).toString();
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof UnknownHostException) {
        throw ServiceFailure.of(text, e);
      }
      throw new FailureException(
          new Failure(
              FailureKind.CONFIG_INVALID,
              "'" + text + "' is not a path (" + e.getMessage() + ")",
              key.name(),
              "correct it"),
          e);
    } catch (IOException e) {
      throw ServiceFailure.of(text, e);
    }
  }
}
