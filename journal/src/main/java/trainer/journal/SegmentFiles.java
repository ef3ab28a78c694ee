package trainer.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.state.JournalReader;
import trainer.core.fact.Entry;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.journal.Segments.Content;

/**
 * A reader of the segments in one folder. The newest segment with a whole snapshot is the log,
 * regardless of older ones. A newer segment with an incomplete snapshot is skipped.
 */
final class SegmentFiles {
  /**
   * Attempts to read; each failure means that a segment was begun, and older ones deleted, after
   * the folder was listed.
   */
  private static final int LOOKS = 10;

  private final FileSystem files;
  private final Path folder;

  SegmentFiles(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /** The segments' names in order; empty if the folder does not exist. */
  List<SegmentName> names() throws IOException {
    List<SegmentName> names = new ArrayList<>();
    try {
      for (FileStatus file : files.listStatus(folder)) {
        SegmentName.of(file.getPath()).ifPresent(names::add);
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    names.sort(SegmentName.ORDER);
    return names;
  }

  /**
   * Reads the content of the log.
   *
   * @throws FailureException JOURNAL_DAMAGED if no snapshot is whole though one held entries
   */
  Content read() throws IOException {
    for (int look = 1; ; look++) {
      try {
        return newestOf(names());
      } catch (FileNotFoundException e) {
        if (look == LOOKS) {
          throw e;
        }
      }
    }
  }

  private Content newestOf(List<SegmentName> names) throws IOException {
    boolean begunWithSomething = false;
    for (int i = names.size() - 1; i >= 0; i--) {
      Path path = names.get(i).in(folder);
      try (JournalReader reader = new JournalReader(files.open(path), path.toString())) {
        List<Entry> entries = new ArrayList<>();
        long last = reader.through();
        for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
          entries.add(entry);
          last = Math.max(last, entry.number());
        }
        if (reader.isWhole()) {
          return new Content(entries, last);
        }
        begunWithSomething |= reader.snapshot() > 0;
      }
    }
    if (begunWithSomething) {
      // Older segments are deleted only once a newer one is whole.
      throw new FailureException(
          FailureKind.JOURNAL_DAMAGED,
          "no segment has a whole snapshot, though there was something to take one of",
          folder.toString(),
          "files were deleted or cut; restore them or submit the job again");
    }
    return Content.NOTHING;
  }
}
