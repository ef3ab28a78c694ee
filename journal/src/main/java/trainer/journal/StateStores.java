package trainer.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import trainer.core.config.Keys;
import trainer.core.config.Keys.Store;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.journal.keys.EtcdKeys;
import trainer.journal.keys.GuardedKeys;
import trainer.journal.keys.ZooKeeperKeys;

/** Opens the state store that a job's settings name. */
public final class StateStores {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Pattern SERVERS =
      Pattern.compile("[^,:/\\s]+:\\d{1,5}(,[^,:/\\s]+:\\d{1,5})*");

  private StateStores() {}

  /**
   * Opens the store.
   *
   * @param folder the application's folder
   * @param application the id of the application or local run
   */
  public static StateStore open(
      Settings settings, String folder, String application, Configuration hadoop)
      throws IOException {
    if (settings.get(Keys.STATE_STORE) == Store.HDFS) {
      Path root = new Path(folder);
      return new FileStateStore(FlushingFiles.of(root.toUri(), hadoop), root);
    }
    return new KeyedStateStore(keys(settings), application);
  }

  /**
   * Checks that the store answers, by reading one key. A store on a file system is checked
   * elsewhere.
   *
   * @throws FailureException STATE_STORE_UNREACHABLE or CONFIG_INVALID
   */
  public static void check(Settings settings) {
    if (settings.get(Keys.STATE_STORE) == Store.HDFS) {
      return;
    }
    try (GuardedKeys keys = keys(settings)) {
      var unused = keys.get(KeyedStateStore.ROOT);
    } catch (IOException e) {
      throw unreachable(settings, e);
    }
  }

  /** The failure of a store that does not answer. */
  public static FailureException unreachable(Settings settings, IOException cause) {
    Failure failure =
        new Failure(
            FailureKind.STATE_STORE_UNREACHABLE,
            "the state store does not answer: " + cause.getMessage(),
            settings.get(Keys.STATE_STORE) == Store.HDFS
                ? "the job's folder"
                : settings.get(Keys.STATE_ADDRESS),
            "start it, or correct "
                + Keys.STATE_STORE.name()
                + " and "
                + Keys.STATE_ADDRESS.name());
    return new FailureException(failure, cause);
  }

  private static GuardedKeys keys(Settings settings) {
    String address = settings.get(Keys.STATE_ADDRESS);
    if (settings.get(Keys.STATE_STORE) == Store.ZOOKEEPER) {
      int chroot = address.indexOf('/');
      require(chroot < 0 ? address : address.substring(0, chroot), address);
      return new ZooKeeperKeys(address, PATIENCE);
    }
    require(address, address);
    return new EtcdKeys(List.of(address.split(",")), PATIENCE);
  }

  private static void require(String servers, String address) {
    if (!SERVERS.matcher(servers).matches()) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "'" + address + "' is no list of servers",
          Keys.STATE_ADDRESS.name(),
          "give host:port,host:port");
    }
  }
}
