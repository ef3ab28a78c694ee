package trainer.it.outages;

import java.nio.file.Path;
import trainer.it.masters.Findings;

/**
 * Plays one outage on a cluster of {@code bin/cluster}, and says of each thing that matters what
 * its bar is and what was seen. Run by {@code bin/outages}.
 */
public final class Outages {
  private static final int ZOOKEEPER = 2181;
  private static final int ETCD = 2379;

  private Outages() {}

  /**
   * Ends with 0 if every bar was met.
   *
   * @param arguments a folder of its own, the cluster's, the name of an outage and its seconds
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    RealCluster cluster = new RealCluster(Path.of(arguments[1]));
    int seconds = Integer.parseInt(arguments[3]);
    UnhurriedJobs jobs = new UnhurriedJobs(home, cluster);
    Findings findings = new Findings();
    DaemonOutages daemons = new DaemonOutages(cluster, jobs, findings);
    NetworkOutages network = new NetworkOutages(cluster, jobs, findings);
    JobOutages others = new JobOutages(cluster, jobs, findings);
    WarningOutages warnings = new WarningOutages(cluster, jobs, findings);
    RoomOutages room = new RoomOutages(cluster, jobs, findings);
    StandbyOutages standby = new StandbyOutages(cluster, jobs, findings);
    switch (arguments[2]) {
      case "resourcemanager" -> daemons.killed("rm", seconds);
      case "namenode" -> daemons.killed("nn", seconds);
      case "unkept" -> daemons.unkept(seconds);
      case "datanode" -> daemons.killed("dn", seconds);
      case "nodemanager" -> daemons.killed("nm1", seconds);
      case "failover" -> daemons.failover(seconds);
      case "unpublished" -> daemons.unpublished(seconds);
      case "forgotten" -> daemons.forgotten(seconds);
      case "host" -> network.host(seconds);
      case "way" -> network.way(seconds);
      case "halves" -> network.halves(seconds);
      case "slow" -> network.slow(seconds);
      case "cables" -> network.cables(seconds);
      case "keys" -> others.keys(seconds);
      case "zookeeper" -> others.store("zookeeper", "zk", ZOOKEEPER, seconds);
      case "etcd" -> others.store("etcd", "etcd", ETCD, seconds);
      case "kill" -> others.kill();
      case "standby-resourcemanager" -> standby.without("rm", seconds);
      case "standby-namenode" -> standby.withoutStorage("nn", seconds);
      case "standby-zookeeper" ->
          standby.withoutStorage("zk", seconds, others.state("zookeeper", ZOOKEEPER));
      case "standby-etcd" -> standby.withoutStorage("etcd", seconds, others.state("etcd", ETCD));
      case "standby-host" -> standby.host(seconds);
      case "decommission" -> warnings.decommission(seconds);
      case "preemption" -> warnings.preemption();
      case "blacklist" -> new BarredNode(cluster, jobs, findings).play(seconds);
      case "elastic" -> room.elastic();
      case "tight" -> room.tight();
      case "gangs" -> room.gangs();
      default -> throw new IllegalArgumentException(arguments[2]);
    }
    System.out.printf("  %d missed%n", findings.missed());
    System.exit(findings.missed() == 0 ? 0 : 1);
  }
}
