package trainer.client.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A table's model as PMML 4.4 (dmg.org/pmml/v4-4-1): a RegressionModel with the features as derived
 * fields. A value that is missing in PMML is NULL; NaN is the same. A column that is both a number
 * and a category has a second field {@code column#category}.
 */
final class PmmlExport {
  private static final long MOST_TERMS = 100_000;

  private PmmlExport() {}

  /**
   * Refuses a model that PMML does not hold.
   *
   * @throws FailureException CONFIG_CONFLICT for a model of keys and values, and for a category
   *     with a character that XML has not; RESOURCE_TOO_LARGE for more than 100,000 terms
   */
  static void check(ExportedModel model) {
    if (!model.isOfTable()) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          "the model was trained on keys and values, and PMML has only named columns",
          model.location(),
          "export it as text or onnx");
    }
    model.terms().forEach(term -> requireText(term, model));
    long terms = model.terms().stream().mapToLong(NamedTerm::rows).sum() * model.width();
    if (terms > MOST_TERMS) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          terms + " terms; programs read PMML of " + MOST_TERMS + " at most",
          model.location(),
          "export it as onnx, or score with trainer score");
    }
  }

  private static void requireText(NamedTerm term, ExportedModel model) {
    if (term instanceof NamedTerm.Category category) {
      for (List<String> texts : category.texts()) {
        for (String text : texts) {
          if (text != null && text.codePoints().anyMatch(PmmlExport::isNoText)) {
            throw new FailureException(
                FailureKind.CONFIG_CONFLICT,
                "a category of "
                    + String.join("*", term.columns())
                    + " has a control character, and PMML holds none",
                model.location(),
                "export it as onnx");
          }
        }
      }
    }
  }

  /** Attributes of XML have neither control characters nor the ends of lines. */
  private static boolean isNoText(int c) {
    return c < ' ' || (c >= 0xD800 && c < 0xE000) || c == 0xFFFE || c == 0xFFFF;
  }

  /** Writes the document of a model that {@link #check} has passed. */
  static void write(ExportedModel model, OutputStream out) throws IOException {
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
      List<NamedTerm> terms = model.terms();
      new PmmlDocument(xml, model, terms).write();
      xml.flush();
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException broken) {
        throw broken;
      }
      throw new IllegalStateException(e);
    }
  }
}
