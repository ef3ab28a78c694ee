package trainer.core.feature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class XxHash64Test {
  /** The seed of the reference implementation's self-test. */
  private static final long PRIME = 2654435761L;

  private static final String SENTENCE = "Nobody inspects the spammish repetition";

  private static long hash(byte[] bytes, long seed) {
    return XxHash64.hash(bytes, 0, bytes.length, seed);
  }

  private static long hash(String text, long seed) {
    return hash(text.getBytes(UTF_8), seed);
  }

  /** The bytes of the reference implementation's self-test. */
  private static byte[] sanity(int length) {
    byte[] bytes = new byte[length];
    int generator = (int) PRIME;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (generator >>> 24);
      generator *= generator;
    }
    return bytes;
  }

  @Test
  void givesThePublishedHashesOfTexts() {
    assertThat(hash("", 0)).isEqualTo(0xEF46DB3751D8E999L);
    assertThat(hash("", PRIME)).isEqualTo(0xAC75FDA2929B17EFL);
    assertThat(hash("a", 0)).isEqualTo(0xD24EC4F1A98C6E5BL);
    assertThat(hash("abc", 0)).isEqualTo(0x44BC2CF5AD770999L);
    assertThat(hash("abc", PRIME)).isEqualTo(0x1318DF30094A85FDL);
    assertThat(hash(SENTENCE, 0)).isEqualTo(0xFBCEA83C8A378BF1L);
    assertThat(hash(SENTENCE, PRIME)).isEqualTo(0x56DB22DD5B051147L);
  }

  @Test
  void passesTheSelfTestOfTheReferenceImplementation() {
    assertThat(hash(sanity(1), 0)).isEqualTo(0x4FCE394CC88952D8L);
    assertThat(hash(sanity(1), PRIME)).isEqualTo(0x739840CB819FA723L);
    assertThat(hash(sanity(4), 0)).isEqualTo(0x9256E58AA397AEF1L);
    assertThat(hash(sanity(4), PRIME)).isEqualTo(0x9D5FFDFB928AB4BL);
    assertThat(hash(sanity(8), 0)).isEqualTo(0xF74CB1451B32B8CFL);
    assertThat(hash(sanity(8), PRIME)).isEqualTo(0x9C44B77FBCC302C5L);
    assertThat(hash(sanity(14), 0)).isEqualTo(0xCFFA8DB881BC3A3DL);
    assertThat(hash(sanity(14), PRIME)).isEqualTo(0x5B9611585EFCC9CBL);
    assertThat(hash(sanity(32), 0)).isEqualTo(0xAF5753D39159EDEEL);
    assertThat(hash(sanity(32), PRIME)).isEqualTo(0xDCAB9233B8CA7B0FL);
    assertThat(hash(sanity(101), 0)).isEqualTo(0x0EAB543384F878ADL);
    assertThat(hash(sanity(101), PRIME)).isEqualTo(0xCAA65939306F1E21L);
  }

  @Test
  void equalsAnIndependentImplementationForEveryLengthUpTo200() {
    Random random = new Random(1);
    for (int length = 0; length <= 200; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      for (long seed : new long[] {0, 1, PRIME, -1, random.nextLong()}) {
        assertThat(hash(bytes, seed))
            .as("length %d, seed %d", length, seed)
            .isEqualTo(NaiveXxHash64.hash(bytes, seed));
      }
    }
  }

  @Test
  void hashesTheRangeAloneAtAnyOffset() {
    Random random = new Random(2);
    byte[] bytes = new byte[300];
    random.nextBytes(bytes);
    for (int round = 0; round < 2000; round++) {
      int from = random.nextInt(100);
      int to = from + random.nextInt(200);
      assertThat(XxHash64.hash(bytes, from, to, round))
          .isEqualTo(hash(Arrays.copyOfRange(bytes, from, to), round));
    }
  }

  @Test
  void refusesRangesOutsideTheArray() {
    byte[] bytes = new byte[40];
    int[][] ranges = {{-1, 3}, {0, 41}, {5, 4}, {41, 41}};
    for (int[] range : ranges) {
      assertThatThrownBy(() -> XxHash64.hash(bytes, range[0], range[1], 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
