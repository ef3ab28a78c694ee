package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.id.Term;
import trainer.pserver.protocol.Refusal.Reason;
import trainer.pserver.store.RowList;

class PullRulesTest {
  private final Fixture fixture = Fixture.started();

  @Test
  void servesTheCommittedVersionWhileTheNextIsTentative() {
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(6f);
    RowList interned = fixture.replicas.requests().lookUp(Fixture.keys(10, 11), true);
    float[] before = training(interned, 1).values;

    fixture.push(1, 2, 0, 1, 3072, 10);
    assertThat(fixture.completes).contains("1/2");
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(6f);
    assertThat(training(interned, 1).values).isEqualTo(before);
    assertThat(training(interned, 2).isWaiting()).isTrue();
  }

  @Test
  void answersAParkedPullAtTheCommit() {
    RecordingConnection peer = fixture.pull(1, 1, 10);
    RecordingConnection later = fixture.pull(1, 2, 10);
    fixture.push(1, 1, 0, 1, 1024, 10);
    assertThat(peer.isWaiting()).isTrue();
    fixture.replicas.commit(1, 1);
    assertThat(peer.version).isEqualTo(1);
    assertThat(peer.values[0]).isEqualTo(6f);
    assertThat(later.isWaiting()).isTrue();
    assertThat(fixture.completes).containsExactly("1/1");
  }

  @Test
  void answersAParkedPullFromTheCommittedRowsEvenIfTheNextShareIsAlreadyIn() {
    RecordingConnection peer = fixture.pull(1, 1, 10);
    fixture.push(1, 2, 0, 1, 1024, 10);
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    assertThat(peer.values[0]).isEqualTo(6f);
    assertThat(fixture.completes).containsExactly("1/1", "1/2");
  }

  @Test
  void servesATentativeVersionWhereExposureIsOn() {
    Fixture exposed = new Fixture(true, Fixture.ALL);
    exposed.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    RecordingConnection parked = exposed.pull(1, 1, 10);
    exposed.push(1, 1, 0, 1, 1024, 10);
    assertThat(parked.values[0]).isEqualTo(6f);
    assertThat(exposed.weight(1, 0, 10)).isZero();
    assertThat(exposed.weight(1, 1, 10)).isEqualTo(6f);
    assertThat(exposed.pull(1, 2, 10).isWaiting()).isTrue();
  }

  @Test
  void refusesVersionsItNoLongerHasAndVoidLines() {
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    assertThat(fixture.pull(1, 0, 10).reason()).isEqualTo(Reason.OLD_VERSION);
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 1));
    assertThat(fixture.pull(1, 1, 10).reason()).isEqualTo(Reason.OLD_LINE);
  }

  @Test
  void refusesParkedPullsOfALineThatBecameVoid() {
    RecordingConnection peer = fixture.pull(1, 1, 10);
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 0));
    assertThat(peer.reason()).isEqualTo(Reason.OLD_LINE);
  }

  @Test
  void parksAPullThatOvertookItsLine() {
    RecordingConnection peer = fixture.pull(2, 0, 10);
    assertThat(peer.isWaiting()).isTrue();
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 0));
    assertThat(peer.version).isZero();
  }

  @Test
  void dropsTheDeferredRequestsOfAPeerThatIsGone() {
    RecordingConnection peer = fixture.pull(1, 1, 10);
    fixture.replicas.requests().forget(peer);
    fixture.push(1, 1, 0, 1, 0, 10);
    fixture.replicas.commit(1, 1);
    assertThat(peer.isWaiting()).isTrue();
  }

  @Test
  void aReadingListSeesRowsThatCameAfterIt() {
    RowList reading = fixture.replicas.requests().lookUp(Fixture.keys(10), false);
    assertThat(training(reading, 0).values).containsOnly(0f);
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    assertThat(training(reading, 1).values[0]).isEqualTo(6f);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPullOfSomePartitionsEqualsThatOfAListOfThem(boolean training) {
    Fixture drawn = Fixture.drawn(Fixture.ALL);
    drawn.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    long[] keys = LongStream.range(0, 300).toArray();
    int[] odd = Arrays.stream(Fixture.ALL).filter(partition -> partition % 2 == 1).toArray();
    RowList list =
        drawn.replicas.requests().lookUp(Fixture.keysAndGrid(Fixture.ALL, keys), training);
    RowList part = drawn.replicas.requests().lookUp(Fixture.keysAndGrid(odd, keys), training);
    RecordingConnection ofAll = new RecordingConnection();
    RecordingConnection ofPart = new RecordingConnection();
    drawn.replicas.requests().pull(ofAll, 1, 1, 0, list, 0xAAAAAAAAL);
    drawn.replicas.requests().pull(ofPart, 1, 1, 0, part);
    assertThat(ofAll.values).isEqualTo(ofPart.values);
    assertThat(ofPart.values).hasSizeBetween(1, list.floats() - 1);
    drawn.replicas.requests().pull(ofAll, 1, 1, 0, list, 0);
    assertThat(ofAll.values).as("nothing is asked for").isEmpty();
  }

  private RecordingConnection training(RowList list, long version) {
    RecordingConnection peer = new RecordingConnection();
    fixture.replicas.requests().pull(peer, 1, 1, version, list);
    return peer;
  }
}
