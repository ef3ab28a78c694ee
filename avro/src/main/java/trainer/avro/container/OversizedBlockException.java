package trainer.avro.container;

/** A block that is larger, or decompresses to more, than its reader accepts. */
public final class OversizedBlockException extends DamagedContainerException {
  public OversizedBlockException(int most) {
    super("unpacks to more than " + most + " bytes");
  }
}
