package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EqualSumsTest {
  /** Among more sums nothing is looked for. */
  private static final int MOST = 1 << 16;

  private final EqualSums equal = new EqualSums();

  @Test
  void aLargeShareHasManyGroups() {
    long[] sums = sums(MOST / 4, 4, 0);
    EqualSums.Groups groups = equal.find(0, sums, 0, sums.length);
    assertThat(groups).isNotNull();
    assertThat(groups.groups()).isEqualTo(MOST / 4);
    assertThat(groups.numbers()).isEqualTo(MOST / 4);
    assertCameThrough(groups, sums);
  }

  @Test
  void someStandAlone() {
    long[] sums = sums(3_000, 6, 6_000);
    EqualSums.Groups groups = equal.find(0, sums, 0, sums.length);
    assertThat(groups).isNotNull();
    assertThat(groups.groups()).isEqualTo(3_000);
    assertThat(groups.numbers()).isEqualTo(9_000);
    assertCameThrough(groups, sums);
  }

  @Test
  void codesOfAllTheirBitsComeThrough() {
    char[] codes = new char[2 * Character.MAX_VALUE];
    long[] sums = new long[codes.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (char) (i % Character.MAX_VALUE + 1);
      sums[i] = -codes[i];
    }
    assertCameThrough(EqualSums.Groups.of(codes, Character.MAX_VALUE), sums);
  }

  @Test
  void moreThanFitTheCachesAreSentAsTheyAre() {
    assertThat(equal.find(0, new long[MOST + 1], 0, MOST + 1)).isNull();
    assertThat(equal.find(0, new long[MOST + 1], 0, MOST)).isNotNull();
  }

  @Test
  void whatIsMostlyDifferentIsNotLookedAtAgain() {
    long[] sums = sums(10, 10, 101);
    assertThat(equal.find(0, sums, 0, sums.length)).isNull();
    long[] later = new long[sums.length];
    assertThat(equal.find(0, later, 0, later.length)).isNull();
  }

  private void assertCameThrough(EqualSums.Groups groups, long[] sums) {
    EqualSums.Groups told = EqualSums.Groups.of(groups.codes(), groups.groups());
    assertThat(told.numbers()).isEqualTo(groups.numbers());
    equal.set(0, told);
    long[] gathered = equal.gather(0, sums, 0, sums.length);
    assertThat(gathered).hasSize(groups.numbers());
    long[] back = new long[sums.length];
    told.scatter(gathered, back, 0);
    assertThat(back).isEqualTo(sums);
  }

  /** Groups of equal sums, and sums that are alone, in no order. */
  private static long[] sums(int groups, int size, int alone) {
    long[] sums = new long[groups * size + alone];
    Arrays.setAll(sums, i -> 1_000_003L * (i < groups * size ? i / size : i));
    Random random = new Random(1);
    for (int i = sums.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      long sum = sums[i];
      sums[i] = sums[other];
      sums[other] = sum;
    }
    return sums;
  }
}
