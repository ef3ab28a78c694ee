package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.ContainerCommands;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.protocol.auth.Secret;

class ContainerContextsTest {
  private static final Secret SECRET = Secret.random(new SecureRandom());

  @TempDir private Path folder;

  @Test
  void containersGetFileSystemTokensAndTheJobsSecretOnly() {
    Credentials ours = new Credentials();
    ours.addToken(new Text("master"), token(AMRMTokenIdentifier.KIND_NAME));
    ours.addToken(new Text("rm"), token(RMDelegationTokenIdentifier.KIND_NAME));
    ours.addToken(new Text("hdfs"), token(new Text("HDFS_DELEGATION_TOKEN")));
    ours.addSecretKey(new Text("trainer.application.secret"), new byte[] {1});
    ours.addSecretKey(new Text("trainer.control.secret"), new byte[] {2});

    Credentials theirs = ContainerContexts.forContainers(ours, SECRET);

    assertThat(theirs.getTokenMap()).containsOnlyKeys(new Text("hdfs"));
    assertThat(theirs.getAllSecretKeys()).containsExactly(new Text("trainer.job.secret"));
    assertThat(theirs.getSecretKey(new Text("trainer.job.secret"))).isEqualTo(SECRET.toBytes());
  }

  @Test
  void nodesAreToldTheRealPlacesOfFilesBehindMountsThatOnlyTheClientKnows() throws Exception {
    Configuration mounts = new Configuration();
    mounts.set("fs.viewfs.mounttable.c.link./jobs", folder.toUri().toString());
    JobSpec spec =
        new JobSpec(
            new JobId("application_1_0001", 1),
            "u",
            "viewfs://c/jobs/application_1_0001",
            Map.of(),
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "1");
    Path real = Files.createDirectories(folder.resolve("application_1_0001/jobs/1"));
    Files.createFile(real.resolve("job.avro"));
    Path fleet = Files.createDirectories(folder.resolve("application_1_0001/fleet"));
    Files.createFile(fleet.resolve("trainer-hadoop.properties"));
    Files.createFile(folder.resolve("bundle.zip"));
    Files.writeString(fleet.resolve("bundle.uri"), "viewfs://c/jobs/bundle.zip\n");

    ContainerContexts contexts =
        new ContainerContexts(
            mounts,
            new Credentials(),
            (job, role, index, memory) -> new ContainerCommands.Command(List.of("true"), Map.of()));
    contexts.add(spec, SECRET);

    ContainerLaunchContext context = contexts.of(spec.id(), Role.WORKER, 0, 512);

    assertThat(context.getLocalResources().values())
        .allMatch(resource -> resource.getResource().getScheme().equals("file"));
  }

  private static Token<TokenIdentifier> token(Text kind) {
    return new Token<>(new byte[0], new byte[0], kind, new Text("service"));
  }
}
