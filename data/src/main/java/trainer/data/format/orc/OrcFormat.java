package trainer.data.format.orc;

import trainer.data.file.PinnedFile;
import trainer.data.format.Evidence;
import trainer.data.format.FileStart;
import trainer.data.format.FormatSettings;
import trainer.data.format.unit.UnitFile;
import trainer.data.format.unit.UnitFormat;

/** The format of ORC files, as tables. A stripe is a unit. */
public final class OrcFormat extends UnitFormat {
  @Override
  public String name() {
    return "orc";
  }

  @Override
  public String title() {
    return "ORC";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    boolean isNamed = start.isNamed(".orc");
    // the header of a table of text may begin with ORC
    if (start.startsWith(OrcTail.MAGIC) && (isNamed || !start.isText())) {
      return Evidence.MAGIC;
    }
    return isNamed ? Evidence.NAME : Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {
    if (!start.agreesWith(OrcTail.MAGIC)) {
      throw start.rejected("not an ORC file");
    }
  }

  @Override
  protected UnitFile<?, ?> metadata(PinnedFile file) {
    return OrcFile.open(file);
  }
}
