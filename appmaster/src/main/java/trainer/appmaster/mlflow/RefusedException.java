package trainer.appmaster.mlflow;

import java.io.IOException;

/** MLflow refuses a request, and would refuse it again. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  RefusedException(String message) {
    super(message);
  }
}
