package trainer.protocol.grpc;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.Map;

/**
 * A listening socket that puts a {@link UnauthenticatedPeer} in front of every connection it
 * accepts.
 */
final class GatedServerSocketChannel extends NioServerSocketChannel {
  private final Map<UnauthenticatedPeer.Ends, UnauthenticatedPeer> strangers;

  GatedServerSocketChannel(Map<UnauthenticatedPeer.Ends, UnauthenticatedPeer> strangers) {
    this.strangers = strangers;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int before = accepted.size();
    int count = super.doReadMessages(accepted);
    for (Object child : accepted.subList(before, accepted.size())) {
      ((Channel) child).pipeline().addLast(new UnauthenticatedPeer(strangers));
    }
    return count;
  }
}
