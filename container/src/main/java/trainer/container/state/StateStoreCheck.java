package trainer.container.state;

import java.util.ServiceLoader;
import trainer.core.config.Settings;

/**
 * Tells before the start whether the state store answers. The client asks for it and the master's
 * module knows how, so it is found as a service.
 */
public interface StateStoreCheck {
  /**
   * Fails unless the store that these settings name answers, where that can be asked from here.
   *
   * @throws trainer.core.failure.FailureException STATE_STORE_UNREACHABLE or CONFIG_INVALID
   */
  void check(Settings settings);

  /** The one there is. */
  static StateStoreCheck find() {
    return ServiceLoader.load(StateStoreCheck.class, StateStoreCheck.class.getClassLoader())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the bundle has no StateStoreCheck"));
  }
}
