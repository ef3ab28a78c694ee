/**
 * Words shared by all modules: ids and vocabulary ({@code job}), failures as data ({@code
 * failure}), configuration keys ({@code config}), messages between processes as plain records
 * ({@code message}), tables and partitions ({@code table}), input as the master sees it ({@code
 * input}), deterministic arithmetic ({@code math}), the event loop and its clock ({@code loop}).
 *
 * <p>Nothing here may use Hadoop, gRPC or Avro. Start with {@link trainer.core.job.JobState} and
 * {@link trainer.core.message.ToMember}.
 */
package trainer.core;
