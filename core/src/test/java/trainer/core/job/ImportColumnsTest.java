package trainer.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ImportColumnsTest {
  @Test
  void anyNameIsReadAsWritten() {
    ImportColumns columns =
        new ImportColumns(
            List.of(
                new ImportColumns.Column("a,b:c", ImportColumns.Type.TEXT),
                new ImportColumns.Column("say \"x\"", ImportColumns.Type.LONG),
                new ImportColumns.Column("größe in m", ImportColumns.Type.DOUBLE),
                new ImportColumns.Column("-x", ImportColumns.Type.BOOLEAN)));
    assertThat(columns)
        .hasToString("\"a,b:c\":text,\"say \"\"x\"\"\":long,größe in m:double,\"-x\":boolean");
    assertThat(ImportColumns.parse(columns.toString())).isEqualTo(columns);
    assertThat(ImportColumns.parse(" ").columns()).isEmpty();
  }

  @Test
  void aListThatIsNoneSaysWhy() {
    assertThatThrownBy(() -> ImportColumns.parse("a:text,b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a colon and a word come behind the name");
    assertThatThrownBy(() -> ImportColumns.parse("a:text,a:long"))
        .hasMessageContaining("the column is named twice");
    assertThatThrownBy(() -> ImportColumns.parse("a:number"))
        .hasMessageContaining("there is no type number; write long, double, boolean or text");
  }
}
