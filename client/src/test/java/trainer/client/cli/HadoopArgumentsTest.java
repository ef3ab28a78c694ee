package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HadoopArgumentsTest {
  @Test
  void movesWhatStandsBeforeTheVerb() {
    assertThat(HadoopArguments.moveToEnd(words("-D a=b -Dc=d -conf x.xml submit --json")))
        .containsExactly(words("submit --json -D a=b -Dc=d -conf x.xml"));
  }

  @Test
  void movesWhatStandsBetweenVerbs() {
    assertThat(HadoopArguments.moveToEnd(words("model -Da=b verify x")))
        .containsExactly(words("model verify x -Da=b"));
  }

  @Test
  void leavesTheRestAlone() {
    assertThat(HadoopArguments.moveToEnd(words("submit --input x -Da=b")))
        .containsExactly(words("submit --input x -Da=b"));
    assertThat(HadoopArguments.moveToEnd(words("--help"))).containsExactly("--help");
  }

  private static String[] words(String line) {
    return line.split(" ", -1);
  }
}
