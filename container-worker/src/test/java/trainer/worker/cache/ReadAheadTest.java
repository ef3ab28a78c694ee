package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.learning.block.DecodedBlock;
import trainer.worker.api.WorkerAction;
import trainer.worker.compute.PreparedShare;

class ReadAheadTest extends DrivenReadAhead {
  private static void await(CountDownLatch before, CountDownLatch latch) {
    before.countDown();
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void blocksArriveInTheOrderOfTheWorkWhateverTheThreads() throws InterruptedException {
    start(4, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5, 7, 9));
    assertThat(nextEnd()).isEqualTo("prepared 1");
    PreparedShare share = prepared.take();
    assertThat(share.blocks()).extracting(b -> b.block().number()).containsExactly(3, 5, 7, 9);
    assertThat(share.layout().keys().keys()).contains(3, 5, 7, 9, 100, 200).hasSize(6);
  }

  @Test
  void aBlockInMemoryIsNotReadAgain() {
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    nextEnd();
    reading.prepare(2, 0, blocks(5, 7));
    assertThat(nextEnd()).isEqualTo("prepared 2");
    assertThat(read).containsExactly(3, 5, 7);
  }

  @Test
  void aBlockInMemoryIsNumberedAnewForThePassOfAnotherPhase() throws InterruptedException {
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3));
    assertThat(prepared.take().layout().keys().keys()).containsExactlyInAnyOrder(3, 100, 200);
    reading.prepare(2, 1, blocks(3));
    assertThat(prepared.take().layout().keys().keys()).containsExactly(42);
    reading.prepare(3, WorkerAction.SCORING, blocks(3));
    assertThat(prepared.take().layout().keys().keys()).hasSize(3);
    assertThat(read).containsExactly(3);
  }

  @Test
  void aShareOfTheSameBlocksForTheSamePassIsKnownByItsNumber() throws InterruptedException {
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    PreparedShare first = prepared.take();
    assertThat(first.number()).isPositive();
    reading.prepare(2, 0, blocks(3, 5));
    assertThat(prepared).as("at once, all is in memory").hasSize(1);
    PreparedShare again = prepared.take();
    assertThat(again.number()).isEqualTo(first.number());
    assertThat(again.layout()).isSameAs(first.layout());
    assertThat(again.blocks()).isEqualTo(first.blocks());
    reading.prepare(3, 0, blocks(5, 3));
    assertThat(prepared.take().number()).isPositive().isNotEqualTo(first.number());
    reading.prepare(4, 1, blocks(3, 5));
    assertThat(prepared.take().number()).isPositive().isNotEqualTo(first.number());
    reading.prepare(5, WorkerAction.SCORING, blocks(3, 5));
    assertThat(prepared.take().number()).as("scored once").isZero();
    assertThat(retired).isEmpty();
  }

  @Test
  void aShareStaysKnownThoughItsBlocksAreReadAgain() throws InterruptedException {
    start(1, 0, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    PreparedShare first = prepared.take();
    reading.prepare(2, 0, blocks(3, 5));
    PreparedShare again = prepared.take();
    assertThat(read).containsExactly(3, 5, 3, 5);
    assertThat(again.number()).isEqualTo(first.number());
    assertThat(again.layout()).isSameAs(first.layout());
  }

  @Test
  void nothingIsKeptOfWhatDoesNotComeAgain() throws InterruptedException {
    epochs = 1;
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    assertThat(prepared.take().number()).as("the next phase has other rows").isZero();
    reading.prepare(2, 1, blocks(3, 7));
    assertThat(prepared.take().number()).isZero();
    assertThat(read).as("and the same blocks").containsExactly(3, 5, 7);
    reading.prepare(3, 1, blocks(3, 7));
    prepared.take();
    assertThat(read).as("what was in memory stays").containsExactly(3, 5, 7, 7);
    reading.prepare(4, WorkerAction.SCORING, blocks(9));
    prepared.take();
    reading.prepare(5, WorkerAction.SCORING, blocks(9));
    prepared.take();
    assertThat(read).as("held-out data is scored once").containsExactly(3, 5, 7, 7, 9, 9);
  }

  @Test
  void withoutRoomForSharesNoneHasANumber() throws InterruptedException {
    shares = new ShareCache(0, 1);
    start(1, 1 << 20, (file, block) -> examples(block));
    for (int work = 1; work <= 2; work++) {
      reading.prepare(work, 0, blocks(3, 5));
      assertThat(prepared.take().number()).isZero();
    }
    assertThat(retired).isEmpty();
  }

  @Test
  void aShareThatIsNotAskedForAnyMoreMakesRoomAndIsRetired() throws InterruptedException {
    shares = new ShareCache(3000, 1); // two of them
    start(1, 1 << 20, (file, block) -> examples(block));
    int work = 0;
    List<Long> numbers = new ArrayList<>();
    for (int epoch = 0; epoch < 6; epoch++) {
      for (int block : epoch < 2 ? new int[] {1, 2} : new int[] {2, 3}) {
        reading.prepare(++work, 0, blocks(block));
        numbers.add(prepared.take().number());
      }
    }
    assertThat(retired).containsExactly(numbers.get(0));
    assertThat(numbers.get(numbers.size() - 1)).isPositive();
  }

  @Test
  void withoutBudgetEverythingIsReadAgain() {
    start(1, 0, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3));
    nextEnd();
    reading.prepare(2, 0, blocks(3));
    nextEnd();
    assertThat(read).containsExactly(3, 3);
  }

  @Test
  void brokenRecordsAreNewsWhenReadAndCountWithTheBlock() throws InterruptedException {
    bad = new BadRecords(2, new Failure(FailureKind.DATA_INVALID, "NaN", "a", ""));
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("2 broken in block 3");
    assertThat(nextEnd()).isEqualTo("prepared 1");
    reading.prepare(2, 0, blocks(3));
    assertThat(nextEnd()).as("from memory").isEqualTo("prepared 2");
    prepared.take();
    assertThat(prepared.take().blocks()).extracting(DecodedBlock::bad).containsExactly(2L);
  }

  @Test
  void workWithoutBlocksIsPreparedToo() {
    start(1, 0, (file, block) -> examples(block));
    reading.prepare(4, 0, List.of());
    assertThat(nextEnd()).isEqualTo("prepared 4");
  }

  @Test
  void aBlockThatCannotBeReadIsNamedOnce() {
    start(
        2,
        0,
        (file, block) -> {
          if (block.number() == 5) {
            throw new FailureException(FailureKind.DATA_INVALID, "bad line", "", "");
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(3, 5, 7));
    assertThat(nextEnd()).isEqualTo("failed 1 at block 5: DATA_INVALID");
    reading.prepare(2, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("prepared 2");
  }

  @Test
  void stoppedWorkIsNotReported() throws InterruptedException {
    CountDownLatch reading1 = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    start(
        1,
        0,
        (file, block) -> {
          reading1.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(3, 5));
    reading1.await();
    reading.stop(1);
    go.countDown();
    reading.prepare(2, 0, blocks(7));
    assertThat(nextEnd()).isEqualTo("prepared 2");
    assertThat(read).containsExactly(3, 7);
  }

  @Test
  void whatIsInMemoryDoesNotWaitForAStorageThatIsAway() throws InterruptedException {
    CountDownLatch away = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    start(
        1,
        1 << 20,
        (file, block) -> {
          if (block.number() == 5) {
            await(away, back);
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("prepared 1");
    reading.prepare(2, 0, blocks(3, 5));
    away.await();
    reading.prepare(3, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("prepared 3");
    back.countDown();
    assertThat(nextEnd()).isEqualTo("prepared 2");
  }
}
