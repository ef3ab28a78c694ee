package trainer.client.watch;

import java.util.Optional;
import trainer.master.report.LifecycleReport;

/**
 * The output of a job that trains nothing, for people.
 *
 * @param verb what it does to the records
 * @param id empty before the output is in its place, as is {@code place}
 */
record RowOutput(String verb, long rows, String idName, String id, String place) {
  /** The output of a job; empty for one that trains. */
  static Optional<RowOutput> of(LifecycleReport job) {
    if (job.scores() != null) {
      LifecycleReport.Scores scores = job.scores();
      return Optional.of(
          new RowOutput("scoring", scores.rows(), "score id", scores.scoreId(), scores.output()));
    }
    LifecycleReport.Imported imported = job.imported();
    return Optional.ofNullable(imported)
        .map(
            one ->
                new RowOutput("importing", one.rows(), "import id", one.importId(), one.output()));
  }
}
