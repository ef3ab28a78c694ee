package trainer.client.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import trainer.container.launch.MasterShare;

/** Whether the proxy that leads to jobs' pages can be reached from here. */
record PageCheck(Place place) implements Check {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  @Override
  public String name() {
    return "page";
  }

  @Override
  public String needs() {
    return ResourceManagerCheck.NAME;
  }

  @Override
  public Finding find() {
    List<String> silent = new ArrayList<>();
    for (String address : addresses(place.configuration().hadoop())) {
      try {
        WebAnswer.of("http://" + address + "/", PATIENCE);
        return Finding.ok("http://" + address + " answers; it leads to the pages of jobs");
      } catch (IOException | RuntimeException e) {
        silent.add(address);
      }
    }
    return Finding.warn(
        "no answer from " + silent + "; jobs run, but their pages cannot be seen from here",
        "have the port opened; status shows the same");
  }

  private static List<String> addresses(Configuration hadoop) {
    String proxy = hadoop.get("yarn.web-proxy.address", "");
    return proxy.isEmpty() ? MasterShare.addresses(hadoop) : List.of(proxy);
  }
}
