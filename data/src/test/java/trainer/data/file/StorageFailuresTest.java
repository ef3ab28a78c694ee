package trainer.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class StorageFailuresTest {
  @Test
  void leavesOutTheAddressOfHadoopsWiki() {
    ConnectException refused =
        new ConnectException(
            "Call From a/127.0.0.1 to b:1 failed on connection exception: Connection refused; For"
                + " more details see:  http://wiki.apache.org/hadoop/ConnectionRefused");
    Failure failure = StorageFailures.of(refused, "hdfs://b:1/x", FailureKind.INPUT_GONE).failure();
    assertThat(failure.kind()).isEqualTo(FailureKind.CLUSTER_UNREACHABLE);
    assertThat(failure.what()).endsWith("Connection refused").doesNotContain("wiki");
  }

  @Test
  void pathOnHdfsWithoutAHostIsNamed() {
    IOException incomplete = new IOException("Incomplete HDFS URI, no host: hdfs:///models");
    Failure failure =
        StorageFailures.of(incomplete, "hdfs:///models", FailureKind.MODEL_NOT_FOUND).failure();
    assertThat(failure.kind()).isEqualTo(FailureKind.CONFIG_INVALID);
    assertThat(failure.message())
        .contains("'hdfs:///models' names no host, nor does fs.defaultFS — hdfs:///models — write");
  }

  @Test
  void localPathWithAHostIsNoDefectOfOurs() {
    assertThatThrownBy(
            () ->
                StorageFailures.guard(
                    "file://a/b",
                    FailureKind.INPUT_GONE,
                    () -> {
                      throw new IllegalArgumentException(
                          "Wrong FS: file://a/b, expected: file:///");
                    }))
        .hasMessageContaining("CONFIG_INVALID: 'file://a/b' names a host, a, and a local path");
  }

  @Test
  void aFileThatTheProcessHasNoDescriptorForIsNotGone() {
    FileNotFoundException limit = new FileNotFoundException("/x (Too many open files)");
    Failure failure = StorageFailures.of(limit, "/x", FailureKind.INPUT_GONE).failure();
    assertThat(failure.kind()).isEqualTo(FailureKind.STORAGE_FAILED);
    assertThat(failure.what()).contains("Too many open files");
  }

  @Test
  void refusalsOfHadoopAreNamedWhereverTheyAreThrown() {
    String quota = "org.apache.hadoop.hdfs.protocol.DSQuotaExceededException";
    assertThat(kind(new RemoteException(quota, "3 of 2 B"))).isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(kind(new ClusterStorageCapacityExceededException("3 of 2 B")))
        .isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(kind(new AccessControlException("no"))).isEqualTo(FailureKind.ACCESS_DENIED);
    assertThat(kind(new RemoteException(AccessControlException.class.getName(), "no")))
        .isEqualTo(FailureKind.ACCESS_DENIED);
  }

  private static FailureKind kind(IOException e) {
    return StorageFailures.of(e, "/x", FailureKind.INPUT_GONE).failure().kind();
  }
}
