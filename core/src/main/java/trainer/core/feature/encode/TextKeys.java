package trainer.core.feature.encode;

import trainer.core.feature.ColumnKeys;

/**
 * The keys of the texts of one column. A text of a dictionary is hashed once, however many records
 * have it. Confined to one thread.
 */
final class TextKeys {
  private final ColumnKeys keys;
  private TextDictionary dictionary;

  /** The keys of the dictionary's entries; 0 where not known, or where the key is 0. */
  private long[] ofEntries = new long[0];

  TextKeys(ColumnKeys keys) {
    this.keys = keys;
  }

  /** The key of a record's text. */
  long key(ColumnVector texts, int record) {
    int entry = texts.entry(record);
    if (entry < 0) {
      return hash(texts, record);
    }
    if (texts.dictionary() != dictionary) {
      begin(texts.dictionary());
    }
    long known = ofEntries[entry];
    if (known == 0) {
      known = hash(texts, record);
      ofEntries[entry] = known;
    }
    return known;
  }

  private long hash(ColumnVector texts, int record) {
    return keys.category(texts.bytes(record), texts.start(record), texts.end(record));
  }

  private void begin(TextDictionary next) {
    dictionary = next;
    ofEntries = new long[next.size()];
  }
}
