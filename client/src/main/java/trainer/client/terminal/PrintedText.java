package trainer.client.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;

/**
 * A standard stream that prints what a person can read.
 *
 * <p>Punctuation that the stream's character set cannot encode is replaced by its nearest in ASCII;
 * else it would be a question mark. Other letters, such as those of a file's name, go through.
 *
 * <p>A quiet stream leaves out the frames of stack traces, whichever library prints them: the first
 * line of a trace says what was thrown.
 */
public final class PrintedText extends PrintStream {
  private static final String FRAME = "\t(at|\\.\\.\\.) .*";
  private static final Map<String, String> PLAIN =
      Map.of("—", "-", "–", "-", "…", "...", "’", "'", "×", "x", "→", "->", "≤", "<=", "≥", ">=");

  private final boolean ascii;
  private final boolean quiet;

  /**
   * @param ascii whether punctuation beyond ASCII is replaced though it could be encoded
   * @param quiet whether frames of stack traces are left out
   */
  PrintedText(OutputStream out, Charset charset, boolean ascii, boolean quiet) {
    super(out, true, charset);
    this.ascii = ascii || !charset.newEncoder().canEncode('—');
    this.quiet = quiet;
  }

  /**
   * Makes both standard streams such streams. Java 17 names their character sets by one property,
   * newer Javas by others.
   *
   * @param ascii whether the launcher has found a locale of ASCII alone
   * @param verbose whether stack traces are wanted
   */
  public static void install(boolean ascii, boolean verbose) {
    System.setOut(new PrintedText(file(FileDescriptor.out), charset("stdout"), ascii, false));
    System.setErr(new PrintedText(file(FileDescriptor.err), charset("stderr"), ascii, !verbose));
  }

  private static OutputStream file(FileDescriptor descriptor) {
    return new java.io.BufferedOutputStream(new FileOutputStream(descriptor), 8192);
  }

  private static Charset charset(String stream) {
    String name =
        System.getProperty(
            stream + ".encoding",
            System.getProperty(
                "sun." + stream + ".encoding", System.getProperty("native.encoding")));
    return name != null && Charset.isSupported(name)
        ? Charset.forName(name)
        : Charset.defaultCharset();
  }

  @Override
  public void print(String text) {
    super.print(plain(text));
  }

  @Override
  public void println(String text) {
    super.println(plain(text));
  }

  @Override
  public void println(Object object) {
    String text = String.valueOf(object);
    if (!quiet || !text.matches(FRAME)) {
      println(text);
    }
  }

  private String plain(String text) {
    if (!ascii || text == null) {
      return text;
    }
    String plain = text;
    for (Map.Entry<String, String> one : PLAIN.entrySet()) {
      plain = plain.replace(one.getKey(), one.getValue());
    }
    return plain;
  }
}
