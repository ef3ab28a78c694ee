package trainer.client.doctor;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.client.yarn.ClusterSurvey;
import trainer.core.text.Quantity;

/** Whether the services give the delegation tokens that a job needs with Kerberos. */
record TokensCheck(Place place, ClusterSurvey cluster) implements Check {
  @Override
  public String name() {
    return "tokens";
  }

  @Override
  public String needs() {
    return ResourceManagerCheck.NAME;
  }

  @Override
  public Finding find() throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return Finding.ok("none needed: Kerberos is off");
    }
    int tokens = cluster.tokens(List.of(place.jobDir()));
    return Finding.ok(Quantity.of(tokens, "delegation token") + " obtained");
  }
}
