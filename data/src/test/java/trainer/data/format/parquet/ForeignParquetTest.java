package trainer.data.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.data.Input;

/** Files of other programs; their folder has a README with the commands that wrote them. */
class ForeignParquetTest {
  @TempDir private Path folder;

  private Input input(String name) {
    return new Input(folder.resolve(name))
        .with("trainer.features", "age:number,pay:number,city:category,note:category,age*city")
        .with("trainer.label.positive", "true");
  }

  @Test
  void theFileOfParquetWasmHasTheRowsOfCsv() throws IOException {
    StringBuilder rows = new StringBuilder("label,age,pay,city,note\n");
    for (int i = 0; i < 1000; i++) {
      rows.append(i % 2 == 0).append(',');
      rows.append(i % 7 == 0 ? "" : i % 90).append(',');
      rows.append(i % 5 == 0 ? "" : i / 8.0).append(',');
      rows.append(i % 11 == 0 ? "" : "Zürich " + i % 13).append(",note ").append(i).append('\n');
    }
    Input csv = input("csv");
    csv.write("a.csv", rows.toString());
    Input parquet = input("parquet");
    try (InputStream file = getClass().getResourceAsStream("/parquet/wasm.parquet")) {
      parquet.write("a.parquet", file.readAllBytes());
    }
    assertThat(parquet.index().blocks().units().count()).isEqualTo(2);
    assertThat(parquet.read()).hasSize(1000).isEqualTo(csv.read());
  }
}
