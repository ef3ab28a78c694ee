package trainer.client.export;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.feature.FeatureTerm;
import trainer.core.feature.Scaling;
import trainer.core.feature.Standardisation;

/** A term of a table's features, with the rows of the model that belong to it. */
sealed interface NamedTerm {
  /** The row of NULL, in the first term of a column; null if there is none. */
  float[] missing();

  /** The columns of the term. */
  List<String> columns();

  /** How many rows the term has. */
  long rows();

  /** The value of a number, standardised unless it is raw. */
  record Numeric(
      String column, Scaling scaling, Standardisation standardisation, float[] row, float[] missing)
      implements NamedTerm {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public long rows() {
      return missing == null ? 1 : 2;
    }
  }

  /** The interval of a number; {@code rows} has one for each bucket. */
  record Bucket(String column, double[] bounds, List<float[]> each, float[] missing)
      implements NamedTerm {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public long rows() {
      return (long) each.size() + (missing == null ? 0 : 1);
    }
  }

  /** A category or a cross: texts of the columns, null for NULL, each with its row. */
  record Category(
      List<String> columns, List<List<String>> texts, List<float[]> each, float[] missing)
      implements NamedTerm {
    @Override
    public long rows() {
      return (long) each.size() + (missing == null ? 0 : 1);
    }
  }

  /** The terms of a model in their order. */
  static List<NamedTerm> of(ExportedModel model, List<Standardisation> standardisations) {
    List<NamedTerm> terms = new ArrayList<>();
    Set<String> met = new HashSet<>();
    FeatureNames names = model.names();
    for (FeatureTerm term : names.terms()) {
      String column = term.columns().get(0);
      boolean isFirst = term.columns().size() == 1 && met.add(column);
      float[] missing = isFirst ? model.row(names.keys().column(column).missing()) : null;
      if (term instanceof FeatureTerm.Numeric number) {
        long key =
            number.scaling() == Scaling.LOG
                ? names.keys().column(column).log()
                : names.keys().column(column).number();
        Standardisation scale =
            number.scaling().isStandardised() ? standardisations.remove(0) : Standardisation.NONE;
        terms.add(new Numeric(column, number.scaling(), scale, model.row(key), missing));
      } else if (term instanceof FeatureTerm.Bucket bucket) {
        List<float[]> each = new ArrayList<>();
        for (int i = 0; i < bucket.bounds().buckets(); i++) {
          each.add(model.row(names.keys().column(column).bucket(i)));
        }
        terms.add(new Bucket(column, bucket.bounds().ascending(), each, missing));
      } else {
        List<List<String>> texts = new ArrayList<>();
        List<float[]> each = new ArrayList<>();
        names
            .of(term, FeatureName.Kind.CATEGORY)
            .forEach(
                (name, key) -> {
                  texts.add(name.values());
                  each.add(model.row(key));
                });
        terms.add(new Category(term.columns(), texts, each, missing));
      }
    }
    return terms;
  }
}
