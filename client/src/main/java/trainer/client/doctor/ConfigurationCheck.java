package trainer.client.doctor;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.client.yarn.ConfiguredCluster;
import trainer.core.failure.Failure;

/** Whether the cluster that the environment names can be read. */
record ConfigurationCheck(Place place, Map<String, String> environment) implements Check {
  static final String NAME = "configuration";
  static final String VARIABLE = "HADOOP_CONF_DIR";

  private static final List<String> SITES =
      List.of("core-site.xml", "hdfs-site.xml", "yarn-site.xml");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding find() {
    String folder = environment.getOrDefault(VARIABLE, "");
    if (!place.isCluster()) {
      return Finding.ok(VARIABLE + " is not set: jobs run on this machine, with --master local");
    }
    Optional<Failure> refusal =
        ConfiguredCluster.refusal(place.configuration().hadoop(), environment);
    if (refusal.isPresent()) {
      return Finding.of(refusal.get());
    }
    if (folder.isEmpty()) {
      return Finding.ok("the cluster is named by -conf or -D");
    }
    List<File> unreadable =
        Arrays.stream(folder.split(File.pathSeparator, -1))
            .flatMap(one -> SITES.stream().map(site -> new File(one, site)))
            .filter(site -> site.exists() && !site.canRead())
            .toList();
    return unreadable.isEmpty()
        ? Finding.ok(VARIABLE + " " + folder)
        : Finding.fail("cannot be read: " + unreadable, "ask for the permission to read them");
  }
}
