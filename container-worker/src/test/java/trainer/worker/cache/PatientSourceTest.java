package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;

class PatientSourceTest {
  private static final InputFile FILE = new InputFile("hdfs://x/a", 1000, 1);
  private static final Block BLOCK = new Block(0, 0, 10, -1, 0);
  private static final BlockContent CONTENT =
      new BlockContent(
          new Examples(1, new float[] {1}, new int[] {0, 1}, new long[] {3}, null),
          BadRecords.NONE);

  private final Deque<FailureKind> failures = new ArrayDeque<>();
  private final BlockSource source =
      new PatientSource(new Failing(), new RetryPolicy(Duration.ofMinutes(3), time -> {}));

  private BlockContent read() {
    List<BlockContent> given = new ArrayList<>();
    source.read(FILE, BLOCK, (block, content) -> given.add(content));
    assertThat(given).hasSize(1);
    return given.get(0);
  }

  @Test
  void blocksThatCameBeforeAFailureComeOnce() {
    Block other = new Block(4, 30, 10, 1, 1);
    Deque<Integer> attempts = new ArrayDeque<>(List.of(1, 2));
    BlockSource halfway =
        new BlockSource() {
          @Override
          public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
            blocks.accept(block, CONTENT);
            if (attempts.pop() == 1) {
              throw new FailureException(FailureKind.STORAGE_FAILED, "away", file.path(), "");
            }
            blocks.accept(other, CONTENT);
          }

          @Override
          public void close() {}
        };
    List<Block> given = new ArrayList<>();
    new PatientSource(halfway, new RetryPolicy(Duration.ofMinutes(3), time -> {}))
        .read(FILE, BLOCK, (block, content) -> given.add(block));
    assertThat(given).containsExactly(BLOCK, other);
  }

  @Test
  void aStorageThatIsAwayForAWhileIsAskedAgain() {
    failures.addAll(
        List.of(
            FailureKind.STORAGE_FAILED, FailureKind.CLUSTER_UNREACHABLE, FailureKind.SAFE_MODE));
    assertThat(read()).isSameAs(CONTENT);
    assertThat(failures).isEmpty();
  }

  @Test
  void oneThatStaysAwayIsTheFailure() {
    for (int i = 0; i < 1_000; i++) {
      failures.add(FailureKind.CLUSTER_UNREACHABLE);
    }
    assertThatThrownBy(this::read)
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("CLUSTER_UNREACHABLE");
    assertThat(failures).as("asked again, and not for ever").hasSizeBetween(800, 990);
  }

  @Test
  void whatDoesNotPassIsToldAtOnce() {
    failures.addAll(List.of(FailureKind.INPUT_CHANGED, FailureKind.INPUT_CHANGED));
    assertThatThrownBy(this::read).hasMessageContaining("INPUT_CHANGED");
    assertThat(failures).hasSize(1);
  }

  private final class Failing implements BlockSource {
    @Override
    public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
      FailureKind next = failures.poll();
      if (next != null) {
        throw new FailureException(next, "the name node is away", file.path(), "wait");
      }
      blocks.accept(block, CONTENT);
    }

    @Override
    public void close() {}
  }
}
