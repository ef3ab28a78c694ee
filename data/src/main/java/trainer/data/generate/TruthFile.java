package trainer.data.generate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of {@code _truth.json}. */
final class TruthFile {
  private static final int FORMAT_VERSION = 1;

  private TruthFile() {}

  static String json(GenerateRequest request, Truth truth) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("formatVersion", String.valueOf(FORMAT_VERSION));
    members.put("kind", quoted(request.spec().kind()));
    members.put("format", quoted(request.format()));
    members.put("records", String.valueOf(request.spec().records()));
    members.put("files", String.valueOf(request.files()));
    members.put("seed", String.valueOf(request.spec().seed()));
    members.put("modelSeed", String.valueOf(request.spec().modelSeed()));
    members.put("features", String.valueOf(request.spec().features()));
    members.put("nonzeros", String.valueOf(request.spec().nonzeros()));
    members.put("classes", String.valueOf(request.spec().classes()));
    members.put("positives", number(truth.positives()));
    members.put("logLoss", number(truth.logLoss()));
    members.put("auc", number(truth.auc()));
    return members.entrySet().stream()
        .map(member -> "  \"" + member.getKey() + "\": " + member.getValue())
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  private static String quoted(Enum<?> word) {
    return '"' + word.name().toLowerCase(Locale.ROOT) + '"';
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.valueOf(value) : "null";
  }
}
