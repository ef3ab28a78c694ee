package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/report.md} to the records of the report: every field, in its order. */
class ReportPageTest {
  private static final Path PAGE = Path.of("..", "docs", "report.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|[^|]*\\| [^|]+ \\|$");

  @Test
  void pageHasEveryFieldAndNoOther() throws IOException {
    List<String> rows =
        ROW.matcher(Files.readString(PAGE)).results().map(row -> row.group(1)).toList();

    assertThat(rows).containsExactlyElementsOf(fields(JobReport.class, ""));
  }

  /** The paths of a record's fields; the fields of an unwrapped part are the record's own. */
  private static List<String> fields(Class<?> type, String prefix) {
    List<String> fields = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        fields.addAll(fields(component.getType(), prefix));
      } else {
        String field = prefix + component.getName();
        fields.add(field);
        fields.addAll(fieldsWithin(component.getGenericType(), field));
      }
    }
    return fields;
  }

  /** The fields of an object or of a list's objects; a map's names are data. */
  private static List<String> fieldsWithin(Type type, String field) {
    if (type instanceof Class<?> one) {
      return one.isRecord() ? fields(one, field + ".") : List.of();
    }
    ParameterizedType generic = (ParameterizedType) type;
    return generic.getRawType() == List.class
        ? fieldsWithin(generic.getActualTypeArguments()[0], field + "[]")
        : List.of();
  }
}
