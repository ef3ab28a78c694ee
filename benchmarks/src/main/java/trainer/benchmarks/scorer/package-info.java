/** The speed of trainer-model.jar. Start at {@link trainer.benchmarks.scorer.ScorerSpeed}. */
package trainer.benchmarks.scorer;
