package trainer.it.masters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Kills all copies of partitions at once, the next ones as soon as the job has gone back and kept
 * another version, and says how much was done again.
 */
final class LastCopies {
  private static final String BACK = " from version ";
  private static final String KEPT = " is kept in ";
  private static final Pattern VERSION_KEPT = Pattern.compile(" version (\\d+)" + KEPT);

  /** One may be on its way when the pservers die. */
  private static final int MOST_GAPS = 2;

  /** So many are kept before the first kill. */
  private static final int UNDISTURBED = 4;

  private final PserverJobs jobs;
  private final int copies;
  private final List<String> options;

  /**
   * @param copies of each partition
   */
  LastCopies(PserverJobs jobs, int copies) {
    this.jobs = jobs;
    this.copies = copies;
    this.options =
        List.of("-Dtrainer.pserver.replicas=" + copies, "-Dtrainer.checkpoint.interval=2s");
  }

  boolean run(int kills, Random random) throws Exception {
    DisturbedJob.End quiet = jobs.undisturbed(kills, options);
    DisturbedJob job = jobs.training(kills, options);
    Path log = jobs.masterLog(job);
    PserverJobs.awaitSaid(job, log, UNDISTURBED, KEPT);
    long gap = usualGap(log);
    int done = 0;
    for (; done < kills && job.isAlive(); done++) {
      long back = PserverJobs.said(log, BACK);
      killAtOnce(job, victims(done, random));
      PserverJobs.awaitSaid(job, log, back, BACK);
      PserverJobs.awaitSaid(job, log, PserverJobs.said(log, KEPT), KEPT);
    }
    return say(done, kills, gap, jobs.end(job), quiet);
  }

  /** Each in turn, then at random; with two copies another one, too. */
  private List<Integer> victims(int done, Random random) {
    List<Integer> all =
        IntStream.range(0, PserverJobs.PSERVERS).boxed().collect(Collectors.toList());
    if (done < PserverJobs.PSERVERS) {
      Collections.rotate(all, -done);
    } else {
      Collections.shuffle(all, random);
    }
    return all.subList(0, copies);
  }

  private static void killAtOnce(DisturbedJob job, List<Integer> victims) throws IOException {
    List<ProcessHandle> processes = new ArrayList<>();
    for (int victim : victims) {
      processes.add(PserverJobs.pserver(job, victim));
    }
    processes.forEach(ProcessHandle::destroyForcibly);
  }

  /** How many versions lie between one that is kept and the next: the median. */
  private static long usualGap(Path log) throws IOException {
    List<Long> kept =
        VERSION_KEPT
            .matcher(Files.readString(log))
            .results()
            .map(found -> Long.parseLong(found.group(1)))
            .toList();
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < kept.size(); i++) {
      gaps.add(kept.get(i) - kept.get(i - 1));
    }
    gaps.sort(null);
    return gaps.get(gaps.size() / 2);
  }

  private static boolean say(
      int kills, int wanted, long gap, DisturbedJob.End end, DisturbedJob.End quiet) {
    long rollbacks = end.report().path("rollbacks").asLong();
    boolean exact = end.exitCode() == 0 && end.modelId().equals(quiet.modelId());
    System.out.printf(
        "%d of %d kills: exit code %d, rollbacks %d, model %s%n",
        kills,
        wanted,
        end.exitCode(),
        rollbacks,
        exact ? "the same" : "ANOTHER: " + end.modelId() + ", not " + quiet.modelId());
    if (end.exitCode() != 0) {
      System.out.println("failed: " + end.report().path("failure"));
    }
    long records = (long) PserverJobs.EPOCHS_A_KILL * wanted * PserverJobs.RECORDS;
    long again = end.report().path("recordsComputed").asLong() - records;
    double versions = (double) again / PserverJobs.MINIBATCH / Math.max(1, kills);
    System.out.printf(
        "done again: %.1f versions a kill; from one that was kept to the next there were %d%n",
        versions, gap);
    return kills == wanted && rollbacks == kills && exact && versions <= MOST_GAPS * gap;
  }
}
