/**
 * The conversion of another program's configuration, Angel's or TonY's, into options of {@code
 * submit}. The keys are data, in {@code correspondences.txt}. Start at {@code Conversion}.
 */
package trainer.client.migrate;
