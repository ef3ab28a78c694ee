/**
 * The interface that users implement: models and their parts. It does not use types of any third
 * party. Start with {@code Model}.
 */
package trainer.learning.spi;
