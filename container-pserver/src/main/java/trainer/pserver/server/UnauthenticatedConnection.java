package trainer.pserver.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Incarnation;
import trainer.protocol.auth.Handshake;
import trainer.protocol.auth.ServerHandshake;

/** A connection that has not been authenticated yet. */
final class UnauthenticatedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(UnauthenticatedConnection.class);

  /** The state of the handshake. */
  enum Standing {
    /** More bytes are needed. */
    UNPROVED,
    /** The peer is authenticated and may be passed to its lane. */
    PROVED,
    /** The connection must be closed. */
    GONE
  }

  private final SocketChannel channel;
  private final ServerHandshake handshake;
  private final long deadlineNanos;
  private final ByteBuffer in = ByteBuffer.allocate(256);

  UnauthenticatedConnection(SocketChannel channel, ServerHandshake handshake, long nowNanos) {
    this.channel = channel;
    this.handshake = handshake;
    this.deadlineNanos = nowNanos + Handshake.BUDGET.toNanos();
  }

  SocketChannel channel() {
    return channel;
  }

  /** Nanoseconds until its deadline. */
  long remaining(long nowNanos) {
    return deadlineNanos - nowNanos;
  }

  /** Reads the peer's bytes and answers. */
  Standing listen() {
    try {
      if (channel.read(in.clear()) < 0) {
        return Standing.GONE;
      }
      handshake.feed(in.flip());
      byte[] out = handshake.takeOutput();
      if (out != null && channel.write(ByteBuffer.wrap(out)) < out.length) {
        return Standing.GONE; // a hundred bytes always fit the buffer of a peer that reads
      }
    } catch (IOException e) {
      LOG.info("{} broke off: {}", name(), e.toString());
      return Standing.GONE;
    }
    if (handshake.isRefused()) {
      LOG.warn("refused {}: {}", name(), handshake.refusal());
      return Standing.GONE;
    }
    return handshake.isAccepted() ? Standing.PROVED : Standing.UNPROVED;
  }

  /** The lane that the peer named, once authenticated. */
  int lane() {
    return handshake.peer().lane();
  }

  /** The incarnation that the peer proved, once authenticated. */
  Incarnation incarnation() {
    return handshake.peer().from().incarnation();
  }

  /** The bytes that followed the handshake. */
  ByteBuffer rest() {
    return in;
  }

  /** The peer's name, as far as known. */
  String name() {
    String address;
    try {
      address = String.valueOf(channel.getRemoteAddress());
    } catch (IOException e) {
      address = "a closed connection";
    }
    return handshake.isAccepted() ? handshake.peer().from() + " at " + address : address;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing {}", name(), e);
    }
  }
}
