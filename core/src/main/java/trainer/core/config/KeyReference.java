package trainer.core.config;

/** The reference of all keys, as the Hadoop configuration file {@code conf/trainer-default.xml}. */
public final class KeyReference {
  private KeyReference() {}

  /** The whole file. Keys without a default stand in it without a value. */
  public static String xml() {
    StringBuilder xml =
        new StringBuilder()
            .append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            .append(
                "<!-- Generated from trainer.core.config.Keys; do not edit. Copy what you change\n")
            .append("     into trainer-site.xml. docs/recipes.md says how to add a key. -->\n")
            .append("<configuration>\n");
    for (Key<?> key : Keys.all().values()) {
      xml.append("  <property>\n    <name>").append(key.name()).append("</name>\n");
      if (key.defaultText() != null) {
        xml.append("    <value>").append(escape(key.defaultText())).append("</value>\n");
      }
      String standsFor =
          key.defaultKey() == null ? "" : " Default: that of " + key.defaultKey() + ".";
      xml.append("    <description>")
          .append(escape(key.documentation() + standsFor))
          .append(" (")
          .append(escape(key.expected()))
          .append(")</description>\n  </property>\n");
    }
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
