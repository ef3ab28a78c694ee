/**
 * ORC files: stripes of streams, some for each column. The metadata is parsed by the classes of
 * orc-format; streams are decoded here and in {@code trainer.data.format.stream}, into arrays whose
 * sizes no damaged number decides. Start at {@link trainer.data.format.orc.StripeReader}.
 *
 * <p>The format is described at <a
 * href="https://orc.apache.org/specification/ORCv1/">orc.apache.org</a>.
 */
package trainer.data.format.orc;
