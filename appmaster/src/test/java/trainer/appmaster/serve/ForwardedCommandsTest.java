package trainer.appmaster.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.container.session.HostPort;
import trainer.core.job.Role;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlAccess;
import trainer.protocol.grpc.ControlEndpoint;
import trainer.protocol.grpc.ControlListener;
import trainer.protocol.grpc.GrpcServer;
import trainer.protocol.grpc.JobStatus;

/** Commands at a master that speaks for another one, which listens on a real port. */
class ForwardedCommandsTest {
  private static final String APPLICATION = "application_1795000000000_0001";
  private static final Secret SECRET = Secret.random(new SecureRandom());

  /** Notes the commands that reach it. */
  private record Recorder(String name, List<String> heard) implements ControlListener {
    @Override
    public void status(String job, Consumer<JobStatus> reply) {
      heard.add("status " + job);
      byte[] report = name.getBytes(StandardCharsets.UTF_8);
      reply.accept(
          job.equals("none") ? null : new JobStatus(job, "RUNNING", false, 1, 2, 3, "", report));
    }

    @Override
    public void kill(String job, String user, String reason, Consumer<Answer> reply) {
      answer("kill " + job + " " + user + " " + reason, reply);
    }

    @Override
    public void stop(String job, String user, String reason, Consumer<Answer> reply) {
      answer("stop " + job + " " + user + " " + reason, reply);
    }

    @Override
    public void scale(String job, String user, Role role, int count, Consumer<Answer> reply) {
      answer("scale " + job + " " + user + " " + role.word() + " " + count, reply);
    }

    @Override
    public void submit(String job, String digest, Consumer<Answer> reply) {
      heard.add("submit " + job + " " + digest);
      reply.accept(job.equals("early") ? null : new Answer(true, name));
    }

    private void answer(String command, Consumer<Answer> reply) {
      heard.add(command);
      reply.accept(new Answer(true, name));
    }
  }

  private final Recorder own = new Recorder("own", new ArrayList<>());
  private final Recorder other = new Recorder("leader", new ArrayList<>());
  private final AtomicReference<HostPort> leader = new AtomicReference<>();
  private GrpcServer server;
  private ForwardedCommands commands;

  @BeforeEach
  void start() throws Exception {
    server =
        GrpcServer.start(
            0,
            Gatekeeper.forControl(APPLICATION, SECRET),
            List.of(new ControlEndpoint(other, ControlAccess.OWNERS, Runnable::run).service()));
    leader.set(new HostPort("localhost", server.port()));
    commands = commands(SECRET);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private ForwardedCommands commands(Secret secret) {
    return new ForwardedCommands(own, leader::get, APPLICATION, Credential.ofControlSecret(secret));
  }

  private void all(List<ControlListener.Answer> answers) {
    commands.kill("job", "bob", "why", answers::add);
    commands.stop("job", "bob", "why", answers::add);
    commands.scale("job", "bob", Role.WORKER, 3, answers::add);
    commands.submit("job", "digest", answers::add);
  }

  private static final List<String> ALL =
      List.of(
          "kill job bob why", "stop job bob why", "scale job bob worker 3", "submit job digest");

  @Test
  void allReachTheLeaderUnderTheUsersName() {
    List<ControlListener.Answer> answers = new ArrayList<>();
    all(answers);
    assertThat(answers)
        .extracting(ControlListener.Answer::message)
        .containsOnly("leader")
        .hasSize(4);
    assertThat(other.heard).isEqualTo(ALL);
    assertThat(own.heard).isEmpty();
  }

  @Test
  void allStayHereWhileThisOneLeads() {
    leader.set(null);
    List<ControlListener.Answer> answers = new ArrayList<>();
    all(answers);
    commands.status("job", status -> assertThat(status.job()).isEqualTo("job"));
    assertThat(answers).extracting(ControlListener.Answer::message).containsOnly("own").hasSize(4);
    assertThat(own.heard).containsAll(ALL).contains("status job");
    assertThat(other.heard).isEmpty();
  }

  @Test
  void aStatusIsThatOfTheLeader() {
    List<JobStatus> found = new ArrayList<>();
    commands.status("job", found::add);
    commands.status("none", found::add);
    assertThat(new String(found.get(0).report(), StandardCharsets.UTF_8)).isEqualTo("leader");
    assertThat(found.get(0).recordsComputed()).isEqualTo(3);
    assertThat(found.get(1)).as("the leader has no such job").isNull();
  }

  @Test
  void aLeaderThatCannotSayYetIsNoRefusal() {
    List<ControlListener.Answer> answers = new ArrayList<>();
    commands.submit("early", "digest", answers::add);
    assertThat(answers).hasSize(1).containsNull();
  }

  @Test
  void aLeaderThatIsGoneIsNamed() throws Exception {
    try (ServerSocket free = new ServerSocket(0)) {
      leader.set(new HostPort("localhost", free.getLocalPort()));
    }
    assertThatThrownBy(() -> commands.kill("job", "bob", "", answer -> {}))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the leader at localhost:");
  }

  @Test
  void anotherSecretIsRefused() {
    commands = commands(Secret.random(new SecureRandom()));
    assertThatThrownBy(() -> commands.kill("job", "bob", "", answer -> {}))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(other.heard).isEmpty();
  }
}
