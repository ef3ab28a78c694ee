package trainer.journal.keys;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import trainer.protocol.etcd.EtcdClient;

/** Keys in etcd; the version of a key is the revision of its last write. */
public final class EtcdKeys implements GuardedKeys {
  private final EtcdClient etcd;

  /**
   * @param addresses of any of the cluster's members, each {@code host:port}
   * @param patience the time limit of one call
   */
  public EtcdKeys(List<String> addresses, Duration patience) {
    etcd = new EtcdClient(addresses, patience);
  }

  @Override
  public Optional<Value> get(String key) throws IOException {
    return etcd.get(key).map(found -> new Value(found.bytes(), found.revision()));
  }

  @Override
  public List<String> below(String key) throws IOException {
    return etcd.keys(key + "/");
  }

  @Override
  public OptionalLong write(List<Guard> guards, List<Write> writes) throws IOException {
    Map<String, byte[]> values = new LinkedHashMap<>();
    writes.forEach(write -> values.put(write.key(), write.bytes()));
    return etcd.put(revisions(guards), values);
  }

  @Override
  public boolean delete(List<Guard> guards, List<String> keys) throws IOException {
    return etcd.delete(revisions(guards), keys);
  }

  private static Map<String, Long> revisions(List<Guard> guards) {
    Map<String, Long> revisions = new LinkedHashMap<>();
    for (Guard guard : guards) {
      long version = guard.version();
      revisions.put(guard.key(), version == ABSENT ? EtcdClient.ABSENT : version);
    }
    return revisions;
  }

  @Override
  public void close() {
    etcd.close();
  }
}
