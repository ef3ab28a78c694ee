package trainer.appmaster.live;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/** One sentence about the present work of a job, and its longest wait. */
final class Activity {
  /** A wait for a process that is shorter than this is not named, in milliseconds. */
  private static final long NOTEWORTHY = 100;

  private Activity() {}

  /** The sentence, without a full stop. */
  static String of(JobView view, long now) {
    return switch (view.state()) {
      case NEW, INITING, INIT -> first(view).orElse("The master reads the input's index");
      case SUBMITTED, SCHEDULED -> first(view).orElse("Containers are asked for");
      case RUNNING -> running(view, now);
      case EXITED ->
          view.results().modelId() == null ? "The job is done" : "The model is published";
      case FAILED -> "The job has failed";
      case KILLED -> "The job was killed";
    };
  }

  private static Optional<String> first(JobView view) {
    if (view.lifecycle().waitingFor().isEmpty()) {
      return Optional.empty();
    }
    JobView.Waiting one = view.lifecycle().waitingFor().get(0);
    String text =
        one.granted() < one.asked()
            ? "Waits for " + one.what() + ": " + one.granted() + " of " + one.asked() + " granted"
            : "Waits for " + one.what() + " to start";
    return Optional.of(one.explanation().isEmpty() ? text : text + "; " + one.explanation());
  }

  private static String running(JobView view, long now) {
    StringBuilder text = new StringBuilder(work(view));
    Optional<String> waiting = first(view).or(() -> slowest(view));
    waiting.ifPresent(what -> text.append("; ").append(lower(what)));
    JobView.OutputTrouble trouble = view.lifecycle().outputTrouble();
    if (trouble != null) {
      text.append("; the output cannot be written since ")
          .append(Math.max(0, now - trouble.since()) / 1000)
          .append(" s");
    }
    return text.toString();
  }

  private static String work(JobView view) {
    JobView.FirstPass pass = view.lifecycle().firstPass();
    if (pass != null && view.progress().epoch() == 0 && pass.done() < pass.tasks()) {
      return "Measures the columns: task " + pass.done() + " of " + pass.tasks();
    }
    if (view.results().output() != null && view.tasks() != null) {
      JobView.Tasks tasks = view.tasks();
      long all = tasks.todo() + tasks.pending() + tasks.done() + tasks.discarded();
      return "Writes rows: " + tasks.done() + " of " + all + " tasks done";
    }
    if (view.synchronisation().mode().equals("bsp")) {
      return String.format(
          Locale.ROOT,
          "Mini-batch %,d of %,d, epoch %,d of %,d",
          Math.min(view.version() + 1, Math.max(1, view.versions())),
          view.versions(),
          Math.max(1, view.progress().epoch()),
          view.progress().epochs());
    }
    return "Epoch "
        + Math.max(1, view.progress().epoch())
        + " of "
        + view.progress().epochs()
        + (view.tasks() == null ? "" : ", " + view.tasks().done() + " tasks done");
  }

  private static Optional<String> slowest(JobView view) {
    return view.processes().members().stream()
        .filter(one -> one.delays().behindMillis() >= NOTEWORTHY)
        .max(Comparator.comparingLong(one -> one.delays().behindMillis()))
        .map(Activity::waitsFor);
  }

  private static String waitsFor(ProcessesView.Member one) {
    return String.format(
        Locale.ROOT,
        "waits %.1f s for %s %d on %s",
        one.delays().behindMillis() / 1000.0,
        one.role().word(),
        one.index(),
        one.instance().host());
  }

  private static String lower(String text) {
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }
}
