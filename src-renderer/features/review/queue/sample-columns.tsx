import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { momentOf } from './due.ts';
import { DraftMark } from './queue-cells.tsx';
import styles from './queue-table.module.css';
import { documentName } from './queue-words.ts';
import type { SampleRow } from './use-sample.ts';

/** `now` to the minute or so: columns are made anew with it. */
export function sampleColumns(now: number): readonly DataColumn<SampleRow>[] {
  return [
    {
      id: 'document',
      title: 'Document',
      min: 200,
      mono: true,
      strong: true,
      hideable: false,
      value: documentName,
      cell: (row) => (
        <span className={styles.document}>
          <span className={styles.name}>{documentName(row)}</span>
          {row.hasDraft ? <DraftMark /> : null}
        </span>
      ),
    },
    { id: 'workflow', title: 'Workflow', width: 160, value: ({ workflowId }) => workflowId },
    {
      id: 'score',
      title: 'Conf.',
      width: 64,
      align: 'end',
      value: ({ score }) => score,
      text: ({ score }) => score?.toFixed(2) ?? '',
    },
    {
      id: 'accepted',
      title: 'Accepted',
      width: 112,
      align: 'end',
      value: ({ acceptedAt }) => momentOf(acceptedAt),
      cell: ({ acceptedAt }) => {
        const at = momentOf(acceptedAt);
        return at === null ? null : <RelativeTime at={at} now={Math.max(now, at)} focusable={false} />;
      },
    },
    { id: 'batch', title: 'Batch', min: 200, mono: true, value: ({ batchId }) => batchId },
  ];
}
