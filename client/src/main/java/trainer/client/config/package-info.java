/**
 * The layers of configuration, from defaults to dedicated flags. Start at {@code
 * ClientConfiguration}.
 */
package trainer.client.config;
