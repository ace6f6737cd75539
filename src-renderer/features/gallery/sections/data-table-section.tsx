import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ErrorState } from '#renderer/ui/states/error-state.tsx';
import { documentColumns, documentId } from './data-sample-columns.tsx';
import { twelveDocuments, type SampleDocument } from './data-sample-documents.ts';
import styles from './data-sections.module.css';
import { noAction } from './example.tsx';

const checkedAtFirst: Selection = new Set(
  ['0398', '0401', '0402', '0405'].map((number) => `inv-2026-11-${number}.pdf`),
);
const fewColumns = documentColumns.filter((column) =>
  ['status', 'document', 'stage', 'pages'].includes(column.id),
);
const noRows: readonly SampleDocument[] = [];

export function TableExample() {
  const [selected, setSelected] = useState(checkedAtFirst);
  const [filter, setFilter] = useState('');
  const [shown, setShown] = useState<readonly string[]>(
    documentColumns.map((column) => column.id).filter((id) => id !== 'size'),
  );
  const [said, setSaid] = useState('');
  return (
    <>
      <div className={styles.table}>
        <DataTable
          label="Sample documents"
          head={<PaneTitle title="Documents" hint="sample data" />}
          columns={documentColumns}
          rows={twelveDocuments}
          rowId={documentId}
          selected={selected}
          onSelectedChange={setSelected}
          selectionActions={
            <Button size="sm" variant="primary">
              Reprocess {selected.size}…
            </Button>
          }
          filter={filter}
          onFilterChange={setFilter}
          visibleColumns={shown}
          onVisibleColumnsChange={setShown}
          resizable
          onOpen={(row) => setSaid(`Opened ${row.id}`)}
          onCopyId={(id) => setSaid(`Copied ${id}`)}
          onExport={(columns, rows) => setSaid(`Exported ${rows.length} rows of ${columns.length} columns`)}
          end={{ note: '12 of 35, next page costs about 3 RRU', onMore: () => setSaid('Asked for more') }}
        />
      </div>
      <output className={styles.said}>{said}</output>
    </>
  );
}

export function TableStates() {
  return (
    <div className={styles.states}>
      <div className={styles.state}>
        <DataTable label="Loading" columns={fewColumns} rows={noRows} rowId={documentId} loading />
      </div>
      <div className={styles.state}>
        <DataTable
          label="Empty"
          columns={fewColumns}
          rows={noRows}
          rowId={documentId}
          empty={<EmptyState title="No failed documents in this batch" />}
        />
      </div>
      <div className={styles.state}>
        <DataTable
          label="Failed"
          columns={fewColumns}
          rows={noRows}
          rowId={documentId}
          error={
            <ErrorState
              title="The documents could not be read"
              happened="DynamoDB throttled the read four times in a row."
              notDone="No page was loaded."
              next="Wait a minute, then try again."
              onRetry={noAction}
            />
          }
        />
      </div>
    </div>
  );
}
