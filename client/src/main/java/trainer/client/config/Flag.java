package trainer.client.config;

/**
 * A command's own option that sets a key.
 *
 * @param name as it is typed, such as {@code --epochs}
 */
public record Flag(String name, String value) {}
