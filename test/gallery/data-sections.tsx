import { useEffect, useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { nothingSelected, type Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import {
  EstimatedBarsExample,
  FiguresExample,
  LinesExample,
  LoadingChartExample,
  StackedBarsExample,
} from './data-charts.tsx';
import styles from './data-sections.module.css';
import { JsonExample, KeyValueExample, PanesExample, ReceiptsExample } from './data-views.tsx';
import { Example, noAction, type GallerySection } from './example.tsx';
import {
  documentColumns,
  documentId,
  manyDocuments,
  twelveDocuments,
  type SampleDocument,
} from './sample-documents.tsx';

export const dataSections: readonly GallerySection[] = [
  {
    id: 'data-table',
    title: 'Table',
    note: 'J, K, X, Shift+X, /, C, Enter',
    span: 'all',
    Section: TableExample,
  },
  {
    id: 'table-states',
    title: 'Table states',
    note: 'loading, empty, failed',
    span: 'all',
    Section: TableStates,
  },
  { id: 'big-table', title: 'Big table', note: '10,000 rows when asked for', span: 'all', Section: BigTable },
  { id: 'figures', title: 'Figures', note: 'a gap is not a zero', span: 'all', Section: FiguresExample },
  {
    id: 'stacked-bars',
    title: 'Stacked bars',
    note: 'failed is hatched',
    span: 2,
    Section: StackedBarsExample,
  },
  {
    id: 'estimated-bars',
    title: 'Estimated bars',
    note: 'what is striped was not measured',
    span: 2,
    Section: EstimatedBarsExample,
  },
  { id: 'lines', title: 'Lines', note: 'missing data is a gap', span: 2, Section: LinesExample },
  { id: 'chart-loading', title: 'Chart, loading', note: 'keeps its room', Section: LoadingChartExample },
  { id: 'panes', title: 'View and panes', note: 'hairlines to drag', span: 'all', Section: PanesExample },
  { id: 'receipts', title: 'Receipts', note: 'what a view cost to read', span: 2, Section: ReceiptsExample },
  {
    id: 'key-values',
    title: 'Key-value list',
    note: 'reveal is per field',
    span: 2,
    Section: KeyValueExample,
  },
  { id: 'json', title: 'JSON view', note: 'key parts, masks, exact numbers', span: 2, Section: JsonExample },
];

const checkedAtFirst: Selection = new Set(
  ['0398', '0401', '0402', '0405'].map((number) => `inv-2026-11-${number}.pdf`),
);
const fewColumns = documentColumns.filter((column) =>
  ['status', 'document', 'stage', 'pages'].includes(column.id),
);
const noRows: readonly SampleDocument[] = [];

function TableExample() {
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

function TableStates() {
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

const bigCount = 10_000;
const address = '#big-table';

/**
 * The table is drawn only on request, because ten thousand rows would slow down every test of the gallery.
 */
function BigTable() {
  const [asked, setAsked] = useState(() => window.location.hash === address);
  useEffect(() => {
    const look = () => setAsked((before) => before || window.location.hash === address);
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  if (asked) return <TenThousand />;
  return (
    <Example>
      <Button onClick={() => setAsked(true)}>Draw 10,000 rows</Button>
    </Example>
  );
}

function TenThousand() {
  const rows = useMemo(() => manyDocuments(bigCount), []);
  const [selected, setSelected] = useState(nothingSelected);
  const [filter, setFilter] = useState('');
  return (
    <div className={styles.bigTable}>
      <DataTable
        label="Ten thousand sample documents"
        head={<PaneTitle title="Documents" hint="generated, seed 7" />}
        columns={documentColumns}
        rows={rows}
        rowId={documentId}
        selected={selected}
        onSelectedChange={setSelected}
        filter={filter}
        onFilterChange={setFilter}
        end={{ note: 'All 10,000 loaded' }}
      />
    </div>
  );
}
