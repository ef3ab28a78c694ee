package trainer.appmaster.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The answer to a request, compressed if it is long and the client takes that. */
final class Answer {
  static final String JSON = "application/json; charset=utf-8";

  static final String TEXT = "text/plain; charset=utf-8";

  private static final int LONG = 1000;

  private Answer() {}

  /** Sends a text. */
  static void send(
      HttpServletRequest request, HttpServletResponse response, String type, String text)
      throws IOException {
    send(request, response, type, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes. */
  static void send(
      HttpServletRequest request, HttpServletResponse response, String type, byte[] bytes)
      throws IOException {
    String accepted = request.getHeader("Accept-Encoding");
    boolean isCompressed = bytes.length > LONG && accepted != null && accepted.contains("gzip");
    byte[] sent = isCompressed ? compressed(bytes) : bytes;
    response.setContentType(type);
    response.setHeader("Vary", "Accept-Encoding");
    if (isCompressed) {
      response.setHeader("Content-Encoding", "gzip");
    }
    response.setContentLength(sent.length);
    response.getOutputStream().write(sent);
  }

  /** Refuses a request, with the reason as text. */
  static void refuse(HttpServletResponse response, int status, String why) throws IOException {
    response.setStatus(status);
    response.setContentType(TEXT);
    response.getOutputStream().write(why.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] compressed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 4);
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }
}
