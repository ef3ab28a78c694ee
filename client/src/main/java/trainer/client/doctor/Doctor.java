package trainer.client.doctor;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trainer.client.config.ClientConfiguration;
import trainer.client.yarn.ClusterSurvey;
import trainer.client.yarn.ConfiguredCluster;
import trainer.core.failure.Failure;

/**
 * The examination of the place where jobs would run: of the cluster that the configuration names,
 * else of this machine. It starts no job and leaves no file.
 */
public final class Doctor {
  /** The longest time of one check. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Doctor() {}

  /**
   * The result of an examination.
   *
   * @param isCluster whether a cluster was examined, not this machine
   * @param lines one for each check, in their order
   */
  public record Diagnosis(boolean isCluster, List<Examination.Line> lines) {
    /** Copies the lines. */
    public Diagnosis {
      lines = List.copyOf(lines);
    }

    /** Whether no check failed. */
    public boolean isGood() {
      return lines.stream().noneMatch(line -> line.finding().isFail());
    }
  }

  /**
   * Runs all checks. None throws: an error is a finding.
   *
   * @param environment with {@code HADOOP_CONF_DIR}, if it is set
   * @param watcher receives each line as soon as it is there
   */
  public static Diagnosis examine(
      ClientConfiguration configuration,
      Map<String, String> environment,
      Consumer<Examination.Line> watcher) {
    boolean isCluster =
        namesCluster(environment)
            || ConfiguredCluster.refusal(configuration.hadoop(), environment).isEmpty();
    Place place = new Place(configuration, isCluster);
    Examination examination = new Examination(PATIENCE);
    if (!isCluster) {
      return new Diagnosis(false, examination.run(ofMachine(place, environment), watcher));
    }
    try (ClusterSurvey cluster = new ClusterSurvey(configuration.hadoop())) {
      return new Diagnosis(true, examination.run(ofCluster(place, cluster, environment), watcher));
    }
  }

  /** The result where the configuration cannot be read: a line for each problem, no other check. */
  public static Diagnosis unread(
      List<Failure> problems, Map<String, String> environment, Consumer<Examination.Line> watcher) {
    List<Examination.Line> lines =
        problems.stream()
            .map(one -> new Examination.Line(ConfigurationCheck.NAME, Finding.of(one)))
            .toList();
    lines.forEach(watcher);
    return new Diagnosis(namesCluster(environment), lines);
  }

  private static boolean namesCluster(Map<String, String> environment) {
    return !environment.getOrDefault(ConfigurationCheck.VARIABLE, "").isEmpty();
  }

  private static List<Check> ofMachine(Place place, Map<String, String> environment) {
    return List.of(
        new ConfigurationCheck(place, environment),
        new JavaCheck(),
        new MachineRoomCheck(place),
        new JobFolderCheck(place, null),
        new SpaceCheck(place));
  }

  private static List<Check> ofCluster(
      Place place, ClusterSurvey cluster, Map<String, String> environment) {
    return List.of(
        new ConfigurationCheck(place, environment),
        new JavaCheck(),
        new CredentialsCheck(place),
        new ClockCheck(place, Clock.systemUTC()),
        new FileSystemCheck(place),
        new HomeCheck(place),
        new JobFolderCheck(place, cluster),
        new SpaceCheck(place),
        new BundleCheck(place),
        new ResourceManagerCheck(place, cluster),
        new QueueCheck(place, cluster),
        new MasterShareCheck(place, cluster),
        new NodesCheck(cluster),
        new NodeJavaCheck(place, cluster),
        new RoomCheck(place, cluster),
        new TokensCheck(place, cluster),
        new PageCheck(place));
  }
}
