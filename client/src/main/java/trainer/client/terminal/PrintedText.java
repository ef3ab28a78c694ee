package trainer.client.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;

/**
 * A standard stream for people.
 *
 * <p>Punctuation that the stream's character set cannot encode is replaced by its nearest ASCII
 * equivalent, since it would print as a question mark. Other characters, such as letters in file
 * names, pass unchanged.
 *
 * <p>A quiet stream omits the frames of stack traces, including those printed by libraries. The
 * first line of a trace remains.
 */
public final class PrintedText extends PrintStream {
  private static final String FRAME = "\t(at|\\.\\.\\.) .*";
  private static final Map<String, String> PLAIN =
      Map.of("—", "-", "–", "-", "…", "...", "’", "'", "×", "x", "→", "->", "≤", "<=", "≥", ">=");

  private final boolean ascii;
  private final boolean quiet;

  /**
   * @param ascii whether punctuation beyond ASCII is replaced even if it can be encoded
   * @param quiet whether frames of stack traces are omitted
   */
  PrintedText(OutputStream out, Charset charset, boolean ascii, boolean quiet) {
    super(out, true, charset);
    this.ascii = ascii || !charset.newEncoder().canEncode('—');
    this.quiet = quiet;
  }

  /**
   * Replaces both standard streams. Java 17 and newer Javas name their character sets by different
   * properties.
   *
   * @param ascii whether the launcher has found an ASCII-only locale
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
