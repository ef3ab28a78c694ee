/**
 * Codecs between the records of {@code trainer.core.message} and their protobuf messages, in both
 * directions and for every kind. Pure. Start with {@link trainer.protocol.message.FromMemberCodec}
 * and {@link trainer.protocol.message.ToMemberCodec}; what they share is in the small codecs beside
 * them.
 */
package trainer.protocol.message;
