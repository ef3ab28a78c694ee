package trainer.appmaster.run;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the impossible goes. It ends the process, so that whoever watches this master finds it gone
 * instead of wrong.
 */
public interface FaultHandler {
  /** Ends the process; does not return in production. */
  void fault(String what, Throwable cause);

  /** Logs and halts with the exit status of an unexpected failure. */
  static FaultHandler halting() {
    Logger log = LoggerFactory.getLogger(FaultHandler.class);
    return (what, cause) -> {
      log.error("FAULT: {}; this master ends itself", what, cause);
      Runtime.getRuntime().halt(50);
    };
  }
}
