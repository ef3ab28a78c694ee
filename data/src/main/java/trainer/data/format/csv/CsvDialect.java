package trainer.data.format.csv;

/**
 * The form of CSV text: fields are separated by {@code delimiter}. A field that begins with {@code
 * quote} ends at the next quote that is not doubled; it may contain delimiters and newlines. A
 * quote within another field is text. Lines end with LF or CR LF (RFC 4180 with those two
 * liberties).
 *
 * @param delimiter an ASCII character that is neither the quote nor a line end
 * @param quote an ASCII character that is no line end
 */
record CsvDialect(byte delimiter, byte quote) {
  /** Commas and double quotes. */
  static final CsvDialect COMMA = new CsvDialect((byte) ',', (byte) '"');

  CsvDialect {
    if (delimiter == quote || !isUsable(delimiter) || !isUsable(quote)) {
      throw new IllegalArgumentException("delimiter " + delimiter + " and quote " + quote);
    }
  }

  private static boolean isUsable(byte c) {
    return c > 0 && c != '\n' && c != '\r';
  }
}
