package trainer.appmaster.main;

import java.io.IOException;
import trainer.appmaster.journal.StateStores;
import trainer.container.state.StateStoreCheck;
import trainer.core.config.Settings;

/** Asks the state store for something, to see that it answers. */
public final class AnsweringStateStore implements StateStoreCheck {
  /** By name, as a service. */
  public AnsweringStateStore() {}

  @Override
  public void check(Settings settings) {
    try {
      StateStores.ask(settings);
    } catch (IOException e) {
      throw StateStores.unreachable(settings, e);
    }
  }
}
