package trainer.it.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.protocol.auth.Credential;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlClient;

/** One running job, attacked at every port; in the end its client is killed. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StrangersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final byte[] TWO_GIGABYTES =
      ByteBuffer.allocate(64).putInt(Integer.MAX_VALUE).array();
  private static final long FLAT_KILOBYTES = 32 << 10;

  @TempDir private static Path home;
  private static LongJob job;

  @BeforeAll
  static void startsAJob() throws Exception {
    job = LongJob.start(home);
  }

  @AfterAll
  static void endsIt() {
    job.killClient();
  }

  @Test
  @Order(1)
  void theSecretIsInNoEnvironmentCommandLineOrFile() throws Exception {
    assertThat(job.processes().stream().filter(process -> !process.isShell()))
        .extracting(process -> process.property("role"))
        .contains("master", "pserver", "worker");
    List<String> forms = forms(job.secret());
    List<Path> places = new ArrayList<>();
    JobProcess.all()
        .forEach(
            pid -> {
              places.add(Path.of("/proc/" + pid + "/environ"));
              places.add(Path.of("/proc/" + pid + "/cmdline"));
            });
    places.addAll(LongJob.filesBelow(home));
    assertThat(places).anyMatch(place -> place.endsWith("log"));
    for (Path place : places) {
      String text = JobProcess.text(place);
      assertThat(forms).as(place.toString()).noneMatch(text::contains);
    }
  }

  private static List<String> forms(Secret secret) {
    byte[] bytes = secret.toBytes();
    String base64 = Base64.getEncoder().withoutPadding().encodeToString(bytes);
    return List.of(
        new String(bytes, StandardCharsets.ISO_8859_1),
        HexFormat.of().formatHex(bytes),
        HexFormat.of().withUpperCase().formatHex(bytes),
        base64,
        base64.replace('+', '-').replace('/', '_'));
  }

  @Test
  @Order(2)
  void twoGigabytesEndTheConnectionWithTheHeapFlat() throws Exception {
    JobProcess pserver = job.process("pserver");
    JobProcess master = job.process("master");
    long pserverBefore = pserver.liveHeap();
    long masterBefore = master.liveHeap();
    int bulk = pserver.ports().get(0);
    closes(bulk, TWO_GIGABYTES);
    closes(job.masterPort(), TWO_GIGABYTES);
    closes(job.masterPort(), RawConnection.hugeCall("/trainer.MemberService/Session"));
    closes(job.masterPort(), RawConnection.hugeCall("/trainer.ConnectionService/Handshake"));
    try (RawConnection admitted = new RawConnection(bulk)) {
      admitted.prove(toPserver(job.id()), job.secret()).send(TWO_GIGABYTES).awaitClosed();
    }
    assertThat(pserver.liveHeap()).isLessThan(pserverBefore + FLAT_KILOBYTES);
    assertThat(master.liveHeap()).isLessThan(masterBefore + FLAT_KILOBYTES);
    assertThat(job.isAlive()).isTrue();
  }

  private static void closes(int port, byte[] bytes) throws IOException {
    try (RawConnection stranger = new RawConnection(port)) {
      stranger.send(bytes).awaitClosed();
    }
  }

  @Test
  @Order(3)
  void anotherJobsProcessIsRefused() throws Exception {
    Secret anothers = Secret.random(new SecureRandom());
    int bulk = job.process("pserver").ports().get(0);
    refused(bulk, toPserver(job.id()), anothers);
    refused(bulk, toPserver("local_1_2.1"), job.secret());
    for (Secret wrong : List.of(anothers, job.secret())) {
      assertThatThrownBy(
              () ->
                  ControlClient.open(
                      "localhost",
                      job.masterPort(),
                      job.application(),
                      Credential.ofControlSecret(wrong),
                      PATIENCE))
          .as("commands need a secret of their own")
          .isInstanceOf(HandshakeException.class);
    }
  }

  private static void refused(int port, Hello hello, Secret secret) {
    assertThatThrownBy(
            () -> {
              try (RawConnection other = new RawConnection(port)) {
                other.prove(hello, secret);
              }
            })
        .isInstanceOf(HandshakeException.class);
  }

  /** The pserver is the first process that registered with this master. */
  private static Hello toPserver(String id) {
    Party pserver = new Party(Role.PSERVER, 0, new Incarnation(1 << 20 | 1));
    return Hello.member(JobId.parse(id), new Party(Role.WORKER, 7, Incarnation.NONE), pserver, 0);
  }

  @Test
  @Order(4)
  void nothingOutlivesTheClient() {
    assertThat(job.isAlive()).isTrue();
    job.killClient();
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(job.processes()).isEmpty());
  }
}
