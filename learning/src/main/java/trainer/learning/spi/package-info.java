/** The interface that users implement: models, and nothing of any third party. */
package trainer.learning.spi;
