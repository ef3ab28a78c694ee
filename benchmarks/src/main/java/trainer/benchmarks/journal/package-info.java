/** What the journal costs: how fast facts become safe, and how fast a master reads them back. */
package trainer.benchmarks.journal;
