package trainer.benchmarks.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.conf.Configuration;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.Initializer;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;
import trainer.pserver.server.Pserver;

/**
 * A worker's authenticated connection to the lane of a pserver. Messages are pushes, encoded from
 * integers of eight bytes to four. Their list is unknown to the lane, which checks and refuses
 * them, so that only the transport is measured.
 */
final class LaneWay implements Way {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final long INCARNATION = 4;
  private static final long UNKNOWN = 1;

  private final Semaphore answers = new Semaphore(0);
  private final Pserver pserver;
  private final BulkConnection lane;
  private final long[] sums;

  LaneWay(int maxFrame) throws IOException, InterruptedException {
    sums = new long[maxFrame / Integer.BYTES];
    Arrays.fill(sums, 1 << 20);
    Secret secret = Secret.random(new SecureRandom());
    TableSpec table = new TableSpec("weights", 1, Initializer.ZERO, true, 20);
    ModelSpec model = new ModelSpec(List.of(table), List.of(Phase.training(1)));
    Map<String, String> settings = Map.of("trainer.bulk.max-frame", Integer.toString(maxFrame));
    Semaphore lined = new Semaphore(0);
    pserver =
        new Pserver(
            new JobSpec(JOB, "alice", "/jobs", settings, model, List.of(), "test"),
            0,
            secret,
            new Configuration(),
            LaneWay.class.getClassLoader(),
            message -> lined.release(),
            why -> {},
            LaneWay::end);
    pserver.take(
        new ToMember.Welcome(
            new Term(1),
            new Incarnation(INCARNATION),
            Line.NONE,
            Version.INITIAL,
            Line.NONE,
            null));
    pserver.take(
        new ToMember.NewLine(
            new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, map(), ""));
    lined.acquire();
    lane =
        BulkConnection.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), pserver.port()),
            Hello.member(
                JOB,
                new Party(Role.WORKER, 0, new Incarnation(9)),
                new Party(Role.PSERVER, 0, new Incarnation(INCARNATION)),
                0),
            secret,
            Duration.ofMinutes(1),
            maxFrame);
    Thread reader = new Thread(this::read, "reader");
    reader.setDaemon(true);
    reader.start();
  }

  private static PartitionMap map() {
    return new PartitionMap(
        1,
        List.of(new PartitionMap.Pserver(new Incarnation(INCARNATION), 0, "localhost", 1, 1)),
        Collections.nCopies(Partitions.COUNT, List.of(0)));
  }

  private void read() {
    try {
      for (BulkFrame frame = lane.read(); frame != null; frame = lane.read()) {
        answers.release();
      }
    } catch (IOException closed) {
      // the regular end: close() closes the connection
    }
  }

  @Override
  public void send(int bytes) throws IOException {
    int[] ends = {bytes / Integer.BYTES};
    lane.writer().push(1, 1, 0, 1, Metrics.NONE, UNKNOWN, null, table -> null, sums, ends);
    lane.flush();
  }

  @Override
  public void ping() throws IOException {
    lane.writer().ping();
    lane.flush();
  }

  @Override
  public void await() throws InterruptedException {
    answers.acquire();
  }

  @Override
  public void close() throws IOException {
    lane.close();
    pserver.close();
  }

  private static void end(Throwable failure) {
    failure.printStackTrace();
    Runtime.getRuntime().halt(1);
  }
}
