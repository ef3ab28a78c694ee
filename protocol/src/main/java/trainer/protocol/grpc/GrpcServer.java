package trainer.protocol.grpc;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Handshake;

/**
 * The master's one port: listens on all addresses, admits by handshake, serves the given services.
 *
 * <p>Services are called on the server's two event loops: they hand over to a mailbox or answer
 * from a snapshot, and never block.
 */
public final class GrpcServer implements AutoCloseable {
  private static final int LOOPS = 2;

  private final Server server;
  private final int port;
  private final List<EventLoopGroup> groups;

  private GrpcServer(Server server, List<EventLoopGroup> groups) {
    this.server = server;
    this.port = server.getPort();
    this.groups = groups;
  }

  /**
   * Listens on {@code port}, or on any free one if that is 0.
   *
   * @param services of {@link MemberEndpoint#service} and {@link ControlEndpoint#service}
   */
  public static GrpcServer start(
      int port, Gatekeeper gatekeeper, List<ServerServiceDefinition> services) throws IOException {
    Map<UnauthenticatedPeer.Ends, UnauthenticatedPeer> strangers = UnauthenticatedPeer.registry();
    Admission admission = new Admission(strangers);
    EventLoopGroup acceptor = group("grpc-accept", 1);
    EventLoopGroup loops = group("grpc-serve", LOOPS);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(port))
            .channelFactory(() -> new GatedServerSocketChannel(strangers))
            .bossEventLoopGroup(acceptor)
            .workerEventLoopGroup(loops)
            .directExecutor()
            .maxInboundMessageSize(Limits.MESSAGE)
            .maxInboundMetadataSize(Limits.METADATA)
            .maxConcurrentCallsPerConnection(Limits.CALLS)
            .handshakeTimeout(Handshake.BUDGET.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTime(Limits.KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(Limits.KEEP_ALIVE_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(Limits.KEEP_ALIVE_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addTransportFilter(admission)
            .addService(new HandshakeEndpoint(gatekeeper).service())
            .intercept(admission);
    services.forEach(builder::addService);
    List<EventLoopGroup> groups = List.of(acceptor, loops);
    try {
      return new GrpcServer(builder.build().start(), groups);
    } catch (IOException | RuntimeException e) {
      stop(groups);
      throw e;
    }
  }

  /** The port on which it listens. */
  public int port() {
    return port;
  }

  /** Closes every connection and the port. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop(groups);
  }

  private static EventLoopGroup group(String name, int threads) {
    return new NioEventLoopGroup(threads, new DefaultThreadFactory(name, true));
  }

  private static void stop(List<EventLoopGroup> groups) {
    for (EventLoopGroup group : groups) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }
}
