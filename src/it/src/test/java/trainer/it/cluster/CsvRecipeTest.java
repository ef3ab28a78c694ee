package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipe of {@code docs/inputs.md} makes of a CSV file an input that can be learned from. */
class CsvRecipeTest {
  private static final Path SCRIPT = Path.of("../../docs/examples/csv-to-libsvm.awk");
  private static final int RECORDS = 3000;

  @TempDir private Path home;

  private Path turned(String csv, String... variables) throws Exception {
    Path from = Files.writeString(home.resolve("clicks.csv"), csv);
    Path to = home.resolve("clicks.libsvm");
    List<String> command = new ArrayList<>(List.of("awk", "-f", SCRIPT.toString()));
    for (String variable : variables) {
      command.addAll(List.of("-v", variable));
    }
    command.add(from.toString());
    ProcessBuilder awk = new ProcessBuilder(command);
    awk.environment().put("LC_ALL", "C");
    assertThat(awk.redirectError(Redirect.INHERIT).redirectOutput(to.toFile()).start().waitFor())
        .isZero();
    return to;
  }

  /** A click where the country is "tr", whatever else. */
  private static String csv() {
    StringBuilder csv = new StringBuilder("clicked,country,site,age\r\n");
    for (int i = 0; i < RECORDS; i++) {
      boolean clicked = i % 3 == 0;
      String site = List.of("vidéo", "news", "").get(i % 7 % 3);
      csv.append(clicked ? 1 : 0).append(clicked ? ",tr," : ",nl,").append(site).append(",0.5\r\n");
    }
    return csv.toString();
  }

  @Test
  void turnsColumnsIntoFeaturesThatCanBeLearnedFrom() throws Exception {
    Path input = turned(csv());
    assertThat(Files.readAllLines(input))
        .hasSize(RECORDS)
        .allMatch(line -> line.matches("[01]( \\d+:1){1,2} 4:0.5"));
    JsonNode report =
        new TrainerClient(home)
            .run(
                "submit",
                "--master",
                "local",
                "--json",
                "--epochs",
                "10",
                "--input",
                input.toString(),
                "--output",
                home.resolve("model").toString())
            .ok()
            .json();
    assertThat(report.path("records").asLong()).isEqualTo(RECORDS);
    assertThat(report.at("/metrics/train/logLoss").asDouble(1)).isLessThan(0.4);
  }

  @Test
  void takesTheLabelByItsNameAndNumbersAsOtherProgramsWriteThem() throws Exception {
    String csv = "id,a,b,bought\n7,.5,1e-05,yes\n8, 1.5E3 ,tr,no\n";
    Path turned = turned(csv, "label=bought", "positive=yes", "drop=id");
    assertThat(Files.readAllLines(turned)).first().isEqualTo("1 2:.5 3:1e-05");
    assertThat(Files.readAllLines(turned).get(1)).matches("0 2:1.5E3 \\d+:1");
  }
}
