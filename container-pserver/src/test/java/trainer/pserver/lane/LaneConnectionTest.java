package trainer.pserver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.RepeatedSums;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;
import trainer.pserver.server.RunningPserver;

/** Connections of workers to the lanes of a real pserver. */
class LaneConnectionTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void aWorkerThatDoesNotReadDelaysNoOther() throws Exception {
    pserver.startLine();
    BulkConnection lazy = pserver.connect(0);
    KeyList many = RunningPserver.list(0, IntStream.range(0, 400_000).asLongStream().toArray());
    lazy.writer().keys(1, BulkFrame.Mode.READ, many);
    lazy.flush();
    for (int i = 0; i < 200; i++) {
      lazy.writer().pull(i, 1, 0, 1, Partitions.ALL);
    }
    lazy.flush();

    BulkConnection[] lanes = pserver.connect();
    RunningPserver.pull(lanes, new Line(1), 0);
    assertThat(RunningPserver.values(lanes)).containsOnly(0f);
    for (int i = 0; i < 200; i++) {
      BulkFrame.Values values = (BulkFrame.Values) lazy.read();
      assertThat(values.request()).isEqualTo(i);
      assertThat(values.values().remaining()).isEqualTo(many.keys().length);
    }
  }

  @Test
  void refusesUnknownListsAndSumsThatDoNotFit() throws Exception {
    pserver.startLine();
    BulkConnection lane = pserver.connect(0);
    lane.writer().pull(5, 1, 0, 99, Partitions.ALL);
    lane.writer().keys(1, BulkFrame.Mode.TRAIN, RunningPserver.list(0, RunningPserver.keys()));
    lane.writer()
        .push(1, 1, 0, 1, Metrics.NONE, 1, null, table -> null, new long[1], new int[] {1});
    lane.flush();
    assertThat(lane.read())
        .isEqualTo(new BulkFrame.Refused(false, 5, 1, 1, 0, BulkFrame.Reason.UNKNOWN_LIST));
    assertThat(lane.read())
        .isEqualTo(new BulkFrame.Refused(true, 0, 1, 1, 0, BulkFrame.Reason.BAD_CONTENT));
  }

  @Test
  void groupsOfEqualSumsLiveAsLongAsTheirList() throws Exception {
    pserver.startLine();
    BulkConnection[] lanes = pserver.connect();
    RepeatedSums[] equal = {new RepeatedSums(), new RepeatedSums()};
    for (long version = 1; version <= 2; version++) {
      for (int lane = 0; lane < lanes.length; lane++) {
        if (version == 1) {
          lanes[lane]
              .writer()
              .keys(1, BulkFrame.Mode.TRAIN, RunningPserver.list(lane, RunningPserver.keys()));
        }
        push(lanes[lane], lane, version, equal[lane]);
        assertThat(lanes[lane].read()).isEqualTo(new BulkFrame.Ack(1, version, 0));
      }
      assertThat(pserver.next()).isInstanceOf(FromPserver.Complete.class);
      pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(version)));
    }
    for (BulkConnection lane : lanes) {
      lane.writer().pull(1, 1, 2, 1, Partitions.ALL);
      lane.flush();
    }
    assertThat(RunningPserver.values(lanes)).containsOnly(2f);

    lanes[0].writer().keys(1, BulkFrame.Mode.TRAIN, RunningPserver.list(0, RunningPserver.keys()));
    push(lanes[0], 0, 3, equal[0]);
    assertThat(lanes[0].read())
        .isEqualTo(new BulkFrame.Refused(true, 0, 1, 1, 2, BulkFrame.Reason.BAD_CONTENT));
  }

  @Test
  void closesAConnectionThatNamesKeysOfAnotherLane() throws Exception {
    pserver.startLine();
    BulkConnection lane = pserver.connect(0);
    lane.writer().keys(1, BulkFrame.Mode.TRAIN, RunningPserver.list(1, RunningPserver.keys()));
    lane.flush();
    assertThat(lane.read()).isNull();
  }

  @Test
  void aHugeLengthEndsTheConnection() throws Exception {
    pserver.startLine();
    BulkConnection[] lanes = pserver.connect();
    lanes[0].writer().keys(1, BulkFrame.Mode.READ, RunningPserver.list(0, RunningPserver.keys()));
    lanes[0].flush();
    rawChannel(lanes[0]).write(ByteBuffer.allocate(4).putInt(0, Integer.MAX_VALUE));
    assertThat(lanes[0].read()).isNull();
  }

  private static void push(BulkConnection to, int lane, long version, RepeatedSums equal)
      throws IOException {
    long[] sums = new long[RunningPserver.list(lane, RunningPserver.keys()).keys().length];
    Arrays.fill(sums, -1024);
    int[] ofTable = {sums.length};
    to.writer().push(1, version, 0, 1, Metrics.NONE, 1, equal, table -> null, sums, ofTable);
    to.flush();
  }

  private static SocketChannel rawChannel(BulkConnection connection) throws Exception {
    java.lang.reflect.Field field = BulkConnection.class.getDeclaredField("channel");
    field.setAccessible(true);
    return (SocketChannel) field.get(connection);
  }
}
