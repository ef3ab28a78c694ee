package trainer.it.errors;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import trainer.it.cluster.TrainerClient;
import trainer.protocol.proto.HandshakeFrame;

/** A master that speaks a later version: a process that shakes hands with it, and no more. */
public final class OtherVersion {
  private static final int MAGIC = 0x54524E52;
  private static final int LATER = 2;
  private static final String APPLICATION = "local_20260101000000000_";

  private OtherVersion() {}

  static TrainerClient.Result play(Place place) throws Exception {
    String application = APPLICATION + ProcessHandle.current().pid();
    Path fleet =
        Files.createDirectories(
            place.home().resolve(".trainer/jobs").resolve(application).resolve("fleet"));
    Files.write(fleet.resolve("control.secret"), new byte[32]);
    Path address = fleet.resolve("master.address");
    Process master =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Dtrainer.job=" + application + ".1",
                "-Dtrainer.role=master",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                OtherVersion.class.getName(),
                address.toString())
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    try {
      Awaitility.await().atMost(10, TimeUnit.MINUTES).until(() -> Files.exists(address));
      return place.client().run("status", application);
    } finally {
      master.destroyForcibly();
    }
  }

  /** Serves until it is killed, for twenty minutes at most; its address goes to the file named. */
  public static void main(String[] args) throws Exception {
    Server server = NettyServerBuilder.forPort(0).addService(service()).build().start();
    Path written = Path.of(args[0] + ".tmp");
    Files.writeString(written, "localhost:" + server.getPort() + "\n");
    Files.move(written, Path.of(args[0]));
    server.awaitTermination(20, TimeUnit.MINUTES);
    server.shutdownNow();
  }

  private static ServerServiceDefinition service() {
    return ServerServiceDefinition.builder("trainer.ConnectionService")
        .addMethod(
            io.grpc.MethodDescriptor.<HandshakeFrame, HandshakeFrame>newBuilder()
                .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
                .setFullMethodName("trainer.ConnectionService/Handshake")
                .setRequestMarshaller(ProtoUtils.marshaller(HandshakeFrame.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(HandshakeFrame.getDefaultInstance()))
                .build(),
            ServerCalls.asyncBidiStreamingCall(OtherVersion::answer))
        .build();
  }

  private static StreamObserver<HandshakeFrame> answer(StreamObserver<HandshakeFrame> answers) {
    return new StreamObserver<>() {
      @Override
      public void onNext(HandshakeFrame hello) {
        byte[] answer = ByteBuffer.allocate(9).putInt(MAGIC).putInt(LATER).put((byte) 1).array();
        answers.onNext(HandshakeFrame.newBuilder().setBytes(ByteString.copyFrom(answer)).build());
      }

      @Override
      public void onError(Throwable cause) {}

      @Override
      public void onCompleted() {
        answers.onCompleted();
      }
    };
  }
}
