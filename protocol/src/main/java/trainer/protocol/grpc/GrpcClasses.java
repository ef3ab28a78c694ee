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
 * A third of what a process does before it can register is to load and initialise gRPC's classes,
 * and nothing it needs for that is read before: so it can be done meanwhile, by another thread.
 */
public final class GrpcClasses {
  private GrpcClasses() {}

  /** Does so, by calling port 0, where nobody can listen. */
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
