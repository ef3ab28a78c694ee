package trainer.it.masters.standby;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import trainer.it.cluster.TrainerClient;
import trainer.it.masters.TwoNodes;

/**
 * Kills leaders that have a standby while rows are scored, of jobs and of sessions, locally and on
 * an embedded cluster. It says how long no row was scored, and what is wrong with the outputs. Run
 * by {@code bin/kill-scoring standby}.
 */
public final class ScoringLeaderKills {
  private static final int ROWS = 40_000;
  private static final int KILLS_A_JOB = 5;

  private final Random random;
  private final int kills;
  private int wrong;

  private ScoringLeaderKills(int kills, Random random) {
    this.kills = kills;
    this.random = random;
  }

  /**
   * Says what it saw, and ends with 0 if all was well.
   *
   * @param arguments a folder, the number of kills in each place of jobs and of sessions, a seed
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    ScoringLeaderKills all =
        new ScoringLeaderKills(
            Integer.parseInt(arguments[1]), new Random(Long.parseLong(arguments[2])));
    all.in("local", home, List.of("--master", "local"), new Configuration());
    Configuration hadoop = new Configuration();
    Path onYarn = Files.createDirectory(home.resolve("on-yarn"));
    try (TwoNodes cluster = new TwoNodes(onYarn, hadoop)) {
      hadoop.addResource(cluster.site().toUri().toURL());
      List<String> where = List.of("--master", "yarn", "-conf", cluster.site().toString());
      all.in("on YARN", onYarn, where, hadoop);
    }
    System.out.printf("%d wrong%n", all.wrong);
    Runtime.getRuntime().halt(all.wrong == 0 ? 0 : 1); // the daemons take their time
  }

  private void in(String place, Path home, List<String> where, Configuration hadoop)
      throws Exception {
    StandbyScoring scoring =
        new StandbyScoring(new TrainerClient(home), home, where, hadoop, ROWS, random);
    for (int done = 0; done < kills; done += KILLS_A_JOB) {
      int now = Math.min(KILLS_A_JOB, kills - done);
      say("a job " + place + ", " + now + " kills", scoring.job(now));
      say("a session " + place + ", " + now + " kills", scoring.session(now));
    }
  }

  private void say(String what, List<String> faults) {
    wrong += faults.isEmpty() ? 0 : 1;
    System.out.println(what + ": " + (faults.isEmpty() ? "ok" : "WRONG " + faults));
  }
}
