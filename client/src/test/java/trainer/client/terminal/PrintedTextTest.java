package trainer.client.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PrintedTextTest {
  private static final String ERROR = "ERROR X: what — where — see …";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void leavesTextAloneWhereItCanBeEncoded() {
    stream(UTF_8, false, false).println(ERROR);
    assertThat(bytes.toString(UTF_8)).isEqualTo(ERROR + "\n");
  }

  @Test
  void replacesPunctuationThatTheCharacterSetLacks() {
    stream(ISO_8859_1, false, false).print(ERROR + " in ü");
    assertThat(bytes.toString(ISO_8859_1)).isEqualTo("ERROR X: what - where - see ... in ü");
  }

  @Test
  void replacesPunctuationAndKeepsNamesInALocaleOfAscii() {
    stream(UTF_8, true, false).printf(Locale.ROOT, "%s — %d", "m ü ñ", 7);
    assertThat(bytes.toString(UTF_8)).isEqualTo("m ü ñ - 7");
  }

  @Test
  void quietStreamPrintsNoFramesOfStackTraces() {
    Exception thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));
    thrown.printStackTrace(stream(UTF_8, false, true));
    assertThat(bytes.toString(UTF_8).lines())
        .containsExactly(
            "java.lang.IllegalStateException: outer",
            "Caused by: java.lang.IllegalArgumentException: inner");
  }

  @Test
  void verboseStreamPrintsThem() {
    new IllegalStateException("x").printStackTrace(stream(UTF_8, false, false));
    assertThat(bytes.toString(UTF_8)).contains("\tat trainer.client.terminal.PrintedTextTest");
  }

  private PrintedText stream(Charset charset, boolean ascii, boolean quiet) {
    return new PrintedText(bytes, charset, ascii, quiet);
  }
}
