import { useMemo, useState } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { useCopyIds } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import type { GoTriage, TriageAddress } from '../triage-address.ts';
import { documentColumns, groupOf } from './document-columns.tsx';
import { documentName } from './document-name.ts';
import { documentsCsv, documentsFileName } from './documents-csv.ts';
import { DocumentsEmpty } from './documents-empty.tsx';
import { DocumentsHead } from './documents-head.tsx';
import styles from './documents-table.module.css';
import { GroupStrip } from './group-strip.tsx';
import { endWords } from './list-words.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { saveText } from './save-text.ts';
import { SelectedActions } from './selected-actions.tsx';
import { selectionWords, whereSelected } from './selection-words.ts';
import type { BatchDocuments } from './use-batch-documents.ts';
import type { DocumentTab } from './which-documents.ts';

export interface DocumentsTableProps {
  readonly batch: Batch;
  readonly documents: BatchDocuments;
  readonly tab: DocumentTab;
  readonly address: TriageAddress;
  readonly go: GoTriage;
  readonly now: number;
  /** What it has: columns that only add to what tells documents apart come in as there is room. */
  readonly width: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly whyNot: string | undefined;
  readonly onReprocess: (documentIds: readonly string[]) => void;
}

/** The documents of one tab; what is selected outlives tabs, pages and filters. */
export function DocumentsTable(props: DocumentsTableProps) {
  const { batch, documents, tab, address, go, now, selected, onSelect } = props;
  const { list, known } = documents;
  const copyIds = useCopyIds('document ids');
  const [active, setActive] = useState<string | null>(null);
  const [chosenColumns, setChosenColumns] = useState<readonly string[] | undefined>(undefined);
  const { confidenceThreshold, reviewThreshold } = batch;
  const minute = Math.floor(now / 60_000);
  const columns = useMemo(
    () => documentColumns({ confidenceThreshold, reviewThreshold }, minute * 60_000 + 59_999),
    [confidenceThreshold, reviewThreshold, minute],
  );

  const { group } = address;
  const rows = useMemo(
    () => (group === null ? list.rows : list.rows.filter((row) => groupOf(row) === group)),
    [list.rows, group],
  );
  const listed = useMemo(() => new Set(rows.map(idOf)), [rows]);
  const knownIds = useMemo(() => new Set(known.map(idOf)), [known]);
  const open = (row: DocumentRow) => go({ document: row.documentId });

  const failure =
    list.failure === undefined ? undefined : (
      <PartFailure
        failure={list.failure}
        title="The documents were not read"
        notDone={rows.length === 0 ? 'No document of this list is shown.' : 'What was read before is kept.'}
        onRetry={list.readOn}
        retrying={list.reading}
      />
    );

  return (
    <section className={styles.documents} aria-label="Documents">
      {group === null ? null : (
        <GroupStrip
          group={group}
          rows={rows}
          read={list.rows.length}
          selected={selected}
          onSelect={onSelect}
          onClear={() => go({ group: null }, 'replace')}
        />
      )}
      <div className={styles.grid}>
        <DataTable
          label="Documents"
          columns={columns}
          rows={rows}
          rowId={idOf}
          rowName={documentName}
          head={<DocumentsHead batch={batch} tab={tab} go={go} />}
          filter={address.filter}
          onFilterChange={(filter) => go({ filter }, 'replace')}
          visibleColumns={chosenColumns ?? columnsFor(props.width)}
          onVisibleColumnsChange={setChosenColumns}
          selected={selected}
          onSelectedChange={onSelect}
          selectionWords={({ hidden }) =>
            selectionWords(whereSelected(selected, listed, hidden, (id) => knownIds.has(id)))
          }
          selectionActions={
            <SelectedActions
              count={selected.size}
              whyNot={props.whyNot}
              onReprocess={() => props.onReprocess([...selected])}
              onCopyIds={() => copyIds([...selected])}
            />
          }
          activeId={active}
          onActiveChange={setActive}
          onOpen={open}
          onCopyId={(id) => copyIds([id])}
          onExport={(shown, shownRows) =>
            saveText(documentsFileName(batch.batchId, tab.label), 'text/csv', documentsCsv(shown, shownRows))
          }
          loading={list.reading}
          error={rows.length === 0 ? failure : undefined}
          empty={<DocumentsEmpty batch={batch} tab={tab} list={list} group={group} go={go} />}
          end={{
            note:
              list.failure === undefined
                ? endWords(tab, list)
                : `The next page was not read: ${list.failure.message}`,
            onMore: list.readOn,
            loading: list.reading,
          }}
          onReachEnd={list.turns || group !== null || list.failure !== undefined ? undefined : list.readOn}
          resizable
          primary={address.document === null}
        />
      </div>
    </section>
  );
}

function columnsFor(width: number): readonly string[] {
  const apart = ['status', 'document', 'group', 'stage', 'score'];
  if (width < 620) return apart;
  return width < 780 ? [...apart, 'age'] : [...apart, 'run', 'age', 'cost'];
}

function idOf({ documentId }: DocumentRow): string {
  return documentId;
}
