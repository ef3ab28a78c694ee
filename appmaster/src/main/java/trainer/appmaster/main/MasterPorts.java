package trainer.appmaster.main;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.web.WebServer;
import trainer.core.config.Keys;
import trainer.core.config.PortRange;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MemberEndpoint;
import trainer.protocol.grpc.MemberListener;

/** The ports at which a master listens: one for members and commands, one for its page. */
final class MasterPorts implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(MasterPorts.class);

  /** Listens on a port; 0: on any. */
  private interface Opening {
    GrpcServer on(int port) throws IOException;
  }

  private final MasterInputs given;
  private final GrpcServer server;
  private final CompletableFuture<WebServer> web;

  private MasterPorts(MasterInputs given, GrpcServer server, CompletableFuture<WebServer> web) {
    this.given = given;
    this.server = server;
    this.web = web;
  }

  /**
   * Opens both ports, the page's in the background: half of a master's start is loading classes, so
   * independent steps run on threads of their own.
   */
  static MasterPorts open(
      MasterInputs given,
      ClusterConnection connection,
      CallerAuthenticator callers,
      MemberListener members,
      ControlEndpoint commands,
      MasterServices services)
      throws IOException {
    Opening opening =
        port ->
            GrpcServer.start(
                port,
                callers.gatekeeper(),
                List.of(new MemberEndpoint(members).service(), commands.service()));
    GrpcServer server = open(given.settings().get(Keys.MASTER_PORTS), connection.port(), opening);
    connection.listen(server.port());
    return new MasterPorts(
        given, server, CompletableFuture.supplyAsync(() -> serve(given, callers, services)));
  }

  /** Opens the port on which this process has listened before, which the cluster names to users. */
  private static GrpcServer open(PortRange ports, int before, Opening opening) throws IOException {
    if (before > 0) {
      try {
        return opening.on(before);
      } catch (IOException e) {
        LOG.warn("Port {} cannot be opened again; users may not reach this process", before, e);
      }
    }
    return ports.open(Keys.MASTER_PORTS, opening::on);
  }

  private static WebServer serve(
      MasterInputs given, CallerAuthenticator callers, MasterServices services) {
    try {
      return given
          .settings()
          .get(Keys.MASTER_WEB_PORTS)
          .open(
              Keys.MASTER_WEB_PORTS,
              port ->
                  new WebServer(
                      port,
                      given.hadoop(),
                      given.isOnCluster(),
                      callers.access()::mayView,
                      services.views(),
                      given.folder(),
                      services.members()::threads));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The addresses of both ports; waits until the page's port listens. */
  Cluster.Address address() throws InterruptedException, ExecutionException {
    return new Cluster.Address(given.host(), server.port(), web.get().address(given.host()));
  }

  /** A JVM waits 0.3 s at its end for threads that wait for sockets. */
  @Override
  public void close() throws IOException {
    server.close();
    if (web.isDone() && !web.isCompletedExceptionally()) {
      web.join().close();
    }
  }
}
