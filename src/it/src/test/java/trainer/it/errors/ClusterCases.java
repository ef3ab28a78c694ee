package trainer.it.errors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.SafeModeAction;
import trainer.it.cluster.TrainerClient;

/** The cases that need HDFS and a ResourceManager, played one after another. */
final class ClusterCases {
  private final Map<String, BadCase> cases = new LinkedHashMap<>();
  private final SharedCluster cluster;

  ClusterCases(SharedCluster cluster) {
    this.cluster = cluster;
    add("queue-unknown", "--queue", "no-such-queue");
    add("queue-stopped", "--queue", "stopped");
    add("bad-tags", "--tags", "clicks,über");
    add("container-too-large", "-Dtrainer.worker.memory-mb=500000");
    add("pservers-beyond-the-cluster", "--pservers", "50");
    add("workers-beyond-the-cluster", "--workers", "50", "-Dtrainer.workers.min=40");
    add("job-dir-cannot-flush", "-Dtrainer.job.dir=" + cluster.overHttp("/open/jobs"));
    add("job-dir-on-this-machine", "-Dtrainer.job.dir=file:///tmp/no-such-jobs");
    add("input-not-readable", "--input", "/data/secret");
    add("output-not-permitted", "--output", "/data/model");
    add("no-space", "--output", "/full/model");
    cases.put("queue-full", this::toTheFullQueue);
    cases.put("queue-forbidden", place -> play(place, "mallory"));
    cases.put("safe-mode", this::inSafeMode);
    cases.put(
        "application-unknown",
        place -> as(place, "alice").run("status", "application_1_0001", "-conf", site()));
    cases.put("job-of-anothers", this::ofAlice);
  }

  Map<String, BadCase> all() {
    return cases;
  }

  private void add(String name, String... more) {
    cases.put(name, place -> play(place, "alice", more));
  }

  private TrainerClient.Result play(Place place, String user, String... more) throws Exception {
    return play(place, user, left -> true, more);
  }

  /** YARN lists an application that its queue has refused, and the bundle serves the next one. */
  private TrainerClient.Result toTheFullQueue(Place place) throws Exception {
    return play(
        place,
        "alice",
        left -> left.contains("/application_") || left.startsWith("/open/"),
        "--queue",
        "full");
  }

  private TrainerClient.Result play(
      Place place, String user, Predicate<String> isOurs, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("submit", "-conf", site()));
    if (!List.of(more).contains("--input")) {
      args.addAll(List.of("--input", "/data/train"));
    }
    if (!List.of(more).contains("--output")) {
      args.addAll(List.of("--output", "/open/model"));
    }
    args.addAll(Arrays.asList(more));
    Set<String> before = cluster.contents();
    TrainerClient.Result result = as(place, user).run(args.toArray(new String[0]));
    Set<String> after = cluster.contents();
    after.removeAll(before);
    after.removeIf(isOurs.negate());
    if (!after.isEmpty()) {
      throw new AssertionError("left behind in the cluster: " + after);
    }
    return result;
  }

  /** Played last: its job may still be leaving when it is killed. */
  private TrainerClient.Result ofAlice(Place place) throws Exception {
    TrainerClient alice = as(place, "alice");
    String said =
        alice
            .run(
                "submit",
                "-conf",
                site(),
                "--input",
                "/data/train",
                "--output",
                "/open/of-alice",
                "--detach")
            .ok()
            .out();
    Matcher id = Pattern.compile("application_[0-9]+_[0-9]+").matcher(said);
    if (!id.find()) {
      throw new AssertionError("no application in " + said);
    }
    try {
      return as(place, "mallory").run("status", id.group(), "-conf", site());
    } finally {
      alice.run("kill", id.group(), "-conf", site()); // unless it has ended by itself
    }
  }

  private TrainerClient.Result inSafeMode(Place place) throws Exception {
    cluster.files().setSafeMode(SafeModeAction.ENTER);
    try {
      return play(place, "alice");
    } finally {
      cluster.files().setSafeMode(SafeModeAction.LEAVE);
    }
  }

  private static TrainerClient as(Place place, String user) {
    return place.client().with(Map.of("HADOOP_USER_NAME", user));
  }

  private String site() {
    return cluster.site().toString();
  }
}
