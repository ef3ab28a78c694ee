package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.it.cluster.TrainerClient;

/** A job that trains, whose number of pservers is changed; as its master says it goes. */
public final class Scaling {
  private static final long POLL_MILLIS = 100;

  /** A JVM's start each time. */
  private static final long SELDOM_MILLIS = 2000;

  private static final long PATIENCE_SECONDS = 300;

  /**
   * What one change moved.
   *
   * @param copies of partitions that came to another pserver
   * @param bytes of them that were fetched
   * @param seconds from the command's end until all was where it belongs, and training went on
   * @param pace versions committed a second meanwhile
   */
  public record Step(int copies, long bytes, double seconds, double pace) {}

  /** What the master said at a moment. */
  private record Look(long nanos, JsonNode said) {
    private long version() {
      return said.path("version").asLong();
    }

    private long line() {
      return said.path("line").asLong();
    }

    private List<JsonNode> moves() {
      List<JsonNode> all = new ArrayList<>();
      said.at("/pservers/moves").forEach(all::add);
      return all;
    }

    private double paceUntil(Look later) {
      return (later.version() - version()) / secondsUntil(later);
    }

    private double secondsUntil(Look later) {
      return (later.nanos - nanos) / 1e9;
    }

    /** Whether there are just so many pservers, and nothing is on its way to any of them. */
    private boolean isSettled(int pservers) {
      int live = 0;
      for (JsonNode member : said.path("members")) {
        boolean isThere =
            member.path("role").asText().equals("pserver")
                && !List.of("dead", "left").contains(member.path("state").asText());
        live += isThere ? 1 : 0;
      }
      return live == pservers
          && said.at("/pservers/wanted").asInt() == pservers
          && said.at("/pservers/copiesToCome").asInt(-1) == 0;
    }
  }

  private final TrainerClient trainer;
  private final DisturbedJob job;
  private final Source source;
  private final long pollMillis;
  private final List<String> options;

  private Scaling(
      TrainerClient trainer, DisturbedJob job, Source source, long pollMillis, String... options) {
    this.trainer = trainer;
    this.job = job;
    this.source = source;
    this.pollMillis = pollMillis;
    this.options = List.of(options);
  }

  /**
   * One whose tracking page can be reached from here.
   *
   * @param trainer who may change it
   * @param options how its cluster is found
   */
  public static Scaling byPage(TrainerClient trainer, DisturbedJob job, String... options) {
    return new Scaling(trainer, job, job::status, POLL_MILLIS, options);
  }

  /** One whose page is behind a proxy under a name of its own: the client finds its master. */
  static Scaling byClient(TrainerClient trainer, DisturbedJob job) {
    Source status = () -> trainer.run("status", job.id(), "--json", "--members").ok().json();
    return new Scaling(trainer, job, status, SELDOM_MILLIS);
  }

  /** Where it is said how the job is. */
  private interface Source {
    JsonNode status() throws IOException, InterruptedException;
  }

  /** Waits until every record has been trained on once, so that all rows are there. */
  public void awaitAllRows() throws Exception {
    await("the second epoch", look -> look.said().path("epoch").asInt() > 1);
  }

  /** Versions committed a second, for a while. */
  public double pace(int seconds) throws Exception {
    Look before = look();
    TimeUnit.SECONDS.sleep(seconds);
    return before.paceUntil(look());
  }

  /** Changes the number; returns when all is where it belongs. */
  public Step to(int pservers) throws Exception {
    Look asked = look();
    List<String> command = new ArrayList<>(List.of("scale", job.id()));
    command.addAll(List.of("--pservers", String.valueOf(pservers)));
    command.addAll(options);
    trainer.run(command.toArray(new String[0])).ok();
    Look began = look();
    int known = asked.moves().size();
    // Each admission begins a line, and so does leaving out what has moved, the last thing.
    Look over =
        await(
            pservers + " pservers that hold what they are to hold",
            look ->
                look.isSettled(pservers)
                    && look.moves().size() > known
                    && look.line() > asked.line() + look.moves().size() - known);
    Look after = await("the next version", look -> look.version() > over.version());
    List<JsonNode> moves = after.moves().subList(known, after.moves().size());
    return new Step(
        moves.stream().mapToInt(one -> one.path("partitions").size()).sum(),
        moves.stream().mapToLong(one -> one.path("bytes").asLong()).sum(),
        began.secondsUntil(after),
        began.paceUntil(after));
  }

  private interface Sight {
    boolean is(Look look);
  }

  private Look await(String what, Sight sight) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Look look = look();
    while (!sight.is(look)) {
      if (System.nanoTime() > end || !job.isAlive()) {
        throw new AssertionError("never came to " + what + ": " + look.said() + "; " + job.said());
      }
      TimeUnit.MILLISECONDS.sleep(pollMillis);
      look = look();
    }
    return look;
  }

  private Look look() throws IOException, InterruptedException {
    JsonNode said = source.status();
    return new Look(System.nanoTime(), said);
  }
}
