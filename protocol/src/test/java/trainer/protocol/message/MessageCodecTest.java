package trainer.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.protocol.proto.CopiesProto;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.PartitionMapProto;
import trainer.protocol.proto.ToMemberProto;
import trainer.protocol.proto.WelcomeProto;

final class MessageCodecTest {
  private final RandomMessages messages = new RandomMessages(new Random(7));

  /** The kinds of a message, those of its groups included. */
  private static Set<Class<?>> kinds(Class<?> group) {
    Set<Class<?>> kinds = new HashSet<>();
    for (Class<?> permitted : group.getPermittedSubclasses()) {
      kinds.addAll(permitted.isInterface() ? kinds(permitted) : Set.of(permitted));
    }
    return kinds;
  }

  @Test
  void everyKindAMemberSaysComesBackAsItWas() throws InvalidProtocolBufferException {
    Set<Class<?>> met = new HashSet<>();
    for (int round = 0; round < 2000; round++) {
      FromMember message = messages.fromMember();
      met.add(message.getClass());
      byte[] bytes = FromMemberCodec.encode(message).toByteArray();
      FromMember back = FromMemberCodec.decode(FromMemberProto.parseFrom(bytes));
      assertThat(back).isEqualTo(message);
    }
    assertThat(met).isEqualTo(kinds(FromMember.class));
  }

  @Test
  void everyKindTheMasterSaysComesBackAsItWas() throws InvalidProtocolBufferException {
    Set<Class<?>> met = new HashSet<>();
    for (int round = 0; round < 2000; round++) {
      ToMember message = messages.toMember();
      met.add(message.getClass());
      byte[] bytes = ToMemberCodec.encode(message).toByteArray();
      assertThat(ToMemberCodec.decode(ToMemberProto.parseFrom(bytes))).isEqualTo(message);
    }
    assertThat(met).isEqualTo(kinds(ToMember.class));
  }

  @Test
  void whatIsSaidTogetherComesBackInOrderHoweverMuchItIs() throws InvalidProtocolBufferException {
    List<FromMember> said = new ArrayList<>();
    List<ToMember> told = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      said.add(messages.fromMember());
      told.add(messages.toMember());
    }
    List<FromMember> heard = new ArrayList<>();
    for (FromMemberProto proto : FromMemberCodec.encode(said)) {
      heard.addAll(FromMemberCodec.decodeAll(FromMemberProto.parseFrom(proto.toByteArray())));
    }
    assertThat(heard).isEqualTo(said);
    List<ToMember> learnt = new ArrayList<>();
    for (ToMemberProto proto : ToMemberCodec.encode(told)) {
      learnt.addAll(ToMemberCodec.decodeAll(ToMemberProto.parseFrom(proto.toByteArray())));
    }
    assertThat(learnt).isEqualTo(told);
  }

  @Test
  void whatIsSaidTogetherIsOneMessageAsLongAsItIsSmall() {
    FromMember heartbeat = new FromMember.Heartbeat(1, 2, 3);
    int bytes = FromMemberCodec.encode(heartbeat).getSerializedSize();
    assertThat(FromMemberCodec.encode(List.of(heartbeat, heartbeat))).hasSize(1);
    assertThat(FromMemberCodec.encode(Collections.nCopies((64 << 10) / bytes, heartbeat)))
        .hasSizeBetween(1, 2);
    assertThat(FromMemberCodec.encode(Collections.nCopies((640 << 10) / bytes, heartbeat)))
        .hasSizeBetween(10, 11);
  }

  @Test
  void messagesWithinThoseThatAreWithinOneAreRefused() {
    FromMemberProto one = FromMemberCodec.encode(new FromMember.Heartbeat(1, 2, 3));
    FromMemberProto two = one.toBuilder().addThen(one).build();
    assertThatThrownBy(() -> FromMemberCodec.decodeAll(one.toBuilder().addThen(two).build()))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aMessageOfNoKindIsRefused() {
    assertThatThrownBy(() -> FromMemberCodec.decode(FromMemberProto.getDefaultInstance()))
        .isInstanceOf(MalformedMessageException.class);
    assertThatThrownBy(() -> ToMemberCodec.decode(ToMemberProto.getDefaultInstance()))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void aMapWhoseCopiesNameNobodyIsRefused() {
    ToMemberProto proto =
        ToMemberProto.newBuilder()
            .setWelcome(
                WelcomeProto.newBuilder()
                    .setMap(
                        PartitionMapProto.newBuilder()
                            .addCopies(CopiesProto.newBuilder().addPservers(0))))
            .build();
    assertThatThrownBy(() -> ToMemberCodec.decode(proto))
        .isInstanceOf(MalformedMessageException.class);
  }

  @Test
  void damagedMessagesGiveNothingButTypedExceptions() {
    Random random = new Random(8);
    List<String> surprises = new ArrayList<>();
    for (int round = 0; round < 5000; round++) {
      byte[] bytes = FromMemberCodec.encode(messages.fromMember()).toByteArray();
      for (int flips = 0; flips < 3 && bytes.length > 0; flips++) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        FromMemberCodec.decode(FromMemberProto.parseFrom(bytes));
      } catch (InvalidProtocolBufferException | MalformedMessageException expected) {
        continue;
      } catch (RuntimeException e) {
        surprises.add(e + " of " + Arrays.toString(bytes));
      }
    }
    assertThat(surprises).isEmpty();
  }
}
