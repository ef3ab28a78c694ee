package trainer.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepeatedSumsTest {
  /** Among more sums nothing is looked for. */
  private static final int MOST = 1 << 16;

  private final RepeatedSums equal = new RepeatedSums();

  @Test
  void aLargeShareHasManyGroups() {
    long[] sums = sums(MOST / 4, 4, 0);
    RepeatedSums.Shortened less = shorten(sums);
    assertThat(less.groups().groups()).isEqualTo(MOST / 4);
    assertThat(less.groups().numbers()).isEqualTo(MOST / 4);
    assertCameThrough(less, sums);
  }

  @Test
  void someStandAlone() {
    long[] sums = sums(3_000, 6, 6_000);
    RepeatedSums.Shortened less = shorten(sums);
    assertThat(less.groups().groups()).isEqualTo(3_000);
    assertThat(less.groups().numbers()).isEqualTo(9_000);
    assertCameThrough(less, sums);
  }

  @Test
  void codesOfAllTheirBitsComeThrough() {
    char[] codes = new char[2 * Character.MAX_VALUE];
    long[] sums = new long[codes.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (char) (i % Character.MAX_VALUE + 1);
      sums[i] = -codes[i];
    }
    equal.set(0, RepeatedSums.Groups.of(codes, Character.MAX_VALUE));
    RepeatedSums.Shortened less = shorten(sums);
    assertThat(less.known()).isTrue();
    assertCameThrough(less, sums);
  }

  @Test
  void moreThanFitTheCachesAreSentAsTheyAre() {
    assertThat(shorten(new long[MOST + 1])).isNull();
    assertThat(shorten(new long[MOST])).isNotNull();
  }

  @Test
  void whatIsMostlyDifferentIsNotLookedAtAgain() {
    long[] sums = sums(10, 10, 101);
    assertThat(shorten(sums)).isNull();
    assertThat(shorten(new long[sums.length])).isNull();
  }

  @Test
  void aGuessThatIsRightIsTakenThoughMoreAreEqual() {
    long[] sums = {1, 1, 1, 1, 7, 1, 1, 1, 1, 8, 1, 1};
    int[] sets = {1, 1, 1, 1, 0, 2, 2, 2, 2, 0, 3, 3};
    long[] many = repeated(sums, 10);
    int[] ofMany = new int[many.length];
    Arrays.setAll(ofMany, i -> sets[i % 12] == 0 ? 0 : sets[i % 12] + 3 * (i / 12));
    RepeatedSums.Groups likely = RepeatedSums.Groups.ofSets(ofMany, 30);
    RepeatedSums.Shortened less = equal.shorten(0, many, 0, many.length, table -> likely);
    assertThat(less.groups().groups()).as("sets of four sums, not of two").isEqualTo(20);
    assertThat(less.groups().numbers()).isEqualTo(20 + 40);
    assertCameThrough(less, many);
  }

  @Test
  void whereAGuessIsWrongSumsAreLookedAt() {
    long[] sums = repeated(new long[] {1, 2, 3, 4}, 25);
    int[] sets = new int[sums.length];
    Arrays.setAll(sets, i -> 1 + i / 4);
    RepeatedSums.Groups likely = RepeatedSums.Groups.ofSets(sets, 25);
    RepeatedSums.Shortened less = equal.shorten(0, sums, 0, sums.length, table -> likely);
    assertThat(less.groups().groups()).isEqualTo(4);
    assertCameThrough(less, sums);
  }

  @Test
  void aGuessOfAnotherLengthOrOfTooLittleIsNotTaken() {
    long[] sums = repeated(new long[] {1, 2, 3, 4}, 25);
    int[] sets = new int[sums.length + 1];
    Arrays.fill(sets, 1);
    RepeatedSums.Groups longer = RepeatedSums.Groups.ofSets(sets, 1);
    assertThat(equal.shorten(0, sums, 0, sums.length, table -> longer).groups().groups())
        .isEqualTo(4);
    RepeatedSums.Groups none = RepeatedSums.Groups.ofSets(new int[sums.length], 0);
    assertThat(equal.shorten(1, sums, 0, sums.length, table -> none).groups().groups())
        .isEqualTo(4);
  }

  @Test
  void whatIsKnownIsNotGuessedAgain() {
    long[] sums = repeated(new long[] {1, 2, 3, 4}, 25);
    int[] sets = new int[sums.length];
    Arrays.setAll(sets, i -> 1 + i % 2);
    RepeatedSums.Groups twoSets = RepeatedSums.Groups.ofSets(sets, 2);
    long[] equalInSets = repeated(new long[] {1, 2}, 50);
    RepeatedSums.Shortened first =
        equal.shorten(0, equalInSets, 0, equalInSets.length, table -> twoSets);
    assertThat(first.known()).isFalse();
    assertThat(first.groups().groups()).isEqualTo(2);
    RepeatedSums.Shortened split =
        equal.shorten(0, sums, 0, sums.length, RepeatedSumsTest::notAsked);
    assertThat(split.known()).isFalse();
    assertThat(split.groups().groups()).isEqualTo(4);
    assertThat(equal.shorten(0, sums, 0, sums.length, RepeatedSumsTest::notAsked).known()).isTrue();
  }

  @Test
  void ofFewSumsOrTooManyNoGuessIsAskedFor() {
    assertThat(equal.shorten(0, new long[63], 0, 63, RepeatedSumsTest::notAsked)).isNull();
    assertThat(equal.shorten(0, new long[MOST + 1], 0, MOST + 1, RepeatedSumsTest::notAsked))
        .isNull();
  }

  private static RepeatedSums.Groups notAsked(int table) {
    throw new AssertionError("a guess is asked for, of table " + table);
  }

  private RepeatedSums.Shortened shorten(long[] sums) {
    return equal.shorten(0, sums, 0, sums.length, table -> null);
  }

  private static void assertCameThrough(RepeatedSums.Shortened less, long[] sums) {
    RepeatedSums.Groups told =
        RepeatedSums.Groups.of(less.groups().codes(), less.groups().groups());
    assertThat(told.numbers()).isEqualTo(less.groups().numbers());
    assertThat(less.numbers()).hasSize(told.numbers());
    long[] back = new long[sums.length];
    told.scatter(less.numbers(), back, 0);
    assertThat(back).isEqualTo(sums);
  }

  private static long[] repeated(long[] sums, int times) {
    long[] all = new long[sums.length * times];
    Arrays.setAll(all, i -> sums[i % sums.length]);
    return all;
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
