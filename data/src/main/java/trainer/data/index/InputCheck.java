package trainer.data.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.input.InputFile;
import trainer.core.input.LabelRule;
import trainer.data.file.InputLister;
import trainer.data.file.PartitionFilter;
import trainer.data.file.PinnedFile;
import trainer.data.file.PlannedTables;
import trainer.data.file.StorageFailures;
import trainer.data.format.FormatChoice;

/**
 * Parses the first records of the first files of an input, so that a bad input is rejected before
 * any process starts. The cost is bounded, however many and large the files are.
 */
public final class InputCheck {
  /** Files that are parsed before the start. */
  static final int MOST_FILES = 16;

  private final Configuration hadoop;
  private final FormatChoice formats;
  private final PartitionFilter filter;
  private final PlannedTables planned;
  private final LabelRule labels;
  private final int mostBad;

  /**
   * A check by one job's settings.
   *
   * @param labels the labels that the model accepts
   */
  public InputCheck(Configuration hadoop, Settings settings, LabelRule labels) {
    this.hadoop = hadoop;
    this.formats = new FormatChoice(hadoop, settings);
    this.filter = PartitionFilter.of(settings);
    this.planned = PlannedTables.of(settings);
    this.labels = labels;
    this.mostBad = settings.get(Keys.INPUT_MAX_BAD_RECORDS);
  }

  /**
   * The result for an input that passed.
   *
   * @param files its files in canonical order
   * @param warnings a line for each property that is legal but rarely intended
   */
  public record Passed(List<InputFile> files, List<String> warnings) {}

  /** The sum over the parsed files. */
  private static final class Findings {
    private final Set<String> formats = new TreeSet<>();
    private BadRecords bad = BadRecords.NONE;
    private boolean empty = true;

    void add(FormatChoice.Checked file) {
      bad = bad.and(file.head().bad());
      if (!file.head().isEmpty()) {
        empty = false;
        formats.add(file.format());
      }
    }
  }

  /**
   * Checks the files that {@code inputs} names.
   *
   * @throws FailureException INPUT_NOT_FOUND, INPUT_EMPTY, INPUT_BAD_FILE, INPUT_TRUNCATED,
   *     INPUT_CORRUPT, DATA_INVALID, ACCESS_DENIED
   */
  public Passed check(String inputs) {
    return check(inputs, new InputLister(hadoop, filter, planned).list(inputs));
  }

  /** The same of held-out data, all of whose partitions are taken. */
  public Passed checkHeldOut(String inputs) {
    return check(inputs, new InputLister(hadoop, PartitionFilter.ALL, planned).list(inputs));
  }

  /**
   * The same of files that were listed before.
   *
   * @param inputs their names, for messages
   */
  public Passed check(String inputs, InputLister.Listing listing) {
    List<InputFile> files = listing.files();
    Findings findings = new Findings();
    int parsed = Math.min(MOST_FILES, files.size());
    for (InputFile file : files.subList(0, parsed)) {
      parse(file, findings);
      if (findings.bad.count() > mostBad) {
        throw findings.bad.moreThan(mostBad).toException();
      }
    }
    if (findings.empty && files.stream().skip(parsed).allMatch(file -> file.length() == 0)) {
      throw InputIndexer.empty(inputs, files.size());
    }
    return new Passed(files, warnings(listing, findings));
  }

  private void parse(InputFile file, Findings findings) {
    StorageFailures.guard(
        file.path(),
        FailureKind.INPUT_GONE,
        () -> {
          try (PinnedFile open = PinnedFile.openListed(hadoop, file)) {
            findings.add(formats.check(open, labels));
            return null;
          }
        });
  }

  private static List<String> warnings(InputLister.Listing listing, Findings findings) {
    List<String> warnings = new ArrayList<>();
    if (!listing.repeated().isEmpty()) {
      String names = listing.repeated().stream().limit(3).collect(Collectors.joining(", "));
      warnings.add("a file that is named twice is read once: " + names);
    }
    if (findings.formats.size() > 1) {
      warnings.add(
          "the input holds files of several formats: " + String.join(", ", findings.formats));
    }
    return warnings;
  }
}
