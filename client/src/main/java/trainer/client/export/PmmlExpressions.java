package trainer.client.export;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes expressions of derived fields. What begins an element leaves it open. */
final class PmmlExpressions {
  private final XMLStreamWriter xml;

  /** Writes a part of an expression. */
  interface Part {
    void write() throws XMLStreamException;
  }

  PmmlExpressions(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** Begins an element; attributes are names and values by turns. */
  void begin(String name, String... attributes) throws XMLStreamException {
    xml.writeStartElement(name);
    for (int i = 0; i < attributes.length; i += 2) {
      xml.writeAttribute(attributes[i], attributes[i + 1]);
    }
  }

  void end() throws XMLStreamException {
    xml.writeEndElement();
  }

  /** Begins a derived field. */
  void beginField(String name, String type) throws XMLStreamException {
    String kind = type.equals("string") ? "categorical" : "continuous";
    begin("DerivedField", "name", name, "optype", kind, "dataType", type);
  }

  /** Begins the application of a function. */
  void apply(String function) throws XMLStreamException {
    begin("Apply", "function", function);
  }

  void field(String name) throws XMLStreamException {
    begin("FieldRef", "field", name);
    end();
  }

  void number(double number) throws XMLStreamException {
    begin("Constant", "dataType", "double");
    xml.writeCharacters(Double.toString(number));
    end();
  }

  void text(String text) throws XMLStreamException {
    begin("Constant", "dataType", "string");
    xml.writeCharacters(text);
    end();
  }

  /** One value where a field is missing, another where it is there. */
  void ifMissing(String field, Part missing, Part there) throws XMLStreamException {
    apply("if");
    apply("isMissing");
    field(field);
    end();
    missing.write();
    there.write();
    end();
  }

  /** sign(x) · ln(1 + |x|). */
  void signedLog(String field) throws XMLStreamException {
    apply("if");
    apply("lessThan");
    field(field);
    number(0);
    end();
    apply("-");
    number(0);
    log(field);
    end();
    log(field);
    end();
  }

  private void log(String field) throws XMLStreamException {
    apply("ln");
    apply("+");
    number(1);
    apply("abs");
    field(field);
    end();
    end();
    end();
  }

  /** 1 where a number is in bucket {@code k} of these bounds, else 0. */
  void isWithin(String field, double[] bounds, int k) throws XMLStreamException {
    apply("if");
    if (k > 0 && k < bounds.length) {
      apply("and");
    }
    if (k > 0) {
      compare("greaterOrEqual", field, bounds[k - 1]);
    }
    if (k < bounds.length) {
      compare("lessThan", field, bounds[k]);
    }
    if (k > 0 && k < bounds.length) {
      end();
    }
    number(1);
    number(0);
    end();
  }

  private void compare(String function, String field, double bound) throws XMLStreamException {
    apply(function);
    field(field);
    number(bound);
    end();
  }

  /** Begins a table from the texts of a field to numbers, 0 for others. */
  void beginMap(String field) throws XMLStreamException {
    begin(
        "MapValues",
        "outputColumn",
        "out",
        "dataType",
        "double",
        "defaultValue",
        "0",
        "mapMissingTo",
        "0");
    begin("FieldColumnPair", "field", field, "column", "in");
    end();
    begin("InlineTable");
  }

  /** A line of a table; {@link #endMap} follows the last. */
  void line(String text, float number) throws XMLStreamException {
    begin("row");
    begin("in");
    xml.writeCharacters(text);
    end();
    begin("out");
    xml.writeCharacters(Float.toString(number));
    end();
    end();
  }

  void endMap() throws XMLStreamException {
    end();
    end();
  }
}
