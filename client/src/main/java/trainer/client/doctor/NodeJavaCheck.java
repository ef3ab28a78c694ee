package trainer.client.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import trainer.client.config.ClientConfiguration;
import trainer.client.yarn.ClusterSurvey;
import trainer.client.yarn.JavaOnNodes;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.text.Quantity;

/**
 * Whether containers get a Java that is new enough: the configured one, else that of the nodes. A
 * NodeManager's page {@code /jmx} has the version it runs on, which containers get by default. The
 * first eight nodes are asked.
 */
record NodeJavaCheck(Place place, ClusterSurvey cluster) implements Check {

  private static final int MOST_NODES = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String MEND = "set trainer.java.home or trainer.java.archive";

  @Override
  public String name() {
    return "java-on-nodes";
  }

  @Override
  public String needs() {
    return NodesCheck.NAME;
  }

  @Override
  public Finding find() {
    ClientConfiguration checked = JavaOnNodes.check(place.configuration());
    Settings settings = checked.settings();
    boolean named =
        !settings.find(Keys.JAVA_HOME).orElse("").isEmpty()
            || !settings.find(Keys.JAVA_ARCHIVE).orElse("").isEmpty();
    return named ? Finding.ok(JavaOnNodes.words(settings)) : ofNodes(cluster.nodes().pages());
  }

  private static Finding ofNodes(List<String> pages) {
    List<String> old = new ArrayList<>();
    int known = 0;
    List<String> asked = pages.subList(0, Math.min(MOST_NODES, pages.size()));
    for (String page : asked) {
      int version = versionOn(page);
      known += version > 0 ? 1 : 0;
      if (version > 0 && version < JavaCheck.REQUIRED) {
        old.add(page + " has Java " + version);
      }
    }
    if (!old.isEmpty()) {
      return Finding.fail(String.join(", ", old), MEND);
    }
    return known > 0
        ? Finding.ok(
            "Java "
                + JavaCheck.REQUIRED
                + " or newer on "
                + known
                + " of "
                + Quantity.of(asked.size(), "node"))
        : Finding.warn(
            "not known: no node says on which Java it runs",
            "if containers fail to start, " + MEND);
  }

  private static int versionOn(String page) {
    try {
      WebAnswer answer =
          WebAnswer.of("http://" + page + "/jmx?qry=java.lang:type=Runtime", PATIENCE);
      return versionIn(new ObjectMapper().readTree(answer.body()));
    } catch (IOException | RuntimeException e) {
      return 0; // a node behind Kerberos or a firewall
    }
  }

  /** The feature version of a JVM, such as 8 or 17; 0 if the answer has none. */
  static int versionIn(JsonNode answer) {
    String text = answer.at("/beans/0/SpecVersion").asText("").replaceFirst("^1\\.", "");
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
  }
}
