import { useMemo } from 'react';
import type { JobKind, Plan, PlanItem } from '#shared/contract/plans.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { isOfMessages } from '#shared/domain/job-words.ts';
import dialog from '../planning-dialog.module.css';
import { blockedFirst, describeReads } from '../plan-rules.ts';
import { Verdict } from '../marks.tsx';

/** Every item of the plan, whatever becomes of it: those that do not go come first. */
export function PlanItems({ plan }: { readonly plan: Plan }) {
  const items = useMemo(() => blockedFirst(plan.items), [plan]);
  const { one, columns } = shownAs(plan.kind);
  const ofMessages = isOfMessages(plan.kind);
  return (
    <DataTable
      label={`Every ${one} of the plan`}
      head={
        <PaneTitle
          title={ofMessages ? 'Every message, as it is held' : `Every ${one}, read again just now`}
          hint={ofMessages ? undefined : describeReads(plan)}
          level={3}
        />
      }
      columns={columns}
      rows={items}
      rowId={rowId}
      onFilterChange={items.length > 12 ? noticed : undefined}
      empty={null}
    />
  );
}

function shownAs(kind: JobKind): {
  readonly one: string;
  readonly columns: readonly DataColumn<PlanItem>[];
} {
  if (isOfMessages(kind)) return { one: 'message', columns: messageColumns };
  return kind === 'requeue-files'
    ? { one: 'file', columns: fileColumns }
    : { one: 'document', columns: documentColumns };
}

function rowId({ id }: PlanItem): string {
  return id;
}

function noticed(): void {
  // The table keeps its filter itself.
}

const verdictColumn: DataColumn<PlanItem> = {
  id: 'verdict',
  title: 'Verdict',
  value: ({ verdict }) => verdict,
  cell: ({ verdict }) => <Verdict verdict={verdict} />,
  width: 100,
  sortable: false,
};

const whyColumn: DataColumn<PlanItem> = {
  id: 'why',
  title: 'Why',
  value: ({ why }) => why,
  cell: ({ why }) => (
    <span className={dialog.cut} title={why}>
      {why}
    </span>
  ),
  min: 220,
  sortable: false,
};

/** A document by its file's name, a file by its id. */
function nameColumn(title: string, width: number): DataColumn<PlanItem> {
  return {
    id: title.toLowerCase(),
    title,
    value: ({ id, name }) => name ?? id,
    cell: ({ id, name }) => (
      <span className={dialog.cut} title={id}>
        {name ?? id}
      </span>
    ),
    mono: true,
    strong: true,
    width,
    hideable: false,
    sortable: false,
  };
}

const documentColumns: readonly DataColumn<PlanItem>[] = [
  verdictColumn,
  nameColumn('Document', 196),
  whyColumn,
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

/** What one costs is the same for all, and next to nothing. */
const fileColumns: readonly DataColumn<PlanItem>[] = [verdictColumn, nameColumn('File', 222), whyColumn];

/** What one costs to send is the same for all, and next to nothing. */
const messageColumns: readonly DataColumn<PlanItem>[] = [
  verdictColumn,
  {
    id: 'message',
    title: 'Message',
    value: ({ id }) => id,
    cell: ({ id }) => (
      <span className={dialog.cut} title={id}>
        {id.slice(0, 8)}
      </span>
    ),
    mono: true,
    strong: true,
    width: 92,
    hideable: false,
    sortable: false,
  },
  {
    id: 'about',
    title: 'About',
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className={dialog.cut} title={name ?? undefined}>
        {name}
      </span>
    ),
    mono: true,
    width: 172,
    sortable: false,
  },
  whyColumn,
];
