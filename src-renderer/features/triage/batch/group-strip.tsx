import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip/fingerprint-chip.tsx';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import styles from './documents-table.module.css';

export interface GroupStripProps {
  readonly group: string;
  readonly rows: readonly DocumentRow[];
  /** In the list without the group. */
  readonly read: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly onClear: () => void;
}

/** Says that the table is held to one group, and takes or lets go of all of it. */
export function GroupStrip({ group, rows, read, selected, onSelect, onClear }: GroupStripProps) {
  const isAll = rows.length > 0 && rows.every(({ documentId }) => selected.has(documentId));
  return (
    <div className={styles.strip}>
      <FingerprintChip fingerprint={group} />
      <span className={styles.stripText}>
        {grouped(rows.length)} of the {grouped(read)} listed failed for this reason
      </span>
      <span className={styles.stripEnd}>
        {rows.length === 0 || isAll ? null : (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onSelect(new Set([...selected, ...rows.map(({ documentId }) => documentId)]))}
          >
            Select all {grouped(rows.length)}
          </Button>
        )}
        <Button size="sm" variant="ghost" icon="close" onClick={onClear}>
          Show every group
        </Button>
      </span>
    </div>
  );
}
