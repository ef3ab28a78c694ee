package trainer.benchmarks.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;

/**
 * Raw Netty: epoll, an event loop at either end, a length before each message. Nothing is encoded,
 * decoded or proved; a message is the present contents of a pooled buffer.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure shows as a missing answer
final class NettyWay implements Way {
  private static final int LENGTH = 4;
  private static final int ANSWER = 39;
  private static final int PING = 64;

  private final EpollEventLoopGroup server = new EpollEventLoopGroup(1);
  private final EpollEventLoopGroup client = new EpollEventLoopGroup(1);
  private final Semaphore answers = new Semaphore(0);
  private final Channel channel;

  NettyWay(int maxFrame) throws InterruptedException {
    Channel listening =
        new ServerBootstrap()
            .group(server)
            .channel(EpollServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(pipeline(maxFrame, NettyWay::answer))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
    channel =
        new Bootstrap()
            .group(client)
            .channel(EpollSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(pipeline(maxFrame, context -> answers.release()))
            .connect(listening.localAddress())
            .sync()
            .channel();
  }

  /** The handling of a complete message. */
  private interface Taking {
    void message(ChannelHandlerContext context);
  }

  private static ChannelInitializer<Channel> pipeline(int maxFrame, Taking taking) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel of) {
        of.pipeline()
            .addLast(
                new LengthFieldBasedFrameDecoder(maxFrame, 0, LENGTH, 0, LENGTH),
                new ChannelInboundHandlerAdapter() {
                  @Override
                  public void channelRead(ChannelHandlerContext context, Object message) {
                    ((ByteBuf) message).release();
                    taking.message(context);
                  }
                });
      }
    };
  }

  private static void answer(ChannelHandlerContext context) {
    context.writeAndFlush(message(context.channel(), ANSWER), context.voidPromise());
  }

  private static ByteBuf message(Channel on, int bytes) {
    ByteBuf message = on.alloc().directBuffer(LENGTH + bytes);
    message.writeInt(bytes);
    message.writerIndex(LENGTH + bytes);
    return message;
  }

  @Override
  public void send(int bytes) {
    channel.writeAndFlush(message(channel, bytes), channel.voidPromise());
  }

  @Override
  public void ping() {
    send(PING);
  }

  @Override
  public void await() throws InterruptedException {
    answers.acquire();
  }

  @Override
  public void close() {
    client.shutdownGracefully();
    server.shutdownGracefully();
  }
}
