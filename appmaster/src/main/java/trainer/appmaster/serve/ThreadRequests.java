package trainer.appmaster.serve;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import trainer.core.id.Term;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/**
 * The open requests for the threads of members. They pass the core by, because no decision depends
 * on them. Thread-safe.
 */
final class ThreadRequests {
  private static final long PATIENCE_SECONDS = 5;

  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, CompletableFuture<String>> open = new ConcurrentHashMap<>();

  /**
   * Asks a member.
   *
   * @param send takes the message to it
   * @return the answer; fails after 5 s without one
   */
  CompletableFuture<String> ask(Term term, Consumer<ToMember> send) {
    long number = numbers.incrementAndGet();
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<String> inTime =
        answer
            .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .whenComplete((text, failure) -> open.remove(number));
    open.put(number, answer);
    send.accept(new ToMember.ShowThreads(term, number));
    return inTime;
  }

  /** Takes a message if it is an answer. */
  boolean isAnswer(FromMember message) {
    if (!(message instanceof FromMember.Threads threads)) {
      return false;
    }
    CompletableFuture<String> answer = open.get(threads.number());
    if (answer != null) {
      answer.complete(threads.text());
    }
    return true;
  }
}
