package trainer.data.format.orc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.orc.OrcProto.PostScript;
import org.apache.orc.OrcProto.StripeInformation;
import trainer.data.file.PinnedFile;
import trainer.data.format.stream.ChunkBuffer;
import trainer.data.format.unit.ColumnBatches;
import trainer.data.format.unit.UnitFile;
import trainer.data.format.unit.UnitReader;
import trainer.data.format.unit.ValueForm;

/**
 * An open ORC file with its metadata.
 *
 * @param units the stripes that have rows
 * @param types the number of all types, nested ones with them
 */
record OrcFile(
    PinnedFile file, PostScript postscript, List<OrcColumn> columns, List<Stripe> units, int types)
    implements UnitFile<OrcColumn, Stripe> {
  /**
   * Reads the metadata of a file.
   *
   * @throws trainer.core.failure.FailureException as {@link OrcTail#read} and {@link
   *     OrcSchema#columns}
   */
  static OrcFile open(PinnedFile file) {
    OrcTail tail = OrcTail.read(file);
    String path = file.file().path();
    try {
      List<OrcColumn> columns = OrcSchema.columns(tail.footer().getTypesList(), path);
      int types = tail.footer().getTypesCount();
      return new OrcFile(file, tail.postscript(), columns, stripes(tail), types);
    } catch (IllegalArgumentException e) {
      throw OrcTail.corrupt(path, tail.start(), e);
    }
  }

  private static List<Stripe> stripes(OrcTail tail) {
    List<Stripe> stripes = new ArrayList<>();
    Set<Long> offsets = new HashSet<>();
    long rows = 0;
    for (StripeInformation entry : tail.footer().getStripesList()) {
      Stripe stripe = Stripe.of(entry, tail.start());
      rows += stripe.rows();
      if (stripe.rows() > 0) {
        stripes.add(stripe);
        if (!offsets.add(stripe.offset())) {
          throw new IllegalArgumentException("two stripes begin at byte " + stripe.offset());
        }
      }
    }
    if (rows != tail.footer().getNumberOfRows()) {
      throw new IllegalArgumentException(
          "the file has " + tail.footer().getNumberOfRows() + " rows, its stripes " + rows);
    }
    return List.copyOf(stripes);
  }

  @Override
  public String unitTitle() {
    return "stripe";
  }

  @Override
  public ColumnBatches<Stripe> batches(
      List<OrcColumn> read, Function<OrcColumn, ValueForm> forms, int mostBytes) {
    ChunkBuffer chunks = OrcTail.chunks(postscript, file);
    List<OrcBatch> batches =
        read.stream().map(column -> new OrcBatch(column, forms.apply(column), mostBytes)).toList();
    return new ColumnBatches<>() {
      @Override
      public List<OrcBatch> vectors() {
        return batches;
      }

      @Override
      public UnitReader open(Stripe stripe) {
        return StripeReader.open(OrcFile.this, stripe, chunks, batches);
      }
    };
  }
}
