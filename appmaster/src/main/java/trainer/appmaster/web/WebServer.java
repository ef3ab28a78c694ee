package trainer.appmaster.web;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterInitializer;
import org.apache.hadoop.http.HttpServer2;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.yarn.ProxyFilter;

/**
 * Serves {@code /} and {@code /ws/v1/trainer/status} on Hadoop's own web server.
 *
 * <p>On a cluster it listens on all addresses behind YARN's AmIpFilter, so that only the proxy gets
 * through, for users who may view the application; elsewhere on the loopback address alone, without
 * a filter.
 */
public final class WebServer implements Closeable {
  static final String STATUS_PATH = "/ws/v1/trainer/status";
  static final String VIEW = "trainer.view";

  private static final String FILTERS = "hadoop.http.filter.initializers";

  private final HttpServer2 server;
  private final boolean proxied;

  /**
   * Starts the server.
   *
   * @param port 0 for any that is free
   * @param proxied whether YARN's proxy stands before it
   * @param viewers who may see the pages; is given the name the proxy vouches for, or null
   * @param view the newest view, or null before the first; called by the server's threads
   */
  public WebServer(
      int port,
      Configuration hadoop,
      boolean proxied,
      Predicate<String> viewers,
      Supplier<JobView> view)
      throws IOException {
    this.proxied = proxied;
    Configuration conf = new Configuration(hadoop);
    conf.set(FILTERS, filters(proxied));
    conf.setInt(HttpServer2.HTTP_MAX_THREADS_KEY, 12);
    conf.setInt("hadoop.http.acceptor.count", 1);
    conf.setInt("hadoop.http.selector.count", 1);
    server =
        new HttpServer2.Builder()
            .setName("trainer")
            .setConf(conf)
            .addEndpoint(URI.create("http://" + (proxied ? "0.0.0.0" : "127.0.0.1") + ":" + port))
            .setFindPort(port == 0)
            .build();
    server.setAttribute(VIEW, view);
    server.setAttribute(ViewersFilter.VIEWERS, viewers);
    server.addServlet("status", STATUS_PATH, StatusServlet.class);
    server.addServlet("page", "/", PageServlet.class);
    server.start();
  }

  private static String filters(boolean proxied) {
    Class<? extends FilterInitializer> ours = ReadOnlyFilter.Initializer.class;
    // In the order they are asked: the proxy's filter finds out who it is that the last one lets
    // by.
    return proxied
        ? String.join(
            ",", ours.getName(), ProxyFilter.INITIALIZER, ViewersFilter.Initializer.class.getName())
        : ours.getName();
  }

  /**
   * The page's address as others reach it.
   *
   * @param host this host's name among the nodes; the loopback address is given where only that is
   *     listened on
   */
  public String address(String host) {
    return "http://"
        + (proxied ? host : "127.0.0.1")
        + ":"
        + server.getConnectorAddress(0).getPort();
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("the web server did not stop", e);
    }
  }
}
