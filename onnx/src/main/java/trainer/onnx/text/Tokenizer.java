package trainer.onnx.text;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.util.List;
import trainer.core.config.Keys;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnName;

/**
 * A tokenizer of Hugging Face, from its {@code tokenizer.json}. It calls DJL's native interface
 * itself, since DJL's own class writes into the home folder and opens connections.
 *
 * <p>Truncation is that of the library, with the special tokens kept. Of a longer text only the
 * first characters are looked at: 64 for each token that a text may have. The library would
 * otherwise cut a text of megabytes into tokens for seconds. The padding that the file describes
 * gives the token and the side; lengths are the caller's. Thread-safe.
 */
public final class Tokenizer implements AutoCloseable {
  private static final int CHARACTERS_A_TOKEN = 64;
  private static final int PROBE = 64;
  private static final List<String> PAD_TOKENS = List.of("[PAD]", "<pad>", "<|endoftext|>");
  private static final TokenizersLibrary LIBRARY = TokenizersLibrary.LIB;

  private final long handle;
  private final int maxTokens;
  private long padId;
  private boolean isPaddedLeft;

  private Tokenizer(long handle, int maxTokens) {
    this.handle = handle;
    this.maxTokens = maxTokens;
  }

  /**
   * Reads a tokenizer. Its native library is loaded.
   *
   * @param maxTokens of a text, the special ones included
   * @param location of the model, for messages
   * @throws FailureException MODEL_CORRUPT for another file, CONFIG_INVALID for too few tokens
   */
  public static Tokenizer open(String json, int maxTokens, String location) {
    long handle;
    try {
      handle = LIBRARY.createTokenizerFromString(json);
    } catch (RuntimeException e) {
      throw new FailureException(
          new Failure(
              FailureKind.MODEL_CORRUPT,
              "tokenizer.json cannot be read: " + e.getMessage(),
              location,
              "write it with save_pretrained of a fast tokenizer (transformers, Python)"),
          e);
    }
    Tokenizer tokenizer = new Tokenizer(handle, maxTokens);
    try {
      tokenizer.configure(location);
      return tokenizer;
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  private void configure(String location) {
    LIBRARY.disableTruncation(handle);
    readPadding();
    LIBRARY.disablePadding(handle);
    int special = encode("").length();
    if (maxTokens <= special) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "a text has " + special + " special tokens, which leaves none of " + maxTokens,
          location + ", " + Keys.ONNX_MAX_TOKENS,
          "give more than " + special);
    }
    LIBRARY.setTruncation(handle, maxTokens, "LONGEST_FIRST", 0);
  }

  /** Takes the padding from a padded text; without one, the id of a token with a usual name. */
  private void readPadding() {
    String strategy = LIBRARY.getPaddingStrategy(handle);
    if (strategy == null || strategy.equalsIgnoreCase("DO_NOT_PAD")) {
      padId = PAD_TOKENS.stream().mapToLong(this::idOf).filter(id -> id >= 0).findFirst().orElse(0);
      return;
    }
    LIBRARY.setPadding(handle, PROBE, "MAX_LENGTH", 0);
    long encoding = LIBRARY.encode(handle, "", true);
    long[] ids = LIBRARY.getTokenIds(encoding);
    isPaddedLeft = LIBRARY.getAttentionMask(encoding)[0] == 0;
    padId = ids[isPaddedLeft ? 0 : ids.length - 1];
    LIBRARY.deleteEncoding(encoding);
  }

  /** The id of a token, or -1 if the vocabulary has none with this name. */
  private long idOf(String token) {
    long encoding = LIBRARY.encode(handle, token, false);
    long[] ids = LIBRARY.getTokenIds(encoding);
    String[] tokens = LIBRARY.getTokens(encoding);
    LIBRARY.deleteEncoding(encoding);
    return ids.length == 1 && tokens[0].equals(token) ? ids[0] : -1;
  }

  /**
   * The tokens of a text.
   *
   * @throws BadFieldException naming the column
   */
  public TokenIds encode(String text, String column) {
    if (text == null) {
      throw new BadFieldException(
          "column " + ColumnName.written(column) + " is empty",
          "the model needs a text; fill it in, or leave the record out");
    }
    try {
      return encode(beginning(text));
    } catch (RuntimeException e) {
      throw new BadFieldException(
          "column " + ColumnName.written(column) + " has no tokens: " + e.getMessage(),
          "correct the text, or leave the record out");
    }
  }

  private String beginning(String text) {
    long most = (long) CHARACTERS_A_TOKEN * maxTokens;
    if (text.length() <= most) {
      return text;
    }
    int end = (int) most;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }

  private TokenIds encode(String text) {
    long encoding = LIBRARY.encode(handle, text, true);
    try {
      return new TokenIds(LIBRARY.getTokenIds(encoding), LIBRARY.getTypeIds(encoding));
    } finally {
      LIBRARY.deleteEncoding(encoding);
    }
  }

  /** The id of a token without meaning. */
  public long padId() {
    return padId;
  }

  /** Whether such tokens are put before the others, rather than behind. */
  public boolean isPaddedLeft() {
    return isPaddedLeft;
  }

  @Override
  public void close() {
    LIBRARY.deleteTokenizer(handle);
  }
}
