package trainer.protocol.etcd;

import com.google.protobuf.ByteString;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import trainer.protocol.proto.EtcdCompare;
import trainer.protocol.proto.EtcdDeleteRequest;
import trainer.protocol.proto.EtcdKeyValue;
import trainer.protocol.proto.EtcdOperation;
import trainer.protocol.proto.EtcdPutRequest;
import trainer.protocol.proto.EtcdRangeRequest;
import trainer.protocol.proto.EtcdRangeResponse;
import trainer.protocol.proto.EtcdTxnRequest;
import trainer.protocol.proto.EtcdTxnResponse;

/**
 * Keys and values of an etcd cluster (API version 3): reads as of now, and transactions guarded by
 * the revisions of keys. Thread-safe. Every method fails with an IOException when no answer
 * arrived; the request may then have been executed.
 */
public final class EtcdClient implements Closeable {
  /** The revision of a missing key. */
  public static final long ABSENT = 0;

  private static final int MOD = 2;

  /**
   * The value of a key.
   *
   * @param revision the revision at which it was written
   */
  public record Value(byte[] bytes, long revision) {}

  private final EtcdServers servers;

  /**
   * A client of these servers; connects at its first use.
   *
   * @param addresses each {@code host:port}
   * @param patience the time limit of one call
   */
  public EtcdClient(List<String> addresses, Duration patience) {
    servers = new EtcdServers(addresses, patience);
  }

  /** The present value of a key. */
  public Optional<Value> get(String key) throws IOException {
    EtcdRangeRequest request = EtcdRangeRequest.newBuilder().setKey(bytes(key)).build();
    for (EtcdKeyValue found : servers.call(EtcdServers.RANGE, request).getKvsList()) {
      return Optional.of(new Value(found.getValue().toByteArray(), found.getModRevision()));
    }
    return Optional.empty();
  }

  /** The keys that begin with a text. */
  public List<String> keys(String prefix) throws IOException {
    ByteString begin = bytes(prefix);
    byte[] end = begin.toByteArray();
    end[end.length - 1]++; // prefixes are ASCII
    EtcdRangeRequest request =
        EtcdRangeRequest.newBuilder()
            .setKey(begin)
            .setRangeEnd(ByteString.copyFrom(end))
            .setKeysOnly(true)
            .build();
    EtcdRangeResponse answer = servers.call(EtcdServers.RANGE, request);
    return answer.getKvsList().stream().map(found -> found.getKey().toStringUtf8()).toList();
  }

  /**
   * Writes all of these, if every guard's key is at the guard's revision.
   *
   * @return the revision they are written at; empty if a guard did not hold and nothing was written
   */
  public OptionalLong put(Map<String, Long> guards, Map<String, byte[]> values) throws IOException {
    EtcdTxnRequest.Builder request = guarded(guards);
    values.forEach(
        (key, value) ->
            request.addSuccess(
                EtcdOperation.newBuilder()
                    .setRequestPut(
                        EtcdPutRequest.newBuilder()
                            .setKey(bytes(key))
                            .setValue(ByteString.copyFrom(value)))));
    EtcdTxnResponse answer = servers.call(EtcdServers.TXN, request.build());
    return answer.getSucceeded()
        ? OptionalLong.of(answer.getHeader().getRevision())
        : OptionalLong.empty();
  }

  /** Deletes all of these, if every guard's key is at the guard's revision. */
  public boolean delete(Map<String, Long> guards, Collection<String> keys) throws IOException {
    EtcdTxnRequest.Builder request = guarded(guards);
    for (String key : keys) {
      request.addSuccess(
          EtcdOperation.newBuilder()
              .setRequestDeleteRange(EtcdDeleteRequest.newBuilder().setKey(bytes(key))));
    }
    return servers.call(EtcdServers.TXN, request.build()).getSucceeded();
  }

  private static EtcdTxnRequest.Builder guarded(Map<String, Long> guards) {
    EtcdTxnRequest.Builder request = EtcdTxnRequest.newBuilder();
    guards.forEach(
        (key, revision) ->
            request.addCompare(
                EtcdCompare.newBuilder()
                    .setTarget(MOD)
                    .setKey(bytes(key))
                    .setModRevision(revision)));
    return request;
  }

  private static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  @Override
  public void close() {
    servers.close();
  }
}
