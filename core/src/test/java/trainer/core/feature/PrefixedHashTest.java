package trainer.core.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefixedHashTest {
  private final Random random = new Random(12);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void isTheHashOfBothPartsForEveryLength() {
    for (int prefixLength = 0; prefixLength < 32; prefixLength++) {
      for (int count = 0; count < 32 - prefixLength; count++) {
        byte[] prefix = bytes(prefixLength);
        byte[] array = bytes(50);
        int from = random.nextInt(50 - Math.max(8, count) + 1);
        long seed = random.nextLong();
        PrefixedHash hash = new PrefixedHash(prefix, seed);
        byte[] both = Arrays.copyOf(prefix, prefixLength + count);
        System.arraycopy(array, from, both, prefixLength, count);
        assertThat(hash.takes(array, from, from + count)).isTrue();
        assertThat(hash.hash(array, from, from + count))
            .as("%d and %d bytes", prefixLength, count)
            .isEqualTo(NaiveXxHash64.hash(both, seed));
      }
    }
  }

  @Test
  void leavesLongRangesAndTheEndsOfArraysToTheCaller() {
    PrefixedHash hash = new PrefixedHash(new byte[5], 0);
    byte[] array = new byte[40];
    assertThat(hash.takes(array, 0, 26)).isTrue();
    assertThat(hash.takes(array, 0, 27)).isFalse();
    assertThat(hash.takes(array, 32, 40)).isTrue();
    assertThat(hash.takes(array, 33, 33)).isFalse();
    assertThat(hash.takes(new byte[0], 0, 0)).isFalse();
    assertThat(new PrefixedHash(new byte[32], 0).takes(array, 0, 0)).isFalse();
  }

  @Test
  void takesNoRangeOutsideTheArray() {
    PrefixedHash hash = new PrefixedHash(new byte[5], 0);
    byte[] array = new byte[20];
    int[][] ranges = {{-1, 3}, {3, 2}, {10, 21}, {Integer.MIN_VALUE, 2}, {Integer.MAX_VALUE, 2}};
    for (int[] range : ranges) {
      assertThat(hash.takes(array, range[0], range[1])).isFalse();
    }
  }
}
