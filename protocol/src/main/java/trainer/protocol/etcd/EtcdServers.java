package trainer.protocol.etcd;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import trainer.protocol.proto.EtcdRangeRequest;
import trainer.protocol.proto.EtcdRangeResponse;
import trainer.protocol.proto.EtcdTxnRequest;
import trainer.protocol.proto.EtcdTxnResponse;

/**
 * The servers of one etcd cluster, which are interchangeable: calls go to one until it fails, then
 * to the next. A failed call is not repeated here, since only the caller can decide what is safe to
 * repeat.
 */
final class EtcdServers implements Closeable {
  static final MethodDescriptor<EtcdRangeRequest, EtcdRangeResponse> RANGE =
      method(
          "Range", EtcdRangeRequest.getDefaultInstance(), EtcdRangeResponse.getDefaultInstance());
  static final MethodDescriptor<EtcdTxnRequest, EtcdTxnResponse> TXN =
      method("Txn", EtcdTxnRequest.getDefaultInstance(), EtcdTxnResponse.getDefaultInstance());

  private static final int MOST_BYTES = 16 << 20;

  private final List<ManagedChannel> channels;
  private final Duration patience;
  private final AtomicInteger current = new AtomicInteger();

  /**
   * @param addresses each {@code host:port}
   * @param patience the time limit of one call
   */
  EtcdServers(List<String> addresses, Duration patience) {
    this.channels = addresses.stream().map(EtcdServers::channel).toList();
    this.patience = patience;
  }

  private static ManagedChannel channel(String address) {
    return NettyChannelBuilder.forTarget("dns:///" + address)
        .usePlaintext()
        .disableRetry()
        .disableServiceConfigLookUp()
        .proxyDetector(target -> null)
        .maxInboundMessageSize(MOST_BYTES)
        .build();
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("etcdserverpb.KV", name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  /**
   * Calls one server.
   *
   * @throws IOException if there was no answer; the request may have been executed
   */
  <Q, A> A call(MethodDescriptor<Q, A> method, Q request) throws IOException {
    int server = current.get();
    ManagedChannel channel = channels.get(server);
    try {
      return ClientCalls.blockingUnaryCall(
          channel,
          method,
          CallOptions.DEFAULT.withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS),
          request);
    } catch (StatusRuntimeException e) {
      current.compareAndSet(server, (server + 1) % channels.size());
      channel.resetConnectBackoff(); // the caller decides how long to wait before a repetition
      throw new IOException("etcd: " + said(e), e);
    }
  }

  /** The status in one line. */
  private static String said(StatusRuntimeException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root == e ? e.getMessage() : e.getStatus().getCode() + " (" + root.getMessage() + ")";
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
