package trainer.client.watch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.master.report.JobReport;
import trainer.master.report.LifecycleReport;
import trainer.master.report.ProcessesReport;
import trainer.master.report.WorkReport;

/**
 * The notices of a job for its user, in addition to the progress: reasons, slow processes,
 * warnings.
 *
 * <p>A notice is printed once, and again when its words have changed. Numbers do not count as
 * words, since a busy queue has others at each observation. A notice in which only numbers have
 * changed is printed again after a minute.
 */
final class Notices {
  private static final long FIGURES_NANOS = 60_000_000_000L;

  private record PrintedNotice(String text, long nanos) {
    boolean holdsFor(String now, long nowNanos) {
      return text.equals(now)
          || (withoutFigures(text).equals(withoutFigures(now)) && nowNanos - nanos < FIGURES_NANOS);
    }

    private static String withoutFigures(String text) {
      return text.replaceAll("[0-9]+", "0");
    }
  }

  /** The notice last printed, by subject. */
  private Map<String, PrintedNotice> last = Map.of();

  /** The notices of this observation that are new, a line each. */
  List<String> newIn(Observation seen, long nowNanos) {
    Map<String, PrintedNotice> now = new HashMap<>();
    List<String> fresh = new ArrayList<>();
    of(seen)
        .forEach(
            (subject, text) -> {
              PrintedNotice before = last.get(subject);
              if (before != null && before.holdsFor(text, nowNanos)) {
                now.put(subject, before);
              } else {
                fresh.add(text);
                now.put(subject, new PrintedNotice(text, nowNanos));
              }
            });
    last = now;
    return fresh;
  }

  private static Map<String, String> of(Observation seen) {
    Map<String, String> notices = new LinkedHashMap<>();
    if (!seen.note().isEmpty()) {
      notices.put("note", seen.note());
    }
    JobReport report = seen.report();
    if (report == null) {
      return notices;
    }
    for (LifecycleReport.Waiting one : report.lifecycle().waitingFor()) {
      if (!one.explanation().isEmpty()) {
        notices.put(
            "waiting " + one.what(), "waiting for " + one.what() + ": " + one.explanation());
      }
    }
    for (ProcessesReport.Member member : report.processes().members()) {
      String name = member.instance().role() + " " + member.instance().index();
      String process = name + " on " + member.instance().host();
      switch (member.condition().state()) {
        // Without the factor, which differs at each observation.
        case "slow" -> notices.put("slow " + name, process + " is slow");
        case "full" ->
            notices.put("full " + name, "WARNING: " + process + ": " + member.condition().full());
        default -> {}
      }
    }
    incidents(report, notices);
    String checkpoint = report.work().checkpointFailure();
    if (!checkpoint.isEmpty()) {
      notices.put("checkpoint", "WARNING: no checkpoint: " + checkpoint);
    }
    String output = report.work().outputFailure();
    if (!output.isEmpty()) {
      notices.put("output", "WARNING: the output cannot be written yet: " + output);
    }
    return notices;
  }

  private static void incidents(JobReport report, Map<String, String> notices) {
    WorkReport work = report.work();
    String rollbacks = Incidents.rollbacks(report);
    if (!rollbacks.isEmpty()) {
      // The count is part of the subject, so that each rollback is printed at once.
      notices.put("back " + work.rollbacks(), "WARNING: training went back " + rollbacks);
    }
    if (work.badRecords() > 0) {
      // Without the number, which the end summary has.
      notices.put("bad records", "WARNING: broken records are left out (see the workers' logs)");
    }
  }
}
