package trainer.appmaster.journal;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.appmaster.journal.StateStore.Entry;
import trainer.avro.state.JournalReader;

/**
 * Reads the segments of a log in order and gives each entry once, however often it was appended.
 *
 * <p>Entries are numbered without gaps. A segment that was left after a failed append may end in
 * the middle of an entry; what was in it comes again in the next one.
 */
final class SegmentsReader {
  private final FileSystem files;
  private final Path folder;
  private long last;

  SegmentsReader(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /** Gives every entry that was not given before. */
  void readNew(Consumer<Entry> reader) throws IOException {
    for (SegmentName name : names(files, folder)) {
      readSegment(name, reader);
    }
  }

  /** The segments in a folder, in order; none if there is no folder. */
  static List<SegmentName> names(FileSystem files, Path folder) throws IOException {
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

  private void readSegment(SegmentName name, Consumer<Entry> reader) throws IOException {
    Path path = name.in(folder);
    try (JournalReader segment = new JournalReader(files.open(path), path.toString())) {
      JournalReader.Numbered one = segment.next();
      while (one != null) {
        if (one.number() > last) {
          last = one.number();
          reader.accept(new Entry(one.number(), name.term(), one.fact()));
        }
        one = segment.next();
      }
    } catch (EOFException e) {
      // Created, but its header had not been flushed: it holds no entry yet.
      return;
    }
  }
}
