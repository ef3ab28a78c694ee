/**
 * The vocabulary shared by all modules: ids and job states ({@code job}), failures as data ({@code
 * failure}), configuration keys ({@code config}), messages between processes as plain records
 * ({@code message}), tables and partitions ({@code table}), input as the master sees it ({@code
 * input}), deterministic arithmetic ({@code math}), the clock ({@code time}).
 *
 * <p>Nothing here may use Hadoop, gRPC or Avro. Start with {@link trainer.core.job.JobState} and
 * {@link trainer.core.message.ToMember}.
 */
package trainer.core;
