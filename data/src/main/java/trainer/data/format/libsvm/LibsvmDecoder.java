package trainer.data.format.libsvm;

import java.nio.charset.StandardCharsets;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.FormatSettings;
import trainer.data.format.Head;
import trainer.data.format.LineCommand;

/** A decoder of ranges of libsvm text. */
final class LibsvmDecoder implements BlockDecoder {
  private static final int MOST_DIAGNOSED = 400;

  private final PinnedFile file;
  private final LineReader lines;
  private final LibsvmParser parser;
  private final ExamplesBuffer buffer;

  /**
   * @throws FailureException INPUT_BAD_FILE for a job that keeps columns
   */
  LibsvmDecoder(PinnedFile file, FormatSettings settings, LabelRule labels) {
    settings.table().requireNothingKept(file.file().path());
    this.file = file;
    this.buffer = new ExamplesBuffer(settings.sampler(file));
    this.parser = new LibsvmParser(labels);
    this.lines = new LineReader(file, settings.maxRecordBytes());
  }

  @Override
  public BlockContent decode(Block block) {
    buffer.clear();
    lines.read(block.offset(), block.length());
    parse();
    if (block.records() >= 0 && block.records() != buffer.seen()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "a block of " + block.records() + " records has " + buffer.seen() + " now",
          file.file().path() + " at byte " + block.offset(),
          "start a new job");
    }
    return buffer.build();
  }

  /** Decodes the lines that end within the first {@code most} bytes. */
  Head head(int most) {
    buffer.clear();
    lines.readHead(most);
    parse();
    BlockContent content = buffer.build();
    boolean whole = lines.to() == file.length();
    return new Head(content.examples().records(), whole, content.bad());
  }

  private void parse() {
    parser.parse(
        lines.bytes(), lines.from(), lines.to(), buffer, bad -> buffer.reject(() -> invalid(bad)));
  }

  private Failure invalid(BadLineException bad) {
    LineDiagnosis diagnosis = LineDiagnosis.of(bad, beginning(bad.line()));
    return new Failure(
        FailureKind.DATA_INVALID,
        diagnosis.what(),
        file.file().path() + place(bad) + ": '" + excerpt(bad.line(), bad.at()) + "'",
        diagnosis.advice() + command(bad));
  }

  /** The command that prints a line, if the line's number is unknown. */
  private String command(BadLineException bad) {
    return lines.place(0) == 0
        ? ""
        : "; it is printed by " + LineCommand.of(file.file().path(), lines.place(bad.line()));
  }

  /** The position of a bad line, with its number if the buffer holds the file's beginning. */
  private String place(BadLineException bad) {
    String at = " at byte " + lines.place(bad.at());
    if (lines.place(0) > 0) {
      return at + ", line from byte " + lines.place(bad.line());
    }
    int number = 1;
    for (int i = 0; i < bad.line(); i++) {
      if (lines.bytes()[i] == '\n') {
        number++;
      }
    }
    return at + ", line " + number;
  }

  /** The beginning of a line, its bytes as characters. */
  private String beginning(int line) {
    byte[] bytes = lines.bytes();
    int end = line;
    while (end < lines.to() && end < line + MOST_DIAGNOSED && bytes[end] != '\n') {
      end++;
    }
    return new String(bytes, line, end - line, StandardCharsets.ISO_8859_1);
  }

  /** At most 80 characters of the line, around the bad position; unprintable ones as '?'. */
  private String excerpt(int line, int at) {
    byte[] bytes = lines.bytes();
    int start = Math.max(line, at - 60);
    StringBuilder text = new StringBuilder(start > line ? "…" : "");
    int i = start;
    while (i < lines.to() && i < start + 80 && bytes[i] != '\n') {
      char c = (char) (bytes[i++] & 0xff);
      text.append(c >= ' ' && c < 0x7f ? c : '?');
    }
    return i < lines.to() && bytes[i] != '\n' ? text.append('…').toString() : text.toString();
  }
}
