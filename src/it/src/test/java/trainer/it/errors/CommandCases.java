package trainer.it.errors;

import trainer.it.cluster.TrainerClient;

/** Commands about a job, a model or a checkpoint. */
final class CommandCases extends LocalCases {
  CommandCases() {
    put("status-unknown", place -> place.client().run("status", "local_20260101000000000_1"));
    put("kill-unknown", place -> place.client().run("kill", "local_20260101000000000_1"));
    command("list-without-yarn", "list", "-Dyarn.resourcemanager.address=localhost:1");
    put("no-id", place -> place.client().run("status", "clicks"));
    submit("timeout", "--epochs", "1000000", "--timeout", "3s");
    command("clean-everything", "jobs", "clean");
    command("clean-no-time", "jobs", "clean", "--older-than", "soon");
    command("no-weights", "model", "show", "model", "--largest", "0");
    put("nothing-to-score", CommandCases::scored);
    put("export-exists", CommandCases::exportedOverAFile);
    put("pmml-of-keys", CommandCases::exportedToPmml);
    command("model-with-host", "model", "show", "file://models/clicks");
    command("model-without-host", "model", "show", "hdfs:///models");
    command("model-missing", "model", "verify", "no-such-model");
    command("checkpoint-missing", "checkpoint", "verify", "no-such-checkpoint");
    command("checkpoints-missing", "checkpoint", "ls", "no-such-job");
    command("checkpoint-half", "checkpoint", "show", ".");
    put("other-version", OtherVersion::play);
  }

  private static TrainerClient.Result exportedOverAFile(Place place) throws Exception {
    String file = place.file("model.txt", "mine").toString();
    return place.client().run("model", "export", "model", "--to", "text", "--output", file);
  }

  private static TrainerClient.Result exportedToPmml(Place place) throws Exception {
    String model = place.output().toString();
    place.client().run(place.submit(place.goodInput())).ok();
    return place
        .client()
        .run("model", "export", model, "--to", "pmml", "--output", model + ".pmml");
  }

  private static TrainerClient.Result scored(Place place) throws Exception {
    String model = place.output().toString();
    place.client().run(place.submit(place.goodInput())).ok();
    String blank = place.file("blank.libsvm", "\n\n").toString();
    return place.client().run("evaluate", "--model", model, "--input", blank);
  }
}
