package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.List;

/** The losses a job survived, each with the time until every share was in good hands again. */
final class Survivals {
  private static final double NANOS = 1e9;

  private record Open(String what, long millis, long nanos) {}

  private final Context context;
  private final List<Open> open = new ArrayList<>();
  private final List<JobView.Survived> survived = new ArrayList<>();

  Survivals(Context context) {
    this.context = context;
  }

  /** Lost at {@code nanos}, the moment it was last known to be well. */
  void lost(String what, long nanos) {
    long ago = (context.nanos() - nanos) / 1_000_000;
    open.add(new Open(what, context.millis() - ago, nanos));
  }

  /** Every share has a live holder. */
  void goingOn() {
    for (Open loss : open) {
      survived.add(
          new JobView.Survived(
              loss.what(), loss.millis(), (context.nanos() - loss.nanos()) / NANOS));
      context.changed();
    }
    open.clear();
  }

  boolean isWaiting() {
    return !open.isEmpty();
  }

  List<JobView.Survived> views() {
    return List.copyOf(survived);
  }
}
