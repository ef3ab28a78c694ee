package trainer.core.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockIndexTest {
  private static final InputFile A = new InputFile("a", 10, 1);
  private static final InputFile EMPTY = new InputFile("b", 0, 1);
  private static final InputFile C = new InputFile("c", 20, 1);

  private final BlockIndex index =
      new BlockIndex.Builder()
          .file(A)
          .block(0, 5, 2)
          .block(5, 5, -1)
          .file(EMPTY)
          .file(C)
          .block(0, 20, 7)
          .build();

  @Test
  void findsTheFileOfEveryBlock() {
    assertThat(index.size()).isEqualTo(3);
    assertThat(index.fileOf(0)).isEqualTo(A);
    assertThat(index.fileOf(1)).isEqualTo(A);
    assertThat(index.fileOf(2)).isEqualTo(C);
    assertThat(index.block(1)).isEqualTo(new Block(1, 5, 5, -1, 0));
  }

  @Test
  void groupsBlocksByFileInCanonicalOrder() {
    assertThat(index.group(new int[] {2, 1, 0}))
        .isEqualTo(
            List.of(
                new FileBlocks(A, List.of(index.block(0), index.block(1))),
                new FileBlocks(C, List.of(index.block(2)))));
    assertThat(index.group(new int[0])).isEmpty();
  }
}
