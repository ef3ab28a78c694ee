package trainer.protocol.grpc;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;
import trainer.protocol.auth.Purpose;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.HandshakeFrame;
import trainer.protocol.proto.KillReply;
import trainer.protocol.proto.KillRequest;
import trainer.protocol.proto.ScaleReply;
import trainer.protocol.proto.ScaleRequest;
import trainer.protocol.proto.StatusReply;
import trainer.protocol.proto.StatusRequest;
import trainer.protocol.proto.StopReply;
import trainer.protocol.proto.StopRequest;
import trainer.protocol.proto.SubmitReply;
import trainer.protocol.proto.SubmitRequest;
import trainer.protocol.proto.ToMemberProto;

/** The methods of the services declared in the .proto files. */
final class Methods {
  static final String CONNECTION = "trainer.ConnectionService";
  static final String MEMBER = "trainer.MemberService";
  static final String CONTROL = "trainer.ControlService";

  static final MethodDescriptor<HandshakeFrame, HandshakeFrame> HANDSHAKE =
      method(
          CONNECTION,
          "Handshake",
          MethodType.BIDI_STREAMING,
          HandshakeFrame.getDefaultInstance(),
          HandshakeFrame.getDefaultInstance());

  static final MethodDescriptor<FromMemberProto, ToMemberProto> SESSION =
      method(
          MEMBER,
          "Session",
          MethodType.BIDI_STREAMING,
          FromMemberProto.getDefaultInstance(),
          ToMemberProto.getDefaultInstance());

  static final MethodDescriptor<StatusRequest, StatusReply> STATUS =
      method(
          CONTROL,
          "Status",
          MethodType.UNARY,
          StatusRequest.getDefaultInstance(),
          StatusReply.getDefaultInstance());

  static final MethodDescriptor<KillRequest, KillReply> KILL =
      method(
          CONTROL,
          "Kill",
          MethodType.UNARY,
          KillRequest.getDefaultInstance(),
          KillReply.getDefaultInstance());

  static final MethodDescriptor<StopRequest, StopReply> STOP =
      method(
          CONTROL,
          "Stop",
          MethodType.UNARY,
          StopRequest.getDefaultInstance(),
          StopReply.getDefaultInstance());

  static final MethodDescriptor<ScaleRequest, ScaleReply> SCALE =
      method(
          CONTROL,
          "Scale",
          MethodType.UNARY,
          ScaleRequest.getDefaultInstance(),
          ScaleReply.getDefaultInstance());

  static final MethodDescriptor<SubmitRequest, SubmitReply> SUBMIT =
      method(
          CONTROL,
          "Submit",
          MethodType.UNARY,
          SubmitRequest.getDefaultInstance(),
          SubmitReply.getDefaultInstance());

  private Methods() {}

  /** The purpose of connections on which the method may be called. */
  static Purpose purposeOf(MethodDescriptor<?, ?> method) {
    return CONTROL.equals(method.getServiceName()) ? Purpose.CONTROL : Purpose.MEMBER;
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String service, String name, MethodType type, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }
}
