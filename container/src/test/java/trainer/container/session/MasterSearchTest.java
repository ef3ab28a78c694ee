package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;

final class MasterSearchTest {
  private static final long LONG = Duration.ofMinutes(2).toNanos();

  private final MasterSearch search =
      new MasterSearch(
          () -> {
            throw new AssertionError("a search was started");
          });

  @AfterEach
  void close() {
    search.close();
  }

  @Test
  void returnsALeaderThatIsKnownAlready() throws Exception {
    search.found(master(2));
    assertThat(search.awaitFound(new Term(1), LONG)).contains(master(2));
  }

  @Test
  void waitsInVainForALeaderOfAHigherTerm() throws Exception {
    search.found(master(2));
    long before = System.nanoTime();
    assertThat(search.awaitFound(new Term(2), Duration.ofMillis(50).toNanos())).isEmpty();
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(Duration.ofMillis(50).toNanos());
  }

  @Test
  void returnsOnceALeaderOfAHigherTermIsFound() throws Exception {
    CompletableFuture<Optional<MasterAddress>> found =
        CompletableFuture.supplyAsync(this::awaitThird);
    search.found(master(2));
    search.found(master(3));
    assertThat(found.get(60, TimeUnit.SECONDS)).contains(master(3));
  }

  private Optional<MasterAddress> awaitThird() {
    try {
      return search.awaitFound(new Term(2), LONG);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static MasterAddress master(long term) {
    return new MasterAddress(new HostPort("localhost", (int) term), "", new Term(term));
  }
}
