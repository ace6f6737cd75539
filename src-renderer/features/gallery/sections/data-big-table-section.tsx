import { useEffect, useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { nothingSelected } from '#renderer/ui/data-table/selection.ts';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import { documentColumns, documentId } from './data-sample-columns.tsx';
import { manyDocuments } from './data-sample-documents.ts';
import styles from './data-sections.module.css';
import { Example } from './example.tsx';

const bigCount = 10_000;
const address = '#big-table';

/** Drawn when asked for: ten thousand rows would slow down every test that only walks the gallery. */
export function BigTable() {
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
