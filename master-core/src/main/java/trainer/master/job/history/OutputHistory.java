package trainer.master.job.history;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.fact.ResultFact;
import trainer.core.message.Evaluation;
import trainer.core.message.OutputFile;

/** The files of a scoring job's output that count: a fold over facts. */
public final class OutputHistory {
  private final List<OutputFile> files = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private long rows;
  private Evaluation evaluation = Evaluation.NONE;

  void on(ResultFact.FileWritten fact) {
    OutputFile file = fact.file();
    names.add(file.name());
    files.add(file);
    rows += file.rows();
    evaluation = evaluation.plus(file.evaluation());
  }

  /** The files, in the order in which the journal has them. */
  public List<OutputFile> files() {
    return List.copyOf(files);
  }

  /** Whether a file of this name counts. */
  public boolean has(String name) {
    return names.contains(name);
  }

  /** The rows of all files. */
  public long rows() {
    return rows;
  }

  /** The metrics of the rows that have a label. */
  public Evaluation evaluation() {
    return evaluation;
  }
}
