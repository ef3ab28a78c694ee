package trainer.core.feature.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import trainer.core.feature.ColumnKeys;
import trainer.core.feature.FeatureKeys;

class TextKeysTest {
  private final ColumnKeys keys = new FeatureKeys().column("city");

  /** Records whose texts are entries of a dictionary, or their own where the entry is −1. */
  private static final class Texts implements ColumnVector {
    private final String[] texts;
    private final int[] entries;
    private final TextDictionary dictionary;
    private int reads;

    Texts(TextDictionary dictionary, int[] entries, String... texts) {
      this.dictionary = dictionary;
      this.entries = entries;
      this.texts = texts;
    }

    @Override
    public boolean isNull(int record) {
      return false;
    }

    @Override
    public double number(int record) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] bytes(int record) {
      reads++;
      return texts[record].getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int start(int record) {
      return 0;
    }

    @Override
    public int end(int record) {
      return texts[record].length();
    }

    @Override
    public boolean flag(int record) {
      throw new UnsupportedOperationException();
    }

    @Override
    public TextDictionary dictionary() {
      return dictionary;
    }

    @Override
    public int entry(int record) {
      return entries[record];
    }
  }

  private long key(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return keys.category(bytes, 0, bytes.length);
  }

  @Test
  void anEntryIsHashedOnce() {
    Texts texts =
        new Texts(new TextDictionary(2), new int[] {1, 0, 1, 1, -1}, "b", "a", "b", "b", "c");
    TextKeys cached = new TextKeys(keys);
    for (int i = 0; i < 5; i++) {
      assertThat(cached.key(texts, i)).isEqualTo(key(texts.texts[i]));
    }
    assertThat(texts.reads).isEqualTo(3);
  }

  @Test
  void anotherDictionaryHasOtherTexts() {
    TextKeys cached = new TextKeys(keys);
    Texts first = new Texts(new TextDictionary(2), new int[] {0, 1}, "a", "b");
    Texts second = new Texts(new TextDictionary(3), new int[] {0, 2}, "x", "y");
    for (Texts texts : new Texts[] {first, second, first}) {
      assertThat(cached.key(texts, 0)).isEqualTo(key(texts.texts[0]));
      assertThat(cached.key(texts, 1)).isEqualTo(key(texts.texts[1]));
    }
  }
}
