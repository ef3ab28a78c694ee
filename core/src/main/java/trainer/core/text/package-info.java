/** Text for people: numbers with their nouns and units. Start with {@link Quantity}. */
package trainer.core.text;
