package trainer.protocol.grpc;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import trainer.protocol.auth.ClientHandshake;
import trainer.protocol.auth.Handshake;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;
import trainer.protocol.proto.HandshakeFrame;

/**
 * One connection to the master on which both ends have proved themselves. It is never repaired,
 * since the proof holds for the connection only: when it breaks, calls fail and the caller opens a
 * new one.
 */
final class AuthenticatedChannel implements AutoCloseable {
  /** The longest wait for the end of a channel, which takes a few milliseconds. */
  private static final long LAST_MILLIS = 500;

  private final ManagedChannel channel;
  private final EventLoopGroup loop;

  private AuthenticatedChannel(ManagedChannel channel, EventLoopGroup loop) {
    this.channel = channel;
    this.loop = loop;
  }

  /**
   * Connects and shakes hands, within {@link Handshake#BUDGET} or less.
   *
   * @throws HandshakeException when the other end is not the intended one, has another version, or
   *     refuses
   * @throws IOException when there is no answer
   */
  static AuthenticatedChannel open(
      String host, int port, Hello hello, Secret secret, Duration patience) throws IOException {
    // Ends with the channel: a thread that waits for a socket delays the end of a JVM by 0.3 s.
    EventLoopGroup loop = new NioEventLoopGroup(1, new DefaultThreadFactory("grpc", true));
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(host, port)
            .eventLoopGroup(loop)
            .channelType(NioSocketChannel.class)
            .usePlaintext()
            .directExecutor()
            .disableRetry()
            .disableServiceConfigLookUp()
            .proxyDetector(target -> null)
            .maxInboundMessageSize(Limits.MESSAGE)
            .maxInboundMetadataSize(Limits.METADATA)
            .keepAliveTime(Limits.KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(Limits.KEEP_ALIVE_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveWithoutCalls(true)
            .idleTimeout(1, TimeUnit.DAYS)
            .build();
    try {
      shakeHands(channel, new ClientHandshake(hello, secret, new SecureRandom()), patience);
      return new AuthenticatedChannel(channel, loop);
    } catch (IOException | RuntimeException e) {
      close(channel, loop);
      throw e;
    }
  }

  ManagedChannel channel() {
    return channel;
  }

  @Override
  public void close() {
    close(channel, loop);
  }

  /** The loop has to outlive the channel, which may be about to ask it for a connection. */
  private static void close(ManagedChannel channel, EventLoopGroup loop) {
    channel.shutdownNow();
    try {
      channel.awaitTermination(LAST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private static void shakeHands(
      ManagedChannel channel, ClientHandshake handshake, Duration patience) throws IOException {
    long millis = Math.min(Handshake.BUDGET.toMillis(), Math.max(1, patience.toMillis()));
    Exchange exchange = new Exchange(handshake);
    exchange.requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(Methods.HANDSHAKE, CallOptions.DEFAULT), exchange);
    exchange.sendOutput();
    try {
      exchange.accepted.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof HandshakeException refused) {
        throw refused;
      }
      throw new IOException(
          "no connection to " + channel.authority() + ": " + reason(cause), cause);
    } catch (TimeoutException e) {
      throw new IOException(
          "no handshake with " + channel.authority() + " within " + millis + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private static String reason(Throwable cause) {
    Status status = Status.fromThrowable(cause);
    Throwable root = status.getCause();
    return root == null ? status.toString() : String.valueOf(root.getMessage());
  }

  private static final class Exchange implements StreamObserver<HandshakeFrame> {
    private final CompletableFuture<Void> accepted = new CompletableFuture<>();
    private final ClientHandshake handshake;
    private StreamObserver<HandshakeFrame> requests;

    Exchange(ClientHandshake handshake) {
      this.handshake = handshake;
    }

    void sendOutput() {
      byte[] output = handshake.takeOutput();
      if (output != null) {
        requests.onNext(
            HandshakeFrame.newBuilder().setBytes(UnsafeByteOperations.unsafeWrap(output)).build());
      }
    }

    @Override
    public void onNext(HandshakeFrame frame) {
      try {
        handshake.feed(frame.getBytes().asReadOnlyByteBuffer());
      } catch (HandshakeException e) {
        accepted.completeExceptionally(e);
        return;
      }
      if (handshake.isAccepted()) {
        accepted.complete(null);
        requests.onCompleted();
      } else {
        sendOutput();
      }
    }

    @Override
    public void onError(Throwable cause) {
      accepted.completeExceptionally(cause);
    }

    @Override
    public void onCompleted() {
      accepted.completeExceptionally(new IOException("the other end broke the handshake off"));
    }
  }
}
