package trainer.learning.optimizer;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** A row of one regularised weight under an optimizer of any settings. */
final class Weight {
  private final Optimizer optimizer;
  final float[] cells;
  private long steps;

  /**
   * @param settings names without {@code trainer.optimizer.}, each followed by its value
   */
  Weight(OptimizerName name, String... settings) {
    this(0f, name, settings);
  }

  Weight(float start, OptimizerName name, String... settings) {
    optimizer = optimizer(name, settings);
    cells = new float[1 + optimizer.state(1)];
    cells[0] = start;
    optimizer.init(cells, 0, 1);
  }

  static Optimizer optimizer(OptimizerName name, String... settings) {
    return optimizer(new TableSpec("w", 1, Initializer.ZERO, true, 20), name, settings);
  }

  static Optimizer optimizer(TableSpec table, OptimizerName name, String... settings) {
    return Optimizers.of(settings(name, settings), table);
  }

  static Settings settings(OptimizerName name, String... settings) {
    Map<String, String> texts = new HashMap<>();
    texts.put("trainer.optimizer", name.name().toLowerCase(Locale.ROOT));
    for (int i = 0; i < settings.length; i += 2) {
      texts.put("trainer.optimizer." + settings[i], settings[i + 1]);
    }
    return Settings.of(texts);
  }

  float value() {
    return cells[0];
  }

  /** Takes one step of one record; returns the weight after it. */
  float step(double gradient) {
    optimizer.step(++steps, 1).apply(cells, 0, 1, new float[] {(float) gradient});
    return cells[0];
  }
}
