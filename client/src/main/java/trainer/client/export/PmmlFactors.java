package trainer.client.export;

import java.util.List;
import java.util.function.IntFunction;
import javax.xml.stream.XMLStreamException;

/**
 * The derived fields of a factorization machine. For each number j of a row, {@code sum.j} is the
 * sum of the features' contributions and {@code squares.j} that of their squares; the margin is
 * {@code sum.0} + ½ Σ ({@code sum.j}² − {@code squares.j}), as Rendle (ICDM 2010) has it.
 */
final class PmmlFactors {
  private final PmmlExpressions to;
  private final int width;
  private final List<NamedTerm> terms;
  private final DerivedNames names;
  private final IntFunction<String> sources;

  /**
   * @param width numbers of a row: the weight and the factors
   * @param sources the field with which a term's categories are looked up
   */
  PmmlFactors(
      PmmlExpressions to,
      int width,
      List<NamedTerm> terms,
      DerivedNames names,
      IntFunction<String> sources) {
    this.to = to;
    this.width = width;
    this.terms = terms;
    this.names = names;
    this.sources = sources;
  }

  void derive() throws XMLStreamException {
    for (int j = 0; j < width; j++) {
      for (int i = 0; i < terms.size(); i++) {
        contribution(i, terms.get(i), j);
      }
      sum(names.sum(j), j, false);
      if (j > 0) {
        sum(names.squares(j), j, true);
      }
    }
    to.beginField(names.margin(), "double");
    to.apply("sum");
    to.field(names.sum(0));
    for (int j = 1; j < width; j++) {
      to.apply("*");
      to.number(0.5);
      to.apply("-");
      square(names.sum(j));
      to.field(names.squares(j));
      to.end();
      to.end();
    }
    to.end();
    to.end();
  }

  /** What a term adds to number j: that of its value, or of NULL. */
  private void contribution(int i, NamedTerm term, int j) throws XMLStreamException {
    if (term instanceof NamedTerm.Category category) {
      to.beginField(names.contribution(i, j) + ".known", "double");
      to.beginMap(sources.apply(i));
      for (int k = 0; k < category.each().size(); k++) {
        to.line(PmmlDocument.value(category.texts().get(k)), category.each().get(k)[j]);
      }
      to.endMap();
      to.end();
    }
    to.beginField(names.contribution(i, j), "double");
    to.apply("sum");
    to.number(0);
    if (term.missing() != null) {
      product(names.missing(i), term.missing()[j]);
    }
    if (term instanceof NamedTerm.Numeric number) {
      product(names.term(i), number.row()[j]);
    } else if (term instanceof NamedTerm.Bucket bucket) {
      for (int k = 0; k < bucket.each().size(); k++) {
        product(names.bucket(i, k), bucket.each().get(k)[j]);
      }
    } else {
      to.field(names.contribution(i, j) + ".known");
    }
    to.end();
    to.end();
  }

  private void product(String field, float number) throws XMLStreamException {
    to.apply("*");
    to.field(field);
    to.number(number);
    to.end();
  }

  private void sum(String name, int j, boolean isOfSquares) throws XMLStreamException {
    to.beginField(name, "double");
    to.apply("sum");
    for (int i = 0; i < terms.size(); i++) {
      if (isOfSquares) {
        square(names.contribution(i, j));
      } else {
        to.field(names.contribution(i, j));
      }
    }
    to.end();
    to.end();
  }

  private void square(String field) throws XMLStreamException {
    to.apply("*");
    to.field(field);
    to.field(field);
    to.end();
  }
}
