/**
 * The parts that formats of columns in units share: Parquet with its row groups, ORC with its
 * stripes. A block is a run of rows of a unit. Start at {@link trainer.data.format.unit.UnitFormat}
 * and {@link trainer.data.format.unit.UnitFile}, which a format implements.
 */
package trainer.data.format.unit;
