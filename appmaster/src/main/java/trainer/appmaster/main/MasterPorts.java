package trainer.appmaster.main;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.web.MemberThreads;
import trainer.appmaster.web.WebServer;
import trainer.core.config.Keys;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.MemberEndpoint;
import trainer.protocol.grpc.MemberListener;

/** The ports at which a master listens: one for members and commands, one for its page. */
final class MasterPorts implements Closeable {
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
      CallerAuthenticator callers,
      MemberListener members,
      MemberThreads threads,
      ControlEndpoint commands,
      LatestViews views)
      throws IOException {
    GrpcServer server =
        given
            .settings()
            .get(Keys.MASTER_PORTS)
            .open(
                Keys.MASTER_PORTS,
                port ->
                    GrpcServer.start(
                        port,
                        callers.gatekeeper(),
                        List.of(new MemberEndpoint(members).service(), commands.service())));
    return new MasterPorts(
        given, server, CompletableFuture.supplyAsync(() -> serve(given, callers, views, threads)));
  }

  private static WebServer serve(
      MasterInputs given, CallerAuthenticator callers, LatestViews views, MemberThreads threads) {
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
                      views,
                      given.folder(),
                      threads));
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
