import { useMemo } from 'react';
import type { Plan, PlanItem } from '#shared/contract/jobs/plans.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane/pane.tsx';
import styles from '../planning-dialog.module.css';
import { blockedFirst, readsWords } from './going.ts';
import { Verdict } from './verdict.tsx';

/** Every document of the plan, whatever becomes of it: those that do not go come first. */
export function PlanItems({ plan }: { readonly plan: Plan }) {
  const items = useMemo(() => blockedFirst(plan.items), [plan]);
  return (
    <DataTable
      label="Every document of the plan"
      head={<PaneTitle title="Every document, read again just now" hint={readsWords(plan)} level={3} />}
      columns={columns}
      rows={items}
      rowId={rowId}
      onFilterChange={items.length > 12 ? noticed : undefined}
      empty={null}
    />
  );
}

function rowId({ id }: PlanItem): string {
  return id;
}

function noticed(): void {
  // The table keeps its filter itself.
}

const columns: readonly DataColumn<PlanItem>[] = [
  {
    id: 'verdict',
    title: 'Verdict',
    value: ({ verdict }) => verdict,
    cell: ({ verdict }) => <Verdict verdict={verdict} />,
    width: 100,
    sortable: false,
  },
  {
    id: 'document',
    title: 'Document',
    value: ({ id, name }) => name ?? id,
    cell: ({ id, name }) => (
      <span className={styles.cut} title={id}>
        {name ?? id}
      </span>
    ),
    mono: true,
    strong: true,
    width: 196,
    hideable: false,
    sortable: false,
  },
  {
    id: 'why',
    title: 'Why',
    value: ({ why }) => why,
    cell: ({ why }) => (
      <span className={styles.cut} title={why}>
        {why}
      </span>
    ),
    min: 220,
    sortable: false,
  },
  {
    id: 'usd',
    title: 'About',
    value: ({ usd }) => usd,
    text: ({ usd }) => (usd === null ? '' : moneyText(usd, { places: 4, tiny: 'sign' })),
    align: 'end',
    width: 78,
    sortable: false,
  },
];
