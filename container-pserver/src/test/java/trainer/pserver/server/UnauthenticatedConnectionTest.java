package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections to a real pserver before their handshake. */
class UnauthenticatedConnectionTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void aStrangerThatTalksNonsenseIsClosedAtOnce() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pserver.port())) {
      OutputStream out = socket.getOutputStream();
      out.write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(endsWithoutAnswer(in)).isTrue();
    }
  }

  private static boolean endsWithoutAnswer(InputStream in) {
    try {
      return in.read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }
}
