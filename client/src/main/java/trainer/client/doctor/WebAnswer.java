package trainer.client.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/**
 * The answer of a web server.
 *
 * @param status the HTTP status; a redirection is not followed
 * @param date the server's time; null if the answer has none
 * @param body at most 1 MiB of it; empty unless the status is 200
 */
record WebAnswer(int status, Instant date, byte[] body) {
  private static final int LARGEST = 1 << 20;

  /**
   * Asks a web server.
   *
   * @param patience the longest time to connect, and of each read
   * @throws IOException when it does not answer in time
   */
  static WebAnswer of(String url, Duration patience) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout((int) patience.toMillis());
    connection.setReadTimeout((int) patience.toMillis());
    connection.setInstanceFollowRedirects(false);
    try {
      int status = connection.getResponseCode();
      long date = connection.getHeaderFieldDate("Date", -1);
      byte[] body = new byte[0];
      if (status == HttpURLConnection.HTTP_OK) {
        try (InputStream in = connection.getInputStream()) {
          body = in.readNBytes(LARGEST);
        }
      }
      return new WebAnswer(status, date < 0 ? null : Instant.ofEpochMilli(date), body);
    } finally {
      connection.disconnect();
    }
  }
}
