package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientLocaleTest {
  private final ClientLocale ascii = ClientLocale.of("ANSI_X3.4-1968");
  private final ClientLocale utf8 = ClientLocale.of("UTF-8");

  @Test
  void argumentsAreReadAsTheyWereTyped() {
    byte[] line = "java\0-jar\0t.jar\0model\0m 12 ü ñ\0".getBytes(StandardCharsets.UTF_8);
    assertThat(ClientLocale.typed(List.of("model", "m 12 ??"), line))
        .containsExactly("model", "m 12 ü ñ");
    assertThat(ClientLocale.typed(List.of("a", "b"), new byte[0])).containsExactly("a", "b");
  }

  @Test
  void localeOfAsciiIsReplacedAndArgumentsAreEscaped() throws Exception {
    Map<String, String> environment = new HashMap<>();
    ascii.apply(environment);
    assertThat(environment).containsEntry("LC_ALL", "C.UTF-8");
    assertThat(ascii.escaped(List.of("m ü"))).containsExactly("m+%C3%BC");
    assertThat(ascii.flags()).containsExactly("-Dtrainer.client.ascii=true");
    assertThat(ascii.printable("a — b")).isEqualTo("a - b");
  }

  @Test
  void otherLocalesStay() throws Exception {
    Map<String, String> environment = new HashMap<>();
    utf8.apply(environment);
    assertThat(environment).isEmpty();
    assertThat(utf8.escaped(List.of("m ü"))).containsExactly("m ü");
    assertThat(utf8.flags()).isEmpty();
    assertThat(utf8.printable("a — b")).isEqualTo("a — b");
  }
}
