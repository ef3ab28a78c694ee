package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Entry;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;

/** What every state store promises; each store has a test that is one of these. */
abstract class StateStoreContract {
  private static final AtomicInteger APPLICATIONS = new AtomicInteger();

  final String application = "local_1_" + APPLICATIONS.incrementAndGet();
  final JobId job = new JobId(application, 1);
  private final JobId other = new JobId(application, 2);

  private final List<StateStore> opened = new ArrayList<>();

  /** The store as another process sees it: nothing is shared but what is stored. */
  abstract StateStore another() throws IOException;

  @AfterEach
  void closeAll() {
    for (StateStore store : opened) {
      try {
        store.close();
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotNull(); // it was superseded, and its file taken from it
      }
    }
  }

  @Test
  void termsRise() throws IOException {
    assertThat(store().takeTerm().number()).isEqualTo(1);
    assertThat(store().takeTerm().number()).isEqualTo(2);
    assertThat(store().takeTerm().number()).isEqualTo(3);
  }

  @Test
  void nothingIsAppendedWithoutATerm() {
    assertThatThrownBy(() -> store().log(job).append(entries(new Term(1), 1, 1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anEmptyLogHasNothingAndBeginsAtOne() throws IOException {
    StateStore store = store();
    assertThat(store.log(job).read()).isEmpty();
    assertThat(store.log(job).next()).isEqualTo(1);
    store.takeTerm();
    assertThat(store.log(job).read()).isEmpty();
    assertThat(store.log(job).next()).isEqualTo(1);
  }

  @Test
  void readsBackWhatWasAppendedWhileItIsStillOpen() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 3));
    store.log(job).append(entries(new Term(1), 4, 4));

    assertThat(store().log(job).read()).isEqualTo(entries(new Term(1), 1, 4));
    assertThat(store.log(job).read()).isEqualTo(entries(new Term(1), 1, 4));
    assertThat(store().log(job).next()).isEqualTo(5);
  }

  @Test
  void logsAreApart() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 1));
    store.log(other).append(entries(new Term(1), 1, 3));
    store.log(null).append(entries(new Term(1), 1, 2));

    assertThat(numbers(store().log(job).read())).containsExactly(1L);
    assertThat(numbers(store().log(other).read())).containsExactly(1L, 2L, 3L);
    assertThat(numbers(store().log(null).read())).containsExactly(1L, 2L);
  }

  @Test
  void anOldMasterThatWakesUpIsRefusedAndChangesNothing() throws IOException {
    StateStore old = leader();
    old.log(job).append(entries(new Term(1), 1, 2));
    old.log(null).append(entries(new Term(1), 1, 1));
    // The old one is paused here, between two appends; its files and connections stay open.
    StateStore next = leader();
    assertThat(next.log(job).read()).isEqualTo(entries(new Term(1), 1, 2));
    assertThat(next.log(null).next()).isEqualTo(2);

    assertRefused(() -> old.log(job).append(entries(new Term(1), 3, 3)));
    assertRefused(() -> old.log(null).append(entries(new Term(1), 2, 2)));
    assertRefused(() -> old.log(other).append(entries(new Term(1), 1, 1)));
    assertRefused(() -> old.log(job).compact(entries(new Term(1), 2, 2)));

    assertThat(next.log(job).read()).isEqualTo(entries(new Term(1), 1, 2));
    next.log(job).append(entries(new Term(2), 3, 3));
    next.log(null).append(entries(new Term(2), 2, 2));
    assertRefused(() -> old.log(job).append(entries(new Term(1), 3, 3)));
    assertThat(store().log(job).read())
        .extracting(one -> one.term().number())
        .containsExactly(1L, 1L, 2L);
    StateStore third = leader();
    assertThat(third.log(job).read())
        .extracting(one -> one.term().number())
        .containsExactly(1L, 1L, 2L);
    assertThat(third.log(null).read())
        .extracting(one -> one.term().number())
        .containsExactly(1L, 2L);
  }

  @Test
  void whatWasSafeBeforeTheNextTermIsReadByIt() throws IOException {
    StateStore first = leader();
    first.log(job).append(entries(new Term(1), 1, 1));
    StateStore second = leader();
    // Not fenced yet: the second has not read. Whatever the first is told is safe has to be read.
    boolean safe = appends(first, entries(new Term(1), 2, 2));

    List<Long> read = numbers(second.log(job).read());
    if (safe) {
      assertThat(read).containsExactly(1L, 2L);
    } else {
      assertThat(read).startsWith(1L);
    }
    List<Entry> known = second.log(job).read();
    second.log(job).append(entries(new Term(2), known.size() + 1, known.size() + 1));
    assertThat(leader().log(job).read()).hasSize(known.size() + 1).startsWith(known.get(0));
  }

  @Test
  void aNewTermGoesOnWithTheNumbers() throws IOException {
    StateStore old = leader();
    old.log(job).append(entries(new Term(1), 1, 2));
    old.close();
    StateStore next = leader();

    assertThat(next.log(job).next()).isEqualTo(3);
    next.log(job).append(entries(new Term(2), 3, 4));
    assertThat(store().log(job).read())
        .extracting(one -> one.term().number())
        .containsExactly(1L, 1L, 2L, 2L);
  }

  @Test
  void anAppendThatIsRepeatedIsReadOnce() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 2));
    store.log(job).append(entries(new Term(1), 1, 3));
    store.log(job).append(entries(new Term(1), 1, 3));

    assertThat(numbers(store().log(job).read())).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aGapInTheNumbersIsRefused() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 2));
    assertThatThrownBy(() -> store.log(job).append(entries(new Term(1), 4, 4)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSnapshotTakesThePlaceOfWhatItStandsFor() throws IOException {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 10));
    store.log(job).compact(List.of(entry(2, new Term(1)), entry(7, new Term(1))));
    assertThat(numbers(store().log(job).read())).containsExactly(2L, 7L);
    assertThat(store().log(job).next()).isEqualTo(11);

    store.log(job).append(entries(new Term(1), 11, 12));
    assertThat(numbers(store.log(job).read())).containsExactly(2L, 7L, 11L, 12L);
    assertThat(numbers(store().log(job).read())).containsExactly(2L, 7L, 11L, 12L);

    StateStore next = leader();
    assertThat(numbers(next.log(job).read())).containsExactly(2L, 7L, 11L, 12L);
    next.log(job).compact(List.of());
    next.log(job).append(entries(new Term(2), 13, 13));
    assertThat(numbers(leader().log(job).read())).containsExactly(13L);
  }

  @Test
  void stateLargerThanTheStoreAllowsIsWhole() throws IOException {
    StateStore store = leader();
    List<Entry> large = new ArrayList<>();
    for (int number = 1; number <= 40; number++) {
      large.add(
          new Entry(
              number, new Term(1), new EndingFact.Exported(noise(number, 100_000), "hdfs:/m")));
    }
    store.log(job).append(large.subList(0, 30)); // 3 MB that no packing makes smaller, at once
    store.log(job).append(large.subList(30, 40));
    assertThat(store().log(job).read()).isEqualTo(large);

    store.log(job).compact(large.subList(5, 40));
    assertThat(store().log(job).read()).isEqualTo(large.subList(5, 40));
    StateStore next = leader();
    next.log(job).append(entries(new Term(2), 41, 41));
    assertThat(store().log(job).read()).hasSize(36).startsWith(large.get(5));
  }

  final StateStore store() throws IOException {
    StateStore store = another();
    opened.add(store);
    return store;
  }

  /** Another process that takes the next term. */
  final StateStore leader() throws IOException {
    StateStore store = store();
    store.takeTerm();
    return store;
  }

  /** A superseded master may hear of it as the refusal itself, or first lose its connection. */
  private static void assertRefused(Appending appending) {
    boolean refused = false;
    for (int attempt = 0; attempt < 3 && !refused; attempt++) {
      try {
        appending.run();
        throw new AssertionError("a superseded master was told that an append is safe");
      } catch (SupersededException e) {
        refused = true;
      } catch (IOException e) {
        refused = false; // unknown: it tries again, as the journal does
      }
    }
    assertThat(refused).isTrue();
  }

  private boolean appends(StateStore store, List<Entry> entries) {
    try {
      store.log(job).append(entries);
      return true;
    } catch (IOException | SupersededException e) {
      return false;
    }
  }

  /** What is refused. */
  interface Appending {
    void run() throws IOException;
  }

  static List<Entry> entries(Term term, long first, long last) {
    List<Entry> entries = new ArrayList<>();
    for (long number = first; number <= last; number++) {
      entries.add(entry(number, term));
    }
    return entries;
  }

  private static Entry entry(long number, Term term) {
    return new Entry(number, term, new TrainingFact.WindowOpened(number * 10));
  }

  static List<Long> numbers(List<Entry> entries) {
    return entries.stream().map(Entry::number).toList();
  }

  private static String noise(int seed, int length) {
    StringBuilder text = new StringBuilder(length);
    new java.util.Random(seed).ints(length, 32, 127).forEach(c -> text.append((char) c));
    return text.toString();
  }
}
