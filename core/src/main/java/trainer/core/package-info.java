/**
 * The vocabulary shared by all modules. Values and pure functions; nothing here may use Hadoop,
 * gRPC or Avro. Start with {@link trainer.core.job.JobState} and {@link
 * trainer.core.message.ToMember}.
 *
 * <ul>
 *   <li>{@code job}, {@code fact}: ids, states and definitions of jobs; the facts of the journal
 *   <li>{@code message}: messages between processes, as plain records
 *   <li>{@code table}, {@code aggregate}: tables and partitions; folds over rows
 *   <li>{@code input}, {@code feature}: input as the master sees it; keys and values of a row of
 *       columns
 *   <li>{@code config}, {@code failure}: configuration keys; failures as data
 *   <li>{@code math}, {@code random}, {@code digest}: results that are equal on every machine
 *   <li>{@code time}, {@code text}: the clock as pure cores receive it; text for people
 * </ul>
 */
package trainer.core;
