package trainer.learning.optimizer;

import trainer.core.config.Settings;
import trainer.core.table.TableSpec;

/** Makes what changes the rows of a table. */
public final class Optimizers {
  private Optimizers() {}

  /** What the job's settings ask for; L1 and L2 only where the table is regularised. */
  public static Optimizer of(Settings settings, TableSpec table) {
    return of(OptimizerSettings.of(settings), table);
  }

  /** The optimizer with these parameters; L1 and L2 only where the table is regularised. */
  public static Optimizer of(OptimizerSettings settings, TableSpec table) {
    if (table.update() == TableSpec.Update.SUM) {
      return new Summation();
    }
    OptimizerSettings own = table.regularized() ? settings : settings.unregularized();
    return new ScheduledRule(rule(own), own);
  }

  private static Rule rule(OptimizerSettings settings) {
    return switch (settings.name()) {
      case SGD -> new Sgd(settings);
      case MOMENTUM -> new Momentum(settings, false);
      case NESTEROV -> new Momentum(settings, true);
      case ADAGRAD -> new AdaGrad(settings);
      case ADADELTA -> new AdaDelta(settings);
      case ADAM -> new Adam(settings);
      case AMSGRAD -> new AmsGrad(settings);
      case RMSPROP -> new RmsProp(settings);
      case FTRL -> new FtrlProximal(settings);
    };
  }
}
