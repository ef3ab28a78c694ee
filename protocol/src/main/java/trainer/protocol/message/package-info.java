/**
 * Codecs between the records of {@code trainer.core.message} and their protobuf messages, in both
 * directions and for every kind. Pure. Start with {@link trainer.protocol.message.FromMemberCodec}
 * and {@link trainer.protocol.message.ToMemberCodec}; the small codecs beside them have their
 * common parts.
 */
package trainer.protocol.message;
