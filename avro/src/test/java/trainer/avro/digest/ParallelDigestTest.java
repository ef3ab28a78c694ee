package trainer.avro.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.MessageDigest;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import trainer.core.digest.Sha256;

class ParallelDigestTest {
  @Test
  void digestsWhatItWasGivenInOrder() throws IOException {
    Random random = new Random(1);
    for (int buffers : new int[] {0, 1, 2, 3, 50}) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      try (ParallelDigest beside = new ParallelDigest()) {
        byte[] buffer = beside.first();
        for (int i = 0; i < buffers; i++) {
          buffer = beside.exchange(buffer, fill(random, buffer, all));
        }
        String found = beside.finish(buffer, fill(random, buffer, all));
        MessageDigest expected = Sha256.create();
        expected.update(all.toByteArray());
        assertThat(found).as("%d buffers", buffers).isEqualTo(Sha256.hex(expected));
      }
    }
  }

  @Test
  void whatItCannotDigestIsSaidWithTheNextBuffer() throws IOException {
    try (ParallelDigest beside = new ParallelDigest()) {
      byte[] buffer = beside.first();
      byte[] other = beside.exchange(buffer, buffer.length + 1);
      assertThatThrownBy(() -> beside.exchange(other, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("a digest could not be computed")
          .hasCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anInterruptionEndsTheWait() throws IOException {
    ExecutorService busy = Executors.newSingleThreadExecutor();
    Future<Boolean> never = busy.submit(() -> new CountDownLatch(1).await(1, TimeUnit.HOURS));
    try (ParallelDigest beside = new ParallelDigest(busy)) {
      byte[] other = beside.exchange(beside.first(), 1);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> beside.finish(other, 1))
          .isInstanceOf(InterruptedIOException.class)
          .hasMessage("interrupted while a digest was computed");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThatThrownBy(never::get).hasCauseInstanceOf(InterruptedException.class);
  }

  private static int fill(Random random, byte[] buffer, ByteArrayOutputStream all) {
    random.nextBytes(buffer);
    int length = random.nextInt(buffer.length + 1);
    all.write(buffer, 0, length);
    return length;
  }
}
