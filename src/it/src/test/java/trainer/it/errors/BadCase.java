package trainer.it.errors;

import trainer.it.cluster.TrainerClient;

/** Something that goes wrong, tried through the client. */
@FunctionalInterface
interface BadCase {
  TrainerClient.Result play(Place place) throws Exception;
}
