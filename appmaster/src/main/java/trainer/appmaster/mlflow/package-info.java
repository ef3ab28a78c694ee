/**
 * The curve of a training job as a run of MLflow, by its REST API 2.0. Start reading at {@link
 * trainer.appmaster.mlflow.MlflowRun}; {@code TrackingServer} alone has requests and answers.
 */
package trainer.appmaster.mlflow;
