package trainer.appmaster.web;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterInitializer;
import org.apache.hadoop.http.HttpServer2;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ServerConnector;
import trainer.appmaster.live.LiveJobs;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.yarn.ProxyFilter;
import trainer.core.job.JobFolder;

/**
 * The server of {@code /} and {@code /ws/v1/trainer/status}, on Hadoop's own web server. Where the
 * application has several jobs, {@code ?job=<job id>} names one.
 *
 * <p>On a cluster it listens on all addresses behind YARN's AmIpFilter. Only the proxy gets
 * through, for users with the right to view the application. Elsewhere it listens on the loopback
 * address alone, without that filter. The server is made at the first request, or after some
 * seconds: it takes up to a second, which most short jobs never need.
 */
public final class WebServer implements Closeable {
  static final String STATUS_PATH = "/ws/v1/trainer/status";
  static final String CHANGES_PATH = "/ws/v1/trainer/changes";
  static final String MEMBERS_PATH = "/ws/v1/trainer/members";
  static final String CONFIGURATION_PATH = "/ws/v1/trainer/configuration";
  static final String METRICS_PATH = "/metrics";
  static final String LOGS_PATH = "/ws/v1/trainer/logs";
  static final String THREADS_PATH = "/ws/v1/trainer/threads";
  static final String DESCRIPTION_PATH = "/ws/v1/trainer/openapi.yaml";
  static final String VIEWS = "trainer.views";
  static final String FOLDER = "trainer.folder";
  static final String LIVE = "trainer.live";
  static final String THREADS = "trainer.threads";
  static final String HADOOP = "trainer.hadoop";

  private static final String LOOPBACK = "127.0.0.1";
  private static final String FILTERS = "hadoop.http.filter.initializers";

  private static final int BACKLOG = 128;
  private static final Duration UNVISITED = Duration.ofSeconds(5);

  private final LazyWebServer visits;
  private final Configuration hadoop;
  private final boolean proxied;
  private final Predicate<String> viewers;
  private final LatestViews views;
  private final JobFolder folder;
  private final MemberThreads threads;
  private final LiveJobs live;

  /**
   * Starts to listen.
   *
   * @param port 0 for any free port
   * @param proxied whether YARN's proxy stands before it
   * @param viewers the test of a user's right to view; gets the name from the proxy, or null
   * @param views read by the server's threads
   * @param folder has the reports of jobs that have no view any more, configurations and logs
   * @param threads asks processes for the stacks of their threads
   */
  public WebServer(
      int port,
      Configuration hadoop,
      boolean proxied,
      Predicate<String> viewers,
      LatestViews views,
      JobFolder folder,
      MemberThreads threads)
      throws IOException {
    this.hadoop = hadoop;
    this.proxied = proxied;
    this.viewers = viewers;
    this.views = views;
    this.folder = folder;
    this.threads = threads;
    this.live = new LiveJobs(views, System::currentTimeMillis).start();
    this.visits =
        new LazyWebServer(
            new InetSocketAddress(proxied ? "0.0.0.0" : LOOPBACK, port),
            BACKLOG,
            UNVISITED,
            this::serve);
  }

  private Closeable serve(ServerSocketChannel listening) throws IOException {
    Configuration conf = new Configuration(hadoop);
    conf.set(FILTERS, filters(proxied));
    conf.setInt(HttpServer2.HTTP_MAX_THREADS_KEY, 12);
    conf.setInt("hadoop.http.acceptor.count", 1);
    conf.setInt("hadoop.http.selector.count", 1);
    HttpServer2 server =
        new HttpServer2.Builder()
            .setName("trainer")
            .setConf(conf)
            .addEndpoint(URI.create("http://" + LOOPBACK + ":0"))
            .build();
    try {
      start(server, listening);
    } catch (Throwable e) {
      stopAfter(e, server);
      throw e;
    }
    return () -> stop(server);
  }

  private void start(HttpServer2 server, ServerSocketChannel listening) throws IOException {
    server.setAttribute(VIEWS, views);
    server.setAttribute(FOLDER, folder);
    server.setAttribute(LIVE, live);
    server.setAttribute(THREADS, threads);
    server.setAttribute(HADOOP, hadoop);
    server.setAttribute(ViewersFilter.VIEWERS, viewers);
    server.addServlet("status", STATUS_PATH, StatusServlet.class);
    server.addServlet("changes", CHANGES_PATH, ChangesServlet.class);
    server.addServlet("members", MEMBERS_PATH, MembersServlet.class);
    server.addServlet("logs", LOGS_PATH, LogsServlet.class);
    server.addServlet("threads", THREADS_PATH, ThreadsServlet.class);
    server.addServlet("configuration", CONFIGURATION_PATH, ConfigurationServlet.class);
    server.addServlet("metrics", METRICS_PATH, MetricsServlet.class);
    server.addServlet("page", "/", PageServlet.class);
    server.addServlet("files", "/page/*", PageServlet.class);
    server.addServlet("description", DESCRIPTION_PATH, DescriptionServlet.class);
    Connector connector = server.getWebAppContext().getServer().getConnectors()[0];
    ((ServerConnector) connector).open(listening);
    server.start();
  }

  /** Ends the threads of a server that has started only in part. */
  private static void stopAfter(Throwable cause, HttpServer2 server) {
    try {
      stop(server);
    } catch (IOException | RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private static String filters(boolean proxied) {
    Class<? extends FilterInitializer> ours = ReadOnlyFilter.Initializer.class;
    // In the order of their calls: the proxy's filter establishes the user for the last one.
    return proxied
        ? String.join(
            ",", ours.getName(), ProxyFilter.INITIALIZER, ViewersFilter.Initializer.class.getName())
        : ours.getName();
  }

  /**
   * The page's address as others reach it.
   *
   * @param host this host's name among the nodes; not used if only the loopback address listens
   */
  public String address(String host) {
    return "http://" + (proxied ? host : LOOPBACK) + ":" + visits.port();
  }

  private static void stop(HttpServer2 server) throws IOException {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("the web server did not stop", e);
    }
  }

  @Override
  public void close() throws IOException {
    live.close();
    visits.close();
  }
}
