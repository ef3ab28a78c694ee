package trainer.appmaster.files;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.OutputParents;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;

/**
 * The rename that puts a complete folder in its place, the output. An output to be replaced is
 * moved aside just before the rename and deleted after it.
 */
final class OutputPlacement {
  private static final Logger LOG = LoggerFactory.getLogger(OutputPlacement.class);

  /** Whether another master of the job has put the same result in its place. */
  @FunctionalInterface
  interface PublishedCheck {
    boolean isPublished() throws IOException;
  }

  private final Configuration hadoop;
  private final JobSpec spec;
  private final FileSystem files;
  private final Path output;
  private final boolean replaces;
  private final String manifest;
  private final PublishedCheck published;

  /**
   * @param replaces whether an earlier output is replaced
   * @param manifest the name of the file by which an output is known to be one
   */
  OutputPlacement(
      Configuration hadoop,
      JobSpec spec,
      FileSystem files,
      Path output,
      boolean replaces,
      String manifest,
      PublishedCheck published) {
    this.hadoop = hadoop;
    this.spec = spec;
    this.files = files;
    this.output = output;
    this.replaces = replaces;
    this.manifest = manifest;
    this.published = published;
  }

  /** Refuses an output that is there and is not to be replaced. */
  void prepare() throws IOException {
    if (!replaces) {
      refuseIfThere();
    }
  }

  /** Renames a folder to the output. */
  void place(Path written) throws IOException {
    Path aside = replaces ? moveAside() : null;
    try {
      rename(written);
    } catch (IOException | RuntimeException e) {
      if (aside != null && !files.exists(output)) {
        files.rename(aside, output);
      }
      throw e;
    }
    if (aside != null) {
      deleteReplaced(aside);
    }
  }

  /** Moves an earlier output aside. Returns its new path, or null when there is no output. */
  private Path moveAside() throws IOException {
    if (!files.exists(output)) {
      return null;
    }
    if (!files.exists(new Path(output, manifest)) && files.listStatusIterator(output).hasNext()) {
      throw new FailureException(
          FailureKind.OUTPUT_EXISTS,
          "what is there is no output of Trainer, and is not replaced",
          output.toString(),
          "move it away or give another trainer.output");
    }
    Path aside = ExportCleanup.replaced(output, spec);
    // If another master of this job has moved an output there, that one was the output to replace.
    if (files.exists(aside) || published.isPublished()) {
      refuseIfThere();
    }
    if (!files.rename(output, aside)) {
      throw new IOException("cannot rename " + output + " to " + aside);
    }
    return aside;
  }

  /** Deletes the replaced output. Failure is only logged, since the new one is in place. */
  private void deleteReplaced(Path aside) {
    try {
      files.delete(aside, true);
    } catch (IOException e) {
      LOG.warn("The replaced output is left at {}", aside, e);
    }
  }

  private void rename(Path from) throws IOException {
    OutputParents.make(output, hadoop);
    refuseIfThere();
    if (!files.rename(from, output)) {
      refuseIfThere();
      throw new IOException("cannot rename " + from + " to " + output);
    }
    // If a folder was made in between, the rename moves the result inside it instead of failing.
    Path inside = new Path(output, from.getName());
    if (files.exists(inside)) {
      files.rename(inside, from);
      refuseIfThere();
    }
  }

  private void refuseIfThere() throws IOException {
    if (files.exists(output)) {
      throw new FailureException(
          FailureKind.OUTPUT_EXISTS,
          "somebody made the output while the job ran",
          output.toString(),
          "move it away or give another trainer.output");
    }
  }
}
