package trainer.client.migrate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.config.InvalidSettingsException;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.job.ModelSpec;
import trainer.learning.model.Models;
import trainer.learning.optimizer.OptimizerChoice;

/**
 * Settings of Angel or TonY as options of {@code submit}. Every old setting gives an option or a
 * remark, so that none is lost unseen.
 */
public final class Conversion {
  private final Map<String, NewOption> options = new LinkedHashMap<>();
  private final List<Remark> remarks = new ArrayList<>();

  private Conversion() {}

  /** Converts settings by the table of known keys. */
  public static Conversion of(OldSettings settings) {
    Conversion conversion = new Conversion();
    CorrespondenceTable table = CorrespondenceTable.load();
    settings.values().forEach((key, value) -> conversion.convert(key, value.strip(), table));
    settings
        .unread()
        .forEach(word -> conversion.remark(Remark.Kind.NOT_READ, word, "it is no setting"));
    conversion.findConflicts();
    return conversion;
  }

  /** In the order of the old keys. */
  public List<NewOption> options() {
    return List.copyOf(options.values());
  }

  /** In the order of the old keys; then words that are no settings, and conflicts. */
  public List<Remark> remarks() {
    return List.copyOf(remarks);
  }

  /** Whether no remark waits for the user's decision. */
  public boolean isWhole() {
    return remarks.stream().noneMatch(remark -> remark.kind().isOpen());
  }

  private void convert(String key, String value, CorrespondenceTable table) {
    if (value.isEmpty()) {
      remark(Remark.Kind.NO_COUNTERPART, key, "it is empty, as if it were not set");
      return;
    }
    if (value.contains("$") || value.contains("`")) {
      remark(Remark.Kind.REFUSED, key, "'" + value + "' is for a shell to expand: give its value");
      return;
    }
    List<Correspondence> rows = table.rowsFor(key, value);
    if (rows.isEmpty()) {
      remark(Remark.Kind.UNKNOWN, key, "it is no key of Angel or TonY that Trainer knows");
    }
    rows.forEach(row -> convert(key, value, row));
  }

  private void convert(String key, String value, Correspondence row) {
    if (row.option().isEmpty()) {
      remark(Remark.Kind.NO_COUNTERPART, key, row.remark());
      return;
    }
    try {
      NewOption option = new NewOption(row.option(), row.convert(value), key);
      if (!option.value().isEmpty()) {
        requireLegal(option);
        add(option, row.remark());
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      remark(
          Remark.Kind.REFUSED,
          key,
          "'" + value + "' is no value for " + row.option() + expected(row));
    }
  }

  private static void requireLegal(NewOption option) {
    Key<?> key = Keys.all().get(option.name());
    if (key != null) {
      key.parse(option.value());
    }
  }

  private static String expected(Correspondence row) {
    Key<?> key = Keys.all().get(row.option());
    return key == null ? "" : ", which takes " + key.expected();
  }

  private void add(NewOption option, String remark) {
    NewOption earlier = options.putIfAbsent(option.name(), option);
    if (earlier != null && !earlier.value().equals(option.value())) {
      remark(
          Remark.Kind.REFUSED,
          option.from(),
          earlier.from() + " sets " + option.name() + " to " + earlier.value() + "; choose one");
    } else if (!remark.isEmpty()) {
      remark(Remark.Kind.CONVERTED, option.from(), option.text() + "; " + remark);
    }
  }

  /** Finds what {@code submit} would refuse of the keys together. */
  private void findConflicts() {
    Map<String, String> texts = new LinkedHashMap<>();
    options.values().stream()
        .filter(NewOption::isKey)
        .forEach(option -> texts.put(option.name(), option.value()));
    try {
      Settings settings = Settings.of(texts);
      ModelSpec model =
          Models.declared(Models.load(settings, Conversion.class.getClassLoader()), settings);
      OptimizerChoice.unset(settings, model.labels(), model.tables());
    } catch (InvalidSettingsException e) {
      e.problems().forEach(this::conflict);
    } catch (FailureException e) {
      conflict(e.failure());
    }
  }

  private void conflict(Failure failure) {
    remark(Remark.Kind.REFUSED, "submit", failure.message());
  }

  private void remark(Remark.Kind kind, String about, String text) {
    remarks.add(new Remark(kind, about, text));
  }
}
