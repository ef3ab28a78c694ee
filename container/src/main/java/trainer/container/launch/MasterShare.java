package trainer.container.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue's limit of memory for application masters, and its present use. Only the
 * ResourceManager's web service reports it. Where that cannot be reached (another scheduler,
 * Kerberos, a firewall) the result is empty.
 *
 * @param usedMb what the queue's masters use now, in MB
 * @param limitMb what they may use together, in MB
 */
public record MasterShare(long usedMb, long limitMb) {
  private static final Logger LOG = LoggerFactory.getLogger(MasterShare.class);
  private static final String ADDRESS = "yarn.resourcemanager.webapp.address";
  private static final int PATIENCE_MILLIS = 2000;
  private static final int LARGEST_ANSWER = 16 << 20;

  /** The use and the limit as a phrase for an error message. */
  public String words() {
    return "its masters use " + usedMb + " of the " + limitMb + " MB they may";
  }

  /**
   * The present share of a queue. It waits at most two seconds for each ResourceManager.
   *
   * @param queue a leaf's name or full path
   */
  public static Optional<MasterShare> of(String queue, Configuration hadoop) {
    for (String address : addresses(hadoop)) {
      try {
        return in(ask("http://" + address + "/ws/v1/cluster/scheduler"), queue);
      } catch (IOException | RuntimeException e) {
        LOG.info("{} does not say what masters may use: {}", address, e.toString());
      }
    }
    return Optional.empty();
  }

  /**
   * The web addresses {@code host:port} of the ResourceManagers, one each; a standby redirects to
   * the active one. Empty where none is configured.
   */
  public static List<String> addresses(Configuration hadoop) {
    List<String> found = new ArrayList<>();
    for (String id : hadoop.getTrimmedStringCollection("yarn.resourcemanager.ha.rm-ids")) {
      String address = hadoop.get(ADDRESS + "." + id);
      String host = hadoop.get("yarn.resourcemanager.hostname." + id);
      if (address != null || host != null) {
        found.add(address == null ? host + ":8088" : address);
      }
    }
    if (found.isEmpty() && hadoop.get(ADDRESS) != null) {
      found.add(hadoop.get(ADDRESS));
    }
    return found;
  }

  private static JsonNode ask(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    connection.setRequestProperty("Accept", "application/json");
    try (InputStream in = connection.getInputStream()) {
      return new ObjectMapper().readTree(in.readNBytes(LARGEST_ANSWER));
    } finally {
      connection.disconnect();
    }
  }

  /** Searches the tree of queues, whose form differs between versions of Hadoop. */
  static Optional<MasterShare> in(JsonNode node, String queue) {
    boolean named =
        queue.equals(node.path("queueName").asText())
            || queue.equals(node.path("queuePath").asText());
    if (named && node.path("AMResourceLimit").has("memory")) {
      return Optional.of(
          new MasterShare(
              node.at("/usedAMResource/memory").asLong(),
              node.at("/AMResourceLimit/memory").asLong()));
    }
    for (JsonNode child : node) {
      Optional<MasterShare> found = in(child, queue);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }
}
