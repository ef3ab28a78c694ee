package trainer.client.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import trainer.core.config.Keys;
import trainer.core.feature.Scaling;

/** The PMML document of one model. */
final class PmmlDocument {
  private static final String NAMESPACE = "http://www.dmg.org/PMML-4_4";
  private static final String MISSING = "\uE001";

  private final XMLStreamWriter xml;
  private final PmmlExpressions expressions;
  private final ExportedModel model;
  private final List<NamedTerm> terms;
  private final DerivedNames derived;

  /** The fields of columns by their PMML names, and whether they are texts. */
  private final Map<String, Boolean> fields = new LinkedHashMap<>();

  private final Set<String> numbers = new LinkedHashSet<>();

  PmmlDocument(XMLStreamWriter xml, ExportedModel model, List<NamedTerm> terms) {
    this.xml = xml;
    this.expressions = new PmmlExpressions(xml);
    this.model = model;
    this.terms = terms;
    this.derived = new DerivedNames(model.prefix());
    for (NamedTerm term : terms) {
      if (!(term instanceof NamedTerm.Category)) {
        numbers.addAll(term.columns());
      }
    }
    for (NamedTerm term : terms) {
      boolean isText = term instanceof NamedTerm.Category;
      term.columns()
          .forEach(column -> fields.put(isText ? text(column) : model.input(column), isText));
    }
  }

  /** The field of a column as a category. */
  private String text(String column) {
    return numbers.contains(column) ? column + "#category" : model.input(column);
  }

  void write() throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    begin("PMML", "version", "4.4", "xmlns", NAMESPACE);
    begin("Header", "description", "Model " + model.manifest().modelId());
    empty("Application", "name", "Trainer", "version", model.manifest().origin().writer());
    xml.writeEndElement();
    dictionary();
    transformations();
    regression();
    xml.writeEndDocument();
  }

  private void dictionary() throws XMLStreamException {
    begin("DataDictionary");
    for (Map.Entry<String, Boolean> field : fields.entrySet()) {
      empty(
          "DataField",
          "name",
          field.getKey(),
          "optype",
          field.getValue() ? "categorical" : "continuous",
          "dataType",
          field.getValue() ? "string" : "double");
    }
    if (classes().isEmpty()) {
      empty("DataField", "name", label(), "optype", "continuous", "dataType", "double");
    } else {
      begin("DataField", "name", label(), "optype", "categorical", "dataType", "integer");
      for (String category : classes()) {
        empty("Value", "value", category);
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private String label() {
    String label = model.manifest().origin().settings().getOrDefault(Keys.LABEL.name(), "label");
    return fields.containsKey(label) || !model.input(label).equals(label)
        ? label + "#label"
        : label;
  }

  /** The classes; none for a number. */
  private List<String> classes() {
    List<String> classes = new ArrayList<>();
    for (int c = 0; c < (model.isSoftmax() ? model.width() : 0); c++) {
      classes.add(String.valueOf(c));
    }
    return model.isProbability() ? List.of("1", "0") : classes;
  }

  private void transformations() throws XMLStreamException {
    begin("TransformationDictionary");
    for (int i = 0; i < terms.size(); i++) {
      derive(i, terms.get(i));
    }
    if (model.isFactorised()) {
      new PmmlFactors(expressions, model.width(), terms, derived, this::source).derive();
    }
    xml.writeEndElement();
  }

  /** The field with which a term is looked up: the column, or the joined texts of a cross. */
  private String source(int i) {
    NamedTerm term = terms.get(i);
    if (term instanceof NamedTerm.Category) {
      return term.columns().size() == 1 ? text(term.columns().get(0)) : derived.term(i);
    }
    return derived.term(i);
  }

  private void derive(int i, NamedTerm term) throws XMLStreamException {
    if (term.missing() != null) {
      String column =
          term instanceof NamedTerm.Category ? text(term.columns().get(0)) : term.columns().get(0);
      expressions.beginField(derived.missing(i), "double");
      expressions.ifMissing(column, () -> expressions.number(1), () -> expressions.number(0));
      xml.writeEndElement();
    }
    if (term instanceof NamedTerm.Numeric number) {
      expressions.beginField(derived.term(i), "double");
      expressions.ifMissing(
          model.input(number.column()), () -> expressions.number(0), () -> scaled(number));
      xml.writeEndElement();
    } else if (term instanceof NamedTerm.Bucket bucket) {
      for (int k = 0; k < bucket.each().size(); k++) {
        int place = k;
        expressions.beginField(derived.bucket(i, k), "double");
        expressions.ifMissing(
            model.input(bucket.column()),
            () -> expressions.number(0),
            () -> expressions.isWithin(model.input(bucket.column()), bucket.bounds(), place));
        xml.writeEndElement();
      }
    } else if (term.columns().size() > 1) {
      expressions.beginField(derived.term(i), "string");
      expressions.apply("concat");
      for (int c = 0; c < term.columns().size(); c++) {
        if (c > 0) {
          expressions.text(OnnxExport.SEPARATOR);
        }
        String column = text(term.columns().get(c));
        expressions.ifMissing(
            column, () -> expressions.text(MISSING), () -> expressions.field(column));
      }
      xml.writeEndElement();
      xml.writeEndElement();
    }
  }

  /** (g(x) − mean) / deviation. */
  private void scaled(NamedTerm.Numeric term) throws XMLStreamException {
    if (!term.scaling().isStandardised()) {
      expressions.field(model.input(term.column()));
      return;
    }
    double deviation = term.standardisation().deviation();
    expressions.apply("/");
    expressions.apply("-");
    if (term.scaling() == Scaling.LOG) {
      expressions.signedLog(model.input(term.column()));
    } else {
      expressions.field(model.input(term.column()));
    }
    expressions.number(term.standardisation().mean());
    xml.writeEndElement();
    expressions.number(deviation == 0 ? 1 : deviation);
    xml.writeEndElement();
  }

  private void regression() throws XMLStreamException {
    boolean isClasses = !classes().isEmpty();
    begin(
        "RegressionModel",
        "functionName",
        isClasses ? "classification" : "regression",
        "normalizationMethod",
        isClasses ? "softmax" : "none");
    begin("MiningSchema");
    for (String field : fields.keySet()) { // NaN is invalid, and then missing
      empty("MiningField", "name", field, "invalidValueTreatment", "asMissing");
    }
    empty("MiningField", "name", label(), "usageType", "target");
    xml.writeEndElement();
    output();
    if (model.isSoftmax()) {
      for (int c = 0; c < model.width(); c++) {
        table(c, String.valueOf(c));
      }
    } else if (isClasses) {
      table(0, "1");
      empty("RegressionTable", "intercept", "0", "targetCategory", "0");
    } else {
      table(0, null);
    }
    xml.writeEndElement();
  }

  private void output() throws XMLStreamException {
    begin("Output");
    if (model.isSoftmax()) {
      outputField("class", "integer", "predictedValue", null);
      for (int c = 0; c < model.width(); c++) {
        outputField("score_" + c, "double", "probability", String.valueOf(c));
      }
    } else if (model.isProbability()) {
      outputField("score", "double", "probability", "1");
    } else {
      outputField("score", "double", "predictedValue", null);
    }
    xml.writeEndElement();
  }

  private void outputField(String name, String type, String feature, String value)
      throws XMLStreamException {
    String kind = type.equals("double") ? "continuous" : "categorical";
    if (value == null) {
      empty("OutputField", "name", name, "optype", kind, "dataType", type, "feature", feature);
    } else {
      empty(
          "OutputField",
          "name",
          name,
          "optype",
          kind,
          "dataType",
          type,
          "feature",
          feature,
          "value",
          value);
    }
  }

  /** The sum of one output: numbers first, then categories, as the schema has them. */
  private void table(int output, String category) throws XMLStreamException {
    String intercept = Float.toString(model.bias()[output]);
    if (category == null) {
      begin("RegressionTable", "intercept", intercept);
    } else {
      begin("RegressionTable", "intercept", intercept, "targetCategory", category);
    }
    if (model.isFactorised()) {
      predictor(derived.margin(), 1);
    } else {
      for (int i = 0; i < terms.size(); i++) {
        numericPredictors(i, terms.get(i), output);
      }
      for (int i = 0; i < terms.size(); i++) {
        categoricalPredictors(i, terms.get(i), output);
      }
    }
    xml.writeEndElement();
  }

  private void numericPredictors(int i, NamedTerm term, int output) throws XMLStreamException {
    if (term.missing() != null) {
      predictor(derived.missing(i), term.missing()[output]);
    }
    if (term instanceof NamedTerm.Numeric number) {
      predictor(derived.term(i), number.row()[output]);
    } else if (term instanceof NamedTerm.Bucket bucket) {
      for (int k = 0; k < bucket.each().size(); k++) {
        predictor(derived.bucket(i, k), bucket.each().get(k)[output]);
      }
    }
  }

  private void predictor(String name, float coefficient) throws XMLStreamException {
    empty("NumericPredictor", "name", name, "coefficient", Float.toString(coefficient));
  }

  private void categoricalPredictors(int i, NamedTerm term, int output) throws XMLStreamException {
    if (term instanceof NamedTerm.Category category) {
      for (int k = 0; k < category.each().size(); k++) {
        empty(
            "CategoricalPredictor",
            "name",
            source(i),
            "value",
            value(category.texts().get(k)),
            "coefficient",
            Float.toString(category.each().get(k)[output]));
      }
    }
  }

  /** The texts of a category, joined as the derived field of a cross joins them. */
  static String value(List<String> texts) {
    return String.join(
        OnnxExport.SEPARATOR, texts.stream().map(text -> text == null ? MISSING : text).toList());
  }

  private void begin(String name, String... attributes) throws XMLStreamException {
    expressions.begin(name, attributes);
  }

  private void empty(String name, String... attributes) throws XMLStreamException {
    expressions.begin(name, attributes);
    xml.writeEndElement();
  }
}
