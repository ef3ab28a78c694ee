package trainer.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.RetryPolicy;
import trainer.core.fact.Entry;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Term;
import trainer.journal.keys.GuardedKeys;

/** What a store behind a server promises besides: it comes back, and others can watch it. */
abstract class ServedStateStoreContract extends StateStoreContract {
  @TempDir static File temp;

  /** Waits until a server that was started answers. */
  static void awaitAnswer(Supplier<GuardedKeys> client) {
    try (GuardedKeys keys = client.get()) {
      await()
          .atMost(Duration.ofMinutes(5))
          .ignoreExceptions()
          .until(() -> keys.get("/trainer").isEmpty());
    }
  }

  /** The server itself. */
  abstract ServerProcess server();

  /** A client of its own, that waits so long for an answer. */
  abstract GuardedKeys keys(Duration patience);

  @Override
  final StateStore another() {
    return new KeyedStateStore(keys(Duration.ofSeconds(30)), application);
  }

  @Test
  void aServerThatIsKilledAndComesBackLosesNothingThatWasSafe() throws Exception {
    StateStore store = leader();
    BlockingQueue<Long> safe = new LinkedBlockingQueue<>();
    BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
    JournalThread journal =
        new JournalThread(
            store,
            new Term(1),
            Duration.ofMinutes(10),
            entries -> entries,
            (what, e) -> faults.add(e));
    journal.start(safe::add);
    journal.append(job, new TrainingFact.WindowOpened(1));
    assertThat(safe.poll(5, TimeUnit.MINUTES)).isEqualTo(1);

    server().kill();
    journal.append(job, new TrainingFact.WindowOpened(2));
    journal.append(job, new TrainingFact.WindowOpened(3));
    assertThat(safe.poll(1, TimeUnit.SECONDS)).isNull();
    server().start();

    Long ticket;
    do {
      ticket = safe.poll(5, TimeUnit.MINUTES);
      assertThat(ticket).isNotNull();
    } while (ticket < 3);
    journal.append(job, new TrainingFact.WindowOpened(4));
    journal.close();
    assertThat(faults).isEmpty();
    assertThat(store().log(job).read())
        .extracting(Entry::fact)
        .isEqualTo(
            List.of(
                new TrainingFact.WindowOpened(1),
                new TrainingFact.WindowOpened(2),
                new TrainingFact.WindowOpened(3),
                new TrainingFact.WindowOpened(4)));
  }

  @Test
  void aServerThatIsAwayWhenAMasterBeginsIsWaitedFor() throws Exception {
    server().kill();
    AtomicInteger waits = new AtomicInteger();
    RetryPolicy patience =
        new RetryPolicy(
            Duration.ofMinutes(10),
            time -> {
              if (waits.incrementAndGet() == 1) {
                startServer();
              }
              Thread.sleep(time.toMillis());
            });
    StateStore store = new KeyedStateStore(keys(Duration.ofSeconds(5)), application);
    assertThat(patience.until("Taking a term", store::takeTerm)).isGreaterThan(Term.NONE);
    assertThat(waits).hasPositiveValue();
    assertThat(patience.until("Reading", () -> store.log(job).read())).isEmpty();
  }

  private void startServer() {
    try {
      server().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theKeysAreWhereTheSpecificationSays() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 1));
    store.log(null).append(entries(new Term(1), 1, 1));
    try (GuardedKeys keys = keys(Duration.ofSeconds(30))) {
      String fleet = "/trainer/" + application;
      assertThat(new String(keys.get(fleet + "/term").orElseThrow().bytes(), UTF_8))
          .isEqualTo("1\n");
      assertThat(keys.get(fleet + "/fleet")).isPresent();
      assertThat(keys.get("/trainer/" + job + "/task_queues")).isPresent();
    }
  }
}
