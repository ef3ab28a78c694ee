package trainer.appmaster.files;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.conf.Configuration;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.input.Split;
import trainer.core.job.JobSpec;
import trainer.data.index.InputIndex;
import trainer.data.index.InputIndexer;
import trainer.data.index.ValidationInput;
import trainer.master.job.api.JobEvent;

/** Cuts a job's input, and its validation input if it has one, into blocks. */
public final class InputCutting {
  private final InputIndexer indexer;
  private final Settings settings;
  private final boolean isTraining;
  private final JobOrigin origin;
  private final RetryPolicy patience;

  /** Cut, or being cut, before it is needed; null if nothing asked for that. */
  private volatile CompletableFuture<JobEvent.Indexed> early;

  /**
   * @param hadoop the configuration for reading what the job goes on from
   */
  public InputCutting(
      InputIndexer indexer, Configuration hadoop, JobSpec spec, RetryPolicy patience) {
    this.patience = patience;
    this.indexer = indexer;
    this.settings = Settings.of(spec.settings());
    this.isTraining = spec.isTraining();
    this.origin = new JobOrigin(hadoop, spec);
  }

  /**
   * Cuts the input. Blocks as long as reading it takes.
   *
   * @param isFirst whether to read what the job goes on from, too
   */
  public JobEvent cut(boolean isFirst) {
    try {
      JobEvent.Indexed cut = patience.until("Cutting the input", this::orEarly);
      return isFirst ? cut.from(origin(cut.digest())) : cut;
    } catch (FailureException e) {
      return new JobEvent.IndexFailed(e.failure());
    } catch (IOException | RuntimeException e) {
      return new JobEvent.IndexFailed(
          new Failure(
              FailureKind.UNEXPECTED,
              "the input could not be cut: " + e,
              settings.find(Keys.INPUT).orElse(""),
              "see the master's log"));
    }
  }

  /** Cuts the input before it is needed, once; {@link #cut} then returns the same. */
  public JobEvent cutEarly() {
    if (early == null) {
      early = new CompletableFuture<>();
      try {
        early.complete(once());
      } catch (RuntimeException e) {
        early.completeExceptionally(e);
      }
    }
    return cut(false);
  }

  private JobEvent.Indexed orEarly() {
    CompletableFuture<JobEvent.Indexed> begun = early;
    if (begun != null) {
      try {
        return begun.join();
      } catch (CompletionException e) {
        early = null; // it is cut again, and fails again if it has to
      }
    }
    return once();
  }

  private List<Fact> origin(String indexDigest) throws IOException {
    return patience.until("Reading what the job goes on from", () -> origin.read(indexDigest));
  }

  private JobEvent.Indexed once() {
    InputIndex input = indexer.index(settings.get(Keys.INPUT));
    if (!isTraining) { // every record is scored or imported, whatever training would leave out
      return new JobEvent.Indexed(input.blocks(), input.digest(), null, input.bad());
    }
    boolean isSplit = settings.get(Keys.VALIDATION_PERCENT) > 0;
    boolean isSampled = isSplit || settings.get(Keys.INPUT_NEGATIVES) < 1;
    BlockIndex training = isSampled ? input.blocks().of(Split.TRAINED) : input.blocks();
    if (isSplit) {
      BlockIndex heldOut = input.blocks().of(Split.HELD_OUT);
      return new JobEvent.Indexed(training, input.digest(), heldOut, input.bad());
    }
    Optional<String> heldOut = settings.find(Keys.VALIDATION_INPUT);
    if (heldOut.isEmpty()) {
      return new JobEvent.Indexed(training, input.digest(), null, input.bad());
    }
    InputIndex validation = ValidationInput.named(() -> indexer.indexHeldOut(heldOut.get()));
    return new JobEvent.Indexed(
        training,
        input.digest() + '-' + validation.digest(),
        validation.blocks(),
        input.bad().and(validation.bad()));
  }
}
