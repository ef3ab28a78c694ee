package trainer.core.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitsTest {
  private static final InputFile FILE = new InputFile("file:/a", 100, 1);

  @Test
  void blocksOfAFileWithoutUnitsAreUnitsOfTheirOwn() {
    Units units = new BlockIndex.Builder().file(FILE).block(0, 1, 1).block(1, 1, 1).build().units();
    assertThat(units.areLarge()).isFalse();
    assertThat(units.count()).isEqualTo(2);
    assertThat(units.first(1)).isEqualTo(1);
    assertThat(units.end(1)).isEqualTo(2);
    assertThat(Units.ofBlocks(3).count()).isEqualTo(3);
  }

  @Test
  void aUnitEndsWithTheNextUnitOrFile() {
    BlockIndex index =
        new BlockIndex.Builder()
            .file(FILE)
            .unit()
            .block(0, 1, 1)
            .block(0, 1, 1, 1)
            .unit()
            .block(1, 1, 1)
            .file(FILE)
            .file(FILE)
            .block(0, 1, 1)
            .block(1, 1, 1)
            .build();
    Units units = index.units();
    assertThat(units.areLarge()).isTrue();
    assertThat(units.count()).isEqualTo(4);
    assertThat(units.first(0)).isEqualTo(0);
    assertThat(units.first(1)).isEqualTo(0);
    assertThat(units.end(0)).isEqualTo(2);
    assertThat(units.first(2)).isEqualTo(2);
    assertThat(units.end(2)).isEqualTo(3);
    assertThat(units.first(4)).isEqualTo(4);
    assertThat(units.end(4)).isEqualTo(5);
  }

  @Test
  void aBlockIsDecodedWithItsUnit() {
    BlockIndex.Builder index = new BlockIndex.Builder().file(FILE);
    for (int block = 0; block < 20; block++) {
      index = block % 10 == 0 ? index.unit() : index;
      index.block(0, 1, 1, block);
    }
    Units units = index.build().units();
    assertThat(units.decodedForEach(new int[] {3, 4})).isEqualTo(5);
    assertThat(units.decodedForEach(new int[] {3, 14})).isEqualTo(10);
    assertThat(Units.ofBlocks(3).decodedForEach(new int[] {0, 2})).isEqualTo(1);
  }
}
