package trainer.protocol.grpc;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.ToMemberProto;

/**
 * Preloads gRPC's classes on another thread. Loading and initialising them takes a third of the
 * time before a process can register. They need nothing that the process reads before, so both can
 * run at once.
 */
public final class GrpcClasses {
  private GrpcClasses() {}

  /** Loads them by a call to port 0, at which no process can listen. */
  public static void load() {
    Thread thread = new Thread(GrpcClasses::callNobody, "grpc-classes");
    thread.setDaemon(true);
    thread.start();
  }

  private static void callNobody() {
    EventLoopGroup loop = new NioEventLoopGroup(1, new DefaultThreadFactory("grpc-classes", true));
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .channelType(NioSocketChannel.class)
            .eventLoopGroup(loop)
            .usePlaintext()
            .directExecutor()
            .build();
    channel.getState(true);
    FromMemberProto.getDefaultInstance();
    ToMemberProto.getDefaultInstance();
    channel.shutdownNow();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
