package trainer.client.doctor;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.container.launch.MasterShare;
import trainer.core.text.Quantity;

/**
 * Compares this machine's clock with the cluster's. Kerberos refuses clocks that differ by five
 * minutes. The cluster's time comes from the header {@code Date} of a web server, which has whole
 * seconds.
 */
record ClockCheck(Place place, Clock clock) implements Check {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The mean of the fraction of a second that the header lacks. */
  private static final Duration HALF = Duration.ofMillis(500);

  /** Smaller differences cannot be measured. */
  private static final Duration EQUAL = Duration.ofSeconds(1);

  private static final Duration NOTABLE = Duration.ofSeconds(30);

  /** Kerberos refuses differences from here on. */
  private static final Duration MOST = Duration.ofMinutes(5);

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public String needs() {
    return ConfigurationCheck.NAME;
  }

  @Override
  public Finding find() {
    for (String address : addresses(place.configuration().hadoop())) {
      Optional<Duration> ahead = ahead(address);
      if (ahead.isPresent()) {
        return judge(ahead.get(), address, UserGroupInformation.isSecurityEnabled());
      }
    }
    return Finding.warn(
        "unknown: no web server of the cluster sent its time",
        "compare the output of date here and on a node");
  }

  private static List<String> addresses(Configuration hadoop) {
    List<String> addresses = new ArrayList<>(MasterShare.addresses(hadoop));
    addresses.add(hadoop.get("dfs.namenode.http-address", ""));
    addresses.removeIf(String::isEmpty);
    return addresses;
  }

  private Optional<Duration> ahead(String address) {
    try {
      Instant before = clock.instant();
      WebAnswer answer = WebAnswer.of("http://" + address + "/", PATIENCE);
      Instant middle = before.plus(Duration.between(before, clock.instant()).dividedBy(2));
      return Optional.ofNullable(answer.date())
          .map(date -> Duration.between(date.plus(HALF), middle));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // the check tries the next address
    }
  }

  /**
   * The finding of a difference.
   *
   * @param ahead how far this machine's clock is ahead; negative if it is behind
   */
  static Finding judge(Duration ahead, String address, boolean isSecure) {
    String found =
        ahead.abs().compareTo(EQUAL) < 0
            ? "within a second of " + address
            : "this machine is "
                + Quantity.of(ahead.abs().toSeconds(), "second")
                + (ahead.isNegative() ? " behind " : " ahead of ")
                + address;
    String mend = "set the clocks by NTP, such as with chrony";
    if (isSecure && ahead.abs().compareTo(MOST) >= 0) {
      return Finding.fail(found + ", and Kerberos allows " + MOST.toSeconds() + " s", mend);
    }
    return ahead.abs().compareTo(NOTABLE) >= 0 ? Finding.warn(found, mend) : Finding.ok(found);
  }
}
