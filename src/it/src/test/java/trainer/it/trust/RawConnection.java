package trainer.it.trust;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import trainer.protocol.auth.ClientHandshake;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;

/** Bytes to a port of a job, whoever they come from. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 120_000;

  private final Socket socket;

  RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  /** Sends; that the other end has closed already is no error. */
  RawConnection send(byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
    } catch (SocketException e) {
      // Refused while it was being sent.
    }
    return this;
  }

  /** Waits until the other end closes; a socket timeout is thrown when it does not. */
  void awaitClosed() throws IOException {
    try {
      InputStream in = socket.getInputStream();
      while (in.read() >= 0) {
        // What it still says does not matter.
      }
    } catch (SocketException e) {
      // Reset: closed with bytes of ours unread.
    }
  }

  /** Proves itself to a pserver. */
  RawConnection prove(Hello hello, Secret secret) throws IOException {
    ClientHandshake handshake = new ClientHandshake(hello, secret, new SecureRandom());
    while (!handshake.isAccepted()) {
      byte[] output = handshake.takeOutput();
      if (output != null) {
        send(output);
      }
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("closed in the handshake");
      }
      handshake.feed(ByteBuffer.wrap(new byte[] {(byte) next}));
    }
    return this;
  }

  /** A gRPC call that announces a message of two gigabytes, in HTTP/2 by hand. */
  static byte[] hugeCall(String path) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(out, 4, 0, 0, new byte[0]);
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    for (String header :
        new String[] {
          ":method POST",
          ":scheme http",
          ":path " + path,
          ":authority stranger",
          "content-type application/grpc",
          "te trailers"
        }) {
      headers.write(0);
      for (String part : header.split(" ", 2)) {
        headers.write(part.length());
        headers.write(part.getBytes(StandardCharsets.US_ASCII));
      }
    }
    frame(out, 1, 4, 1, headers.toByteArray());
    frame(out, 0, 0, 1, ByteBuffer.allocate(105).put((byte) 0).putInt(Integer.MAX_VALUE).array());
    return bytes.toByteArray();
  }

  private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.writeByte(0);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
