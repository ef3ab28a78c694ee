package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EqualSumsTest {
  /** There is a code for so many groups. */
  private static final int MOST_GROUPS = Character.MAX_VALUE;

  private final EqualSums equal = new EqualSums();

  @Test
  void aLargeShareHasMoreDifferentSumsThanCodes() {
    long[] sums = sums(40_000, 6, 60_000);
    EqualSums.Groups groups = equal.find(0, sums, 0, sums.length);
    assertThat(groups).isNotNull();
    assertThat(groups.groups()).isEqualTo(40_000);
    assertThat(groups.numbers()).isEqualTo(100_000);
    assertCameThrough(groups, sums);
  }

  @Test
  void groupsThatThereIsNoCodeForStandAlone() {
    int more = 10_000;
    long[] sums = sums(MOST_GROUPS + more, 5, 0);
    EqualSums.Groups groups = equal.find(0, sums, 0, sums.length);
    assertThat(groups).isNotNull();
    assertThat(groups.groups()).isEqualTo(MOST_GROUPS);
    assertThat(groups.numbers()).isEqualTo(MOST_GROUPS + 5 * more);
    assertCameThrough(groups, sums);
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
