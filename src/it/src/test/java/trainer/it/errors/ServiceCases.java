package trainer.it.errors;

/** Services that do not answer, or have no address. */
final class ServiceCases extends LocalCases {
  ServiceCases() {
    put(
        "resourcemanager-unreachable",
        place ->
            place
                .client()
                .run(
                    "submit",
                    "--input",
                    place.goodInput().toUri().toString(),
                    "--output",
                    place.output().toUri().toString(),
                    "-Dyarn.resourcemanager.address=localhost:1"));
    put(
        "namenode-unreachable",
        place ->
            place
                .client()
                .run(
                    "submit",
                    "--input",
                    "/in",
                    "--output",
                    "/out",
                    "-Dyarn.resourcemanager.address=localhost:1",
                    "-Dfs.defaultFS=hdfs://localhost:1"));
    submit("state-address-missing", "-Dtrainer.state.store=etcd");
    submit("state-address-malformed", "-Dtrainer.state.store=etcd", "-Dtrainer.state.address=h");
    submit(
        "etcd-unreachable",
        "-Dtrainer.state.store=etcd",
        "-Dtrainer.state.address=localhost:1,localhost:2");
    submit(
        "zookeeper-unreachable",
        "-Dtrainer.state.store=zookeeper",
        "-Dtrainer.state.address=localhost:1/trainer");
  }
}
