package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.core.id.Term;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlAccess;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.JobStatus;

/** The choice of the master to which commands go, over real gRPC on the loopback address. */
class MasterLinkTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final byte[] SECRET = new byte[32];

  @TempDir Path root;
  private JobFolder folder;
  private GrpcServer named;
  private GrpcServer leader;
  private MasterLink link;

  @BeforeEach
  void listen() throws IOException {
    folder = new JobFolder(root.toUri().toString().replaceAll("/$", ""));
    Files.createDirectories(root.resolve("fleet"));
    Files.write(root.resolve("fleet/control.secret"), SECRET);
    named = start("named");
    leader = start("leader");
    link = new MasterLink(JOB, folder, new Configuration());
  }

  @AfterEach
  void stop() {
    link.close();
    named.close();
    leader.close();
  }

  private static GrpcServer start(String name) throws IOException {
    Gatekeeper gate = Gatekeeper.forControl(JOB.application(), Secret.of(SECRET));
    ControlEndpoint endpoint =
        new ControlEndpoint(new NamedMaster(name), ControlAccess.OWNERS, Runnable::run);
    return GrpcServer.start(0, gate, List.of(endpoint.service()));
  }

  private void publish(int port) throws IOException {
    new AddressFile(folder.masterAddress(), new Configuration())
        .write(new MasterAddress(new HostPort("localhost", port), "", new Term(2)));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void asksTheMasterThatTheClusterNames() throws Exception {
    publish(leader.port());
    assertThat(link.status("localhost", named.port()).state()).isEqualTo("named");
  }

  @Test
  void asksTheLeaderOfTheFolderIfNothingListensWhereTheClusterSays() throws Exception {
    publish(leader.port());
    int gone = freePort();
    assertThat(link.status("localhost", gone).state()).isEqualTo("leader");
    assertThat(link.kill("localhost", gone, "alice", "enough").message()).isEqualTo("leader");
  }

  @Test
  void asksTheLeaderOfTheFolderIfTheClusterNamesNone() throws Exception {
    publish(leader.port());
    assertThat(link.status("N/A", -1).state()).isEqualTo("leader");
    assertThat(link.status("localhost", 0).state()).isEqualTo("leader");
  }

  @Test
  void goesToTheMasterThatTheClusterNamesOnceItDoes() throws Exception {
    publish(leader.port());
    assertThat(link.status("localhost", -1).state()).isEqualTo("leader");
    assertThat(link.status("localhost", named.port()).state()).isEqualTo("named");
  }

  @Test
  void hasNoStatusWithoutAMaster() throws Exception {
    assertThat(link.status("localhost", freePort())).as("no address in the folder").isNull();
  }

  @Test
  void saysThatThereIsNoMasterIfNeitherNamesOne() {
    assertThatThrownBy(() -> link.kill("N/A", -1, "alice", "enough"))
        .isInstanceOf(IOException.class)
        .hasMessage("the cluster names no master");
  }

  /** Answers with its name. */
  private record NamedMaster(String name) implements ControlListener {
    @Override
    public void status(String job, Consumer<JobStatus> reply) {
      reply.accept(new JobStatus(job, name, false, 0, 0, 0, "", new byte[0]));
    }

    @Override
    public void kill(String job, String user, String reason, Consumer<Answer> reply) {
      reply.accept(new Answer(true, name));
    }

    @Override
    public void stop(String job, String user, String reason, Consumer<Answer> reply) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void scale(String job, String user, Role role, int count, Consumer<Answer> reply) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void submit(String job, String digest, Consumer<Answer> reply) {
      throw new UnsupportedOperationException();
    }
  }
}
