package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.StringValue;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.Test;
import trainer.client.embedded.EmbeddedCluster;

/**
 * Proves the dependency set: Hadoop's web server, gRPC, HDFS, YARN, Avro and Jackson live on one
 * class path in one process.
 */
class OneClassPathTest {
  private static final MethodDescriptor<StringValue, StringValue> ECHO =
      MethodDescriptor.<StringValue, StringValue>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("proof/Echo")
          .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
          .build();

  @Test
  void webServerGrpcHdfsAndYarnLiveInOneProcess() throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(new Configuration(), 1)) {
      writesAndReads(cluster.configuration());
      seesTheNode(cluster.configuration());
      servesPages();
      calls();
      parses();
    }
  }

  private static void writesAndReads(Configuration hadoop) throws Exception {
    FileSystem files = FileSystem.get(hadoop);
    Path path = new Path("/tmp/proof");
    try (OutputStream out = files.create(path)) {
      out.write("written".getBytes(StandardCharsets.UTF_8));
    }
    try (InputStream in = files.open(path)) {
      assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("written");
    }
  }

  private static void seesTheNode(Configuration hadoop) throws Exception {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(hadoop);
      yarn.start();
      assertThat(yarn.getNodeReports()).hasSize(1);
    }
  }

  private static void servesPages() throws Exception {
    HttpServer2 server =
        new HttpServer2.Builder()
            .setName("trainer")
            .addEndpoint(URI.create("http://localhost:0"))
            .setFindPort(true)
            .setConf(new Configuration())
            .build();
    server.start();
    try {
      int port = server.getConnectorAddress(0).getPort();
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/jmx")).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(new ObjectMapper().readTree(answer.body()).path("beans")).isNotEmpty();
    } finally {
      server.stop();
    }
  }

  private static void calls() throws Exception {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("proof")
            .addMethod(
                ECHO,
                ServerCalls.asyncUnaryCall(
                    (StringValue request, io.grpc.stub.StreamObserver<StringValue> answer) -> {
                      answer.onNext(request);
                      answer.onCompleted();
                    }))
            .build();
    Server server = NettyServerBuilder.forPort(0).addService(service).build().start();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", server.getPort()).usePlaintext().build();
    try {
      StringValue said = StringValue.of("said");
      assertThat(ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, said))
          .isEqualTo(said);
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }

  private static void parses() {
    assertThat(new Schema.Parser().parse("{\"type\":\"long\"}").getType())
        .isEqualTo(Schema.Type.LONG);
    assertThat(PackageVersion.VERSION.toString())
        .isEqualTo(com.fasterxml.jackson.databind.cfg.PackageVersion.VERSION.toString());
  }
}
