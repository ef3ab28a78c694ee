package trainer.appmaster.web;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.message.Measures;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.report.SessionReport;

/** The job's page: plain HTML from a view, with every text escaped and no external resource. */
final class Page {
  private static final String STYLE =
      "body{font:15px/1.4 sans-serif;margin:2em;max-width:75em;color:#222;background:#fff}"
          + "table{border-collapse:collapse;margin:.5em 0 1.5em}"
          + "th,td{border:1px solid #bbb;padding:.2em .6em;text-align:left}"
          + "th{background:#eee}td.n{text-align:right}.failure{color:#a00;font-weight:bold}";

  /** The points of the learning curve that are listed. */
  private static final int CURVE_ROWS = 20;

  private final StringBuilder html = new StringBuilder(4096);

  private Page() {}

  /**
   * The whole document.
   *
   * @param view null before the first view
   * @param query the end of links to other views of the same job
   */
  static String of(JobView view, String query, long nowMillis) {
    Page page = new Page();
    page.write(view, query, nowMillis);
    return page.html.toString();
  }

  /** The document of a session: its jobs, each that runs with a link to its page. */
  static String of(SessionReport session) {
    Page page = new Page();
    page.begin("Trainer session");
    page.html.append("<h1>");
    page.text("Session " + session.sessionId() + " — " + session.state());
    page.html.append("</h1>");
    if (!session.endedBy().isEmpty()) {
      page.table("End", "what", "value");
      page.row("asked for by", session.endedBy());
      page.end();
    }
    page.table(
        "Jobs", "job", "kind", "name", "state", "done", "workers", "records/s", "failure", "page");
    session.jobs().forEach(page::row);
    page.end();
    page.html.append("<p><a href=\"ws/v1/trainer/status\">the same as JSON</a></p></body></html>");
    return page.html.toString();
  }

  private void row(SessionReport.Job job) {
    SessionReport.Identity identity = job.identity();
    SessionReport.Work work = job.work();
    html.append("<tr>");
    cells(
        identity.jobId(),
        identity.kind(),
        identity.name(),
        job.life().state(),
        work.done() == null ? "" : Math.round(work.done() * 100) + " %",
        work.workers() == null ? "" : work.workers(),
        work.rate() == null ? "" : decimal(work.rate()),
        job.life().failed());
    html.append("<td>");
    if (work.done() != null) {
      html.append("<a href=\"");
      text(NamedJob.query(identity.jobId()));
      html.append("\">its page</a>");
    }
    html.append("</td></tr>");
  }

  private void begin(String title) {
    html.append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.append("<meta http-equiv=\"refresh\" content=\"5\"><title>");
    text(title);
    html.append("</title><style>").append(STYLE).append("</style></head><body>");
  }

  private void write(JobView view, String query, long nowMillis) {
    begin(view == null ? "Trainer" : "Trainer: " + view.name());
    if (view == null) {
      html.append("<h1>Trainer</h1><p>The master is starting.</p>");
    } else {
      heading(view);
      numbers(view);
      waiting(view, nowMillis);
      curve(view.results().quality());
      states(view);
      members(view, nowMillis);
      containers(view);
      trouble(view);
      blacklist(view);
      survived(view);
    }
    html.append("<p><a href=\"ws/v1/trainer/status");
    text(query);
    html.append("\">the same as JSON</a></p></body></html>");
  }

  private void heading(JobView view) {
    html.append("<h1>");
    text(view.name() + " — " + view.state());
    html.append("</h1><p>");
    text(view.id().toString());
    html.append("</p>");
    if (view.failure() != null) {
      html.append("<p class=\"failure\">");
      text(view.failure().message());
      html.append("</p>");
    }
  }

  private void numbers(JobView view) {
    table("Progress", "what", "value");
    JobView.Results results = view.results();
    results.warnings().forEach(one -> row("warning", one));
    JobView.OutputTrouble trouble = view.lifecycle().outputTrouble();
    if (trouble != null) {
      row("the output cannot be written yet", trouble.message());
    }
    row("versions committed", view.version() + " of " + view.versions());
    synchronisation(view.synchronisation());
    JobView.Stop stop = view.lifecycle().stop();
    row(
        "told to stop",
        stop == null ? "" : "at mini-batch " + stop.version() + ", by " + stop.by());
    JobView.Progress progress = view.progress();
    row("epoch", progress.epoch() + " of " + progress.epochs());
    row("records of one epoch", progress.records());
    row("broken records left out", progress.badRecords());
    row("records computed", progress.recordsComputed());
    metrics("training", results.quality().measures().of(results.quality().train()));
    metrics("held-out", results.quality().measures().of(results.quality().validation()));
    ProcessesView.Workers workers = view.processes().workers();
    row("workers", workers.there() + " of " + workers.indices().size());
    row("model id", results.modelId());
    row("model", results.modelLocation());
    scores(results);
    row("term, line", view.recovery().term() + ", " + view.line());
    end();
  }

  private void scores(JobView.Results results) {
    if (results.output() != null) {
      row("rows written", results.output().rows());
    }
    if (results.output() != null && results.published() != null) {
      row(results.output().isImported() ? "import id" : "score id", results.published().id());
      row("output", results.published().location());
    }
  }

  private void synchronisation(JobView.Synchronisation sync) {
    row("synchronised by", sync.mode());
    if (sync.tasks() != null) {
      row("tasks", inWords(sync.tasks()));
      if (!sync.tasks().staleness().isEmpty()) {
        row("steps begun 0, 1 ... ahead of the slowest worker", counts(sync.tasks().staleness()));
      }
      sync.tasks().discards().forEach(one -> row("discarded task", one.evidence()));
    }
    if (sync.versioned() != null) {
      row("gradients taken for a version", sync.versioned().reports());
      row("refused, since a newer version was there", sync.versioned().refusals());
    }
    if (sync.speculated() != null && !sync.speculated().equals(Speculated.NOTHING)) {
      row("speculation", inWords(sync.speculated()));
    }
  }

  private void metrics(String of, Map<String, Double> measures) {
    measures.forEach((name, value) -> row(of + " " + Measures.inWords(name), decimal(value)));
  }

  private static String inWords(JobView.Tasks tasks) {
    return tasks.done()
        + " done, "
        + tasks.pending()
        + " pending, "
        + tasks.todo()
        + " todo, "
        + tasks.discarded()
        + " discarded";
  }

  private static String inWords(Speculated speculated) {
    return speculated.duplicates()
        + " shares given to a second worker, too, "
        + speculated.wins()
        + " done by it first, "
        + speculated.replaced()
        + " workers replaced";
  }

  private static String counts(List<Long> counts) {
    return counts.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private void waiting(JobView view, long nowMillis) {
    if (view.lifecycle().waitingFor().isEmpty()) {
      return;
    }
    table("Waiting for", "what", "for", "asked", "granted", "explanation");
    for (JobView.Waiting one : view.lifecycle().waitingFor()) {
      row(
          one.what(),
          Math.max(0, nowMillis - one.since()) / 1000 + " s",
          one.asked(),
          one.granted(),
          one.explanation());
    }
    end();
  }

  private void states(JobView view) {
    table("States", "state", "entered");
    view.lifecycle().states().forEach(one -> row(one.state(), time(one.at())));
    end();
  }

  private void members(JobView view, long nowMillis) {
    table("Processes", "role", "host", "container", "state", "heartbeat", "records", "shares");
    for (ProcessesView.Member one : view.processes().members()) {
      row(
          one.role().word() + "-" + one.index(),
          one.instance().host(),
          one.instance().containerId(),
          one.why().isEmpty() ? one.state() : one.state() + ": " + one.why(),
          one.lastMessage() == 0
              ? ""
              : Math.max(0, nowMillis - one.lastMessage()) / 1000 + " s ago",
          one.records(),
          one.shares());
    }
    end();
  }

  private void containers(JobView view) {
    table("Containers", "role", "container", "host", "launched", "released", "exit", "logs");
    for (ProcessesView.Container one : view.processes().containers()) {
      row(
          one.role().word() + "-" + one.index(),
          one.containerId(),
          one.host(),
          time(one.life().launchedAt()),
          time(one.life().releasedAt()),
          one.exit(),
          one.logs().path());
    }
    end();
  }

  private void trouble(JobView view) {
    JobView.CheckpointTrouble trouble = view.recovery().checkpointTrouble();
    if (trouble == null || trouble.over()) {
      return;
    }
    table("The model is not kept", "since", "times", "at last", "why");
    row(time(trouble.since()), trouble.times(), time(trouble.at()), trouble.message());
    end();
  }

  private void blacklist(JobView view) {
    if (view.processes().nodes().isEmpty()) {
      return;
    }
    table("Blacklist", "host", "standing", "gets containers", "times", "since", "why");
    for (ProcessesView.Node one : view.processes().nodes()) {
      String gets = one.avoided() ? "no" : "yes";
      row(one.host(), one.standing(), gets, one.strikes(), time(one.at()), one.why());
    }
    end();
  }

  /** The newest points of the learning curve: a page shows no more than people read. */
  private void curve(JobView.Quality quality) {
    List<ResultFact.Scored> points = quality.series();
    if (points.isEmpty()) {
      return;
    }
    List<String> names = List.copyOf(quality.measures().of(points.get(0).heldOut()).keySet());
    List<String> heads = new ArrayList<>(List.of("version", "epoch"));
    heads.add("training " + Measures.inWords(names.get(0)));
    names.forEach(name -> heads.add("held-out " + Measures.inWords(name)));
    table("Learning curve", heads.toArray(String[]::new));
    for (ResultFact.Scored point :
        points.subList(Math.max(0, points.size() - CURVE_ROWS), points.size())) {
      List<Object> cells = new ArrayList<>(List.of(point.version(), point.epoch()));
      cells.add(decimal(quality.measures().of(point.train()).get(names.get(0))));
      quality.measures().of(point.heldOut()).values().forEach(one -> cells.add(decimal(one)));
      row(cells.toArray());
    }
    end();
  }

  private void survived(JobView view) {
    if (view.recovery().survived().isEmpty()) {
      return;
    }
    table("Survived", "what", "at", "seconds until training went on");
    view.recovery()
        .survived()
        .forEach(one -> row(one.what(), time(one.when()), decimal(one.seconds())));
    end();
  }

  private void table(String title, String... heads) {
    html.append("<h2>");
    text(title);
    html.append("</h2><table><tr>");
    for (String head : List.of(heads)) {
      html.append("<th>");
      text(head);
      html.append("</th>");
    }
    html.append("</tr>");
  }

  private void row(Object... cells) {
    html.append("<tr>");
    cells(cells);
    html.append("</tr>");
  }

  private void cells(Object... cells) {
    for (Object cell : cells) {
      html.append(cell instanceof Number ? "<td class=\"n\">" : "<td>");
      text(cell == null ? "" : cell.toString());
      html.append("</td>");
    }
  }

  private void end() {
    html.append("</table>");
  }

  private static String time(long at) {
    return at == 0 ? "" : Instant.ofEpochMilli(at).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String decimal(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.6f", value) : "";
  }

  private void text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '&' -> html.append("&amp;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c);
      }
    }
  }
}
