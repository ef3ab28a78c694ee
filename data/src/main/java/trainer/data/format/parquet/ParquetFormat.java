package trainer.data.format.parquet;

import trainer.data.file.PinnedFile;
import trainer.data.format.Evidence;
import trainer.data.format.FileStart;
import trainer.data.format.FormatSettings;
import trainer.data.format.unit.UnitFile;
import trainer.data.format.unit.UnitFormat;

/** The format of Parquet files, as tables. A row group is a unit. */
public final class ParquetFormat extends UnitFormat {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public String title() {
    return "Parquet";
  }

  @Override
  public Evidence sniff(FileStart start, FormatSettings settings) {
    if (start.startsWith(ParquetFooter.MAGIC) || start.startsWith(ParquetFooter.ENCRYPTED)) {
      return Evidence.MAGIC;
    }
    return start.isNamed(".parquet") ? Evidence.NAME : Evidence.NONE;
  }

  @Override
  public void requireFit(FileStart start) {
    if (start.startsWith(ParquetFooter.ENCRYPTED)) {
      throw ParquetFooter.encrypted(start.path());
    }
    if (!start.agreesWith(ParquetFooter.MAGIC)) {
      throw start.rejected("not a Parquet file");
    }
  }

  @Override
  protected UnitFile<?, ?> metadata(PinnedFile file) {
    return ParquetFile.open(file);
  }
}
