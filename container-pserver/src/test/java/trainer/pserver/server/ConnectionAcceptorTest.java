package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;

/** Handshakes with a real pserver. */
class ConnectionAcceptorTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void strangersAreRefused() {
    assertThat(
            refused(
                Secret.random(new SecureRandom()),
                RunningPserver.WORKER,
                new Incarnation(RunningPserver.INCARNATION),
                0))
        .isTrue();
    assertThat(
            refused(
                pserver.secret(),
                RunningPserver.WORKER,
                new Incarnation(RunningPserver.INCARNATION + 1),
                0))
        .isTrue();
    assertThat(
            refused(
                pserver.secret(),
                RunningPserver.WORKER,
                new Incarnation(RunningPserver.INCARNATION),
                2))
        .isTrue();
    assertThat(
            refused(
                pserver.secret(),
                new Party(Role.MASTER, 0, new Incarnation(9)),
                new Incarnation(RunningPserver.INCARNATION),
                0))
        .isTrue();
    assertThat(
            refused(
                pserver.secret(),
                new Party(Role.PSERVER, 1, new Incarnation(9)),
                new Incarnation(RunningPserver.INCARNATION),
                0))
        .isFalse();
    assertThat(
            refused(
                pserver.secret(),
                RunningPserver.WORKER,
                new Incarnation(RunningPserver.INCARNATION),
                1))
        .isFalse();
  }

  private boolean refused(Secret with, Party from, Incarnation incarnation, int lane) {
    try {
      pserver.open(with, from, incarnation, lane);
      return false;
    } catch (HandshakeException e) {
      return true;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
