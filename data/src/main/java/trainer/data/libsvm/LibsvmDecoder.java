package trainer.data.libsvm;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.LabelRule;
import trainer.data.block.BlockDecoder;
import trainer.data.block.ExamplesBuffer;
import trainer.data.file.PinnedFile;

/** Decodes ranges of libsvm text. */
final class LibsvmDecoder implements BlockDecoder {
  private final PinnedFile file;
  private final LineReader lines;
  private final LibsvmParser parser;
  private final ExamplesBuffer buffer = new ExamplesBuffer();

  LibsvmDecoder(PinnedFile file, int maxLineBytes, LabelRule labels) {
    this.file = file;
    this.parser = new LibsvmParser(labels);
    this.lines = new LineReader(file, maxLineBytes);
  }

  @Override
  public BlockContent decode(Block block) {
    buffer.clear();
    lines.read(block.offset(), block.length());
    parser.parse(
        lines.bytes(), lines.from(), lines.to(), buffer, bad -> buffer.reject(() -> invalid(bad)));
    if (block.records() >= 0 && block.records() != buffer.seen()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "a block of " + block.records() + " records has " + buffer.seen() + " now",
          file.file().path() + " at byte " + block.offset(),
          "start a new job");
    }
    return buffer.build();
  }

  private Failure invalid(BadLineException bad) {
    return new Failure(
        FailureKind.DATA_INVALID,
        bad.getMessage() + " in line '" + excerpt(bad.line(), bad.at()) + "'",
        file.file().path()
            + " at byte "
            + lines.place(bad.at())
            + ", line from byte "
            + lines.place(bad.line()),
        "correct the line; lines are 'label index:value …'");
  }

  /** At most 80 characters of the line, around the bad place; what is not printable as '?'. */
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
