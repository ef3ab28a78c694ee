package trainer.journal.keys;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.framework.api.transaction.OperationType;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Keys in ZooKeeper, through Curator; the version of a key is its node's data version. This class
 * retries no call, since only the caller can decide which calls are safe to repeat.
 */
public final class ZooKeeperKeys implements GuardedKeys {
  private static final int SESSION_MILLIS = 30_000;

  private final CuratorFramework zooKeeper;
  private final Set<String> made = ConcurrentHashMap.newKeySet();

  /**
   * @param address ZooKeeper's connect string, {@code host:port,host:port/chroot}
   * @param patience the time limit for a connection
   */
  public ZooKeeperKeys(String address, Duration patience) {
    zooKeeper =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .connectionTimeoutMs((int) patience.toMillis())
            .sessionTimeoutMs(SESSION_MILLIS)
            .retryPolicy((count, elapsed, sleeper) -> false)
            .build();
    zooKeeper.start();
  }

  @Override
  public Optional<Value> get(String key) throws IOException {
    return ask(
        () -> {
          try {
            // A server that lags behind must not answer from the past.
            zooKeeper.sync().forPath(key);
            Stat stat = new Stat();
            byte[] bytes = zooKeeper.getData().storingStatIn(stat).forPath(key);
            return Optional.of(new Value(bytes, stat.getVersion()));
          } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
          }
        });
  }

  @Override
  public List<String> below(String key) throws IOException {
    return ask(
        () -> zooKeeper.getChildren().forPath(key).stream().map(name -> key + "/" + name).toList());
  }

  @Override
  public OptionalLong write(List<Guard> guards, List<Write> writes) throws IOException {
    return ask(
        () -> {
          List<CuratorOp> operations = guarding(guards);
          int first = operations.size();
          for (Write write : writes) {
            operations.add(operation(write));
          }
          return transaction(operations)
              .map(results -> OptionalLong.of(version(results.get(first))))
              .orElse(OptionalLong.empty());
        });
  }

  @Override
  public boolean delete(List<Guard> guards, List<String> keys) throws IOException {
    return ask(
        () -> {
          List<CuratorOp> operations = guarding(guards);
          for (String key : keys) {
            operations.add(zooKeeper.transactionOp().delete().forPath(key));
          }
          return transaction(operations).isPresent();
        });
  }

  private List<CuratorOp> guarding(List<Guard> guards) throws Exception {
    List<CuratorOp> operations = new ArrayList<>();
    for (Guard guard : guards) {
      if (guard.version() != ABSENT) { // of an absent key, the creation is the guard
        operations.add(
            zooKeeper
                .transactionOp()
                .check()
                .withVersion((int) guard.version())
                .forPath(guard.key()));
      }
    }
    return operations;
  }

  private CuratorOp operation(Write write) throws Exception {
    if (write.isNew()) {
      makeParent(write.key());
      return zooKeeper.transactionOp().create().forPath(write.key(), write.bytes());
    }
    return zooKeeper.transactionOp().setData().forPath(write.key(), write.bytes());
  }

  private void makeParent(String key) throws Exception {
    String parent = key.substring(0, key.lastIndexOf('/'));
    if (!parent.isEmpty() && made.add(parent)) {
      try {
        if (zooKeeper.checkExists().forPath(parent) == null) {
          zooKeeper.create().creatingParentsIfNeeded().forPath(parent, new byte[0]);
        }
      } catch (KeeperException.NodeExistsException e) {
        return; // created concurrently by another client
      } catch (Exception e) {
        made.remove(parent);
        throw e;
      }
    }
  }

  /** Runs a transaction; empty if a guard does not hold. */
  private Optional<List<CuratorTransactionResult>> transaction(List<CuratorOp> operations)
      throws Exception {
    try {
      return Optional.of(zooKeeper.transaction().forOperations(operations));
    } catch (KeeperException.BadVersionException
        | KeeperException.NoNodeException
        | KeeperException.NodeExistsException e) {
      return Optional.empty();
    }
  }

  private static long version(CuratorTransactionResult result) {
    // The data version of a new node is 0.
    return result.getType() == OperationType.CREATE ? 0 : result.getResultStat().getVersion();
  }

  /** A call to Curator, whose methods throw every Exception. */
  private interface Asking<T> {
    T ask() throws Exception;
  }

  private static <T> T ask(Asking<T> asking) throws IOException {
    try {
      return asking.ask();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ZooKeeper was asked");
    } catch (KeeperException e) {
      throw new IOException("ZooKeeper: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("ZooKeeper: " + e, e);
    }
  }

  @Override
  public void close() {
    zooKeeper.close();
  }
}
