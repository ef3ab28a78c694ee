package trainer.learning.optimizer;

import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** Creates the optimizer of a table. */
public final class Optimizers {
  private Optimizers() {}

  /** The optimizer of the job's settings; L1 and L2 only if the table is regularised. */
  public static Optimizer of(Settings settings, TableSpec table) {
    return living(of(OptimizerSettings.of(settings), table), settings, table);
  }

  /**
   * The optimizer with the same bits in less memory: a row may be its state alone, if the weights
   * follow from it. Only for tables whose weights the optimizer alone changes.
   */
  public static Optimizer compact(Settings settings, TableSpec table) {
    OptimizerSettings own = OptimizerSettings.of(settings);
    boolean follow =
        own.name() == Keys.OptimizerName.FTRL
            && own.learningRate().isConstant()
            && table.update() == TableSpec.Update.OPTIMIZER
            && table.initializer().kind() == Initializer.Kind.ZERO;
    if (!follow) {
      return of(settings, table);
    }
    OptimizerSettings ofTable = table.regularized() ? own : own.unregularized();
    return living(new ScheduledRule(new CompactFtrl(ofTable), ofTable), settings, table);
  }

  /** Adds admission and expiry to trained sparse tables, if the settings ask for them. */
  private static Optimizer living(Optimizer optimizer, Settings settings, TableSpec table) {
    int admission = settings.get(Keys.TABLE_ADMISSION);
    int expiry = settings.get(Keys.TABLE_EXPIRY);
    boolean lives =
        !table.isDense()
            && table.update() == TableSpec.Update.OPTIMIZER
            && (admission > 1 || expiry > 0);
    return lives ? new RowLifecycleRule(optimizer, admission, expiry) : optimizer;
  }

  /** The optimizer with these parameters; L1 and L2 only if the table is regularised. */
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
