import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import type { PlanItem } from '#shared/contract/plans.ts';
import type { JobKindRecord } from '#shared/domain/job-kinds/job-kind.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { Verdict } from '../marks.tsx';
import { messages } from '../messages.ts';
import dialog from '../planning-dialog.module.css';

const verdictColumn: DataColumn<PlanItem> = {
  id: 'verdict',
  title: messages.plan.verdict,
  value: ({ verdict }) => verdict,
  cell: ({ verdict }) => <Verdict verdict={verdict} />,
  width: 100,
  sortable: false,
};

const whyColumn: DataColumn<PlanItem> = {
  id: 'why',
  title: messages.plan.why,
  value: ({ why }) => why,
  cell: ({ why }) => (
    <span className={dialog.cut} title={why}>
      {why}
    </span>
  ),
  min: 220,
  sortable: false,
};

/** Shows the name of a document, or the id of a file. */
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

export const documentColumns: readonly DataColumn<PlanItem>[] = [
  verdictColumn,
  nameColumn('Document', 196),
  whyColumn,
  {
    id: 'usd',
    title: messages.plan.about,
    value: ({ usd }) => usd,
    text: ({ usd }) => (usd === null ? '' : moneyText(usd, { places: 4, tiny: 'sign' })),
    align: 'end',
    width: 78,
    sortable: false,
  },
];

/** Every file costs the same tiny amount, so there is no cost column. */
const fileColumns: readonly DataColumn<PlanItem>[] = [verdictColumn, nameColumn('File', 222), whyColumn];

/** Every message costs the same tiny amount to send, so there is no cost column. */
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
    title: messages.plan.about,
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

export const planColumns: Readonly<Record<JobKindRecord['family'], readonly DataColumn<PlanItem>[]>> = {
  documents: documentColumns,
  executions: documentColumns,
  messages: messageColumns,
  downloads: fileColumns,
};
