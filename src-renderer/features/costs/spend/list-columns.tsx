import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import type { BatchSpend } from './batch-spend.ts';
import { formatLongDay } from './days.ts';
import { findChange, formatChange, type FleetTenant } from './fleet-spending.ts';
import styles from './spend.module.css';
import { percent, calculateShare } from './spend-messages.ts';
import type { DaySpend, Spend, WorkflowSpend } from './spending.ts';
import { messages } from '../messages.ts';

/** `whole` is the cost of all rows together. */
export function makeWorkflowColumns(
  whole: string,
  withTenant: boolean,
): readonly DataColumn<WorkflowSpend>[] {
  return [
    {
      id: 'workflow',
      title: 'Workflow',
      value: ({ name }) => name,
      cell: ({ name, workflowId }) => <CutText text={name} title={workflowId ?? name} />,
      strong: true,
      hideable: false,
      min: 140,
      share: 1.4,
    },
    ...(withTenant
      ? [
          {
            id: 'tenant',
            title: 'Tenant',
            value: ({ tenant }: WorkflowSpend) => tenant,
            cell: ({ tenant }: WorkflowSpend) => <CutText text={tenant} />,
            min: 112,
          },
        ]
      : []),
    {
      id: 'documents',
      title: 'Documents',
      value: ({ spend }) => spend.documents,
      text: ({ spend }) => grouped(spend.documents),
      align: 'end',
      width: 88,
    },
    makeMeteredColumn(),
    {
      ...makeMoneyColumn<WorkflowSpend>('each', messages.spend.perDocument, ({ spend }) => spend.each, 4),
      width: 104,
    },
    ...makeSpendColumns<WorkflowSpend>(),
    makeMoneyColumn('spend', 'Spend', ({ spend }) => spend.total),
    {
      id: 'share',
      title: 'Share',
      value: ({ spend }) => calculateShare(spend.total, whole),
      text: ({ spend }) => percent(calculateShare(spend.total, whole), 1),
      align: 'end',
      width: 76,
    },
  ];
}

/** `whole` is the cost of all tenants together, also of those that are not shown. */
export function makeTenantColumns(whole: string): readonly DataColumn<FleetTenant>[] {
  return [
    {
      id: 'tenant',
      title: 'Tenant',
      value: ({ name }) => name,
      cell: ({ name, tenantId }) => <CutText text={name} title={tenantId} />,
      strong: true,
      hideable: false,
      min: 140,
      share: 1.4,
    },
    makeCountColumn('documents', 'Documents', ({ spend }) => spend.documents),
    makeCountColumn('again', messages.fleet.again, ({ again }) => again),
    {
      ...makeMoneyColumn<FleetTenant>('each', messages.spend.perDocument, ({ spend }) => spend.each, 4),
      width: 104,
    },
    ...makeSpendColumns<FleetTenant>().filter(({ id }) => id !== 'estimated'),
    makeMoneyColumn('spend', 'Spend', ({ spend }) => spend.total),
    {
      id: 'share',
      title: 'Share',
      value: ({ spend }) => calculateShare(spend.total, whole),
      text: ({ spend }) => percent(calculateShare(spend.total, whole), 1),
      align: 'end',
      width: 76,
    },
    {
      id: 'before',
      title: messages.fleet.before,
      value: ({ before }) => (before === null ? null : Number(before)),
      text: ({ before }) =>
        before === null ? messages.fleet.notKeptBefore : moneyText(before, { places: 2, tiny: 'sign' }),
      align: 'end',
      width: 92,
    },
    {
      id: 'change',
      title: messages.fleet.change,
      value: ({ spend, before }) => findChange(spend.total, before),
      text: ({ spend, before }) => formatChange(spend.total, before),
      align: 'end',
      width: 84,
    },
  ];
}

export const usualTenantColumns = ['tenant', 'documents', 'each', 'spend', 'share', 'before', 'change'];

function makeCountColumn<Row>(id: string, title: string, countOf: (row: Row) => number): DataColumn<Row> {
  return { id, title, value: countOf, text: (row) => grouped(countOf(row)), align: 'end', width: 92 };
}

export const dayColumns: readonly DataColumn<DaySpend>[] = [
  {
    id: 'day',
    title: 'Day, UTC',
    value: ({ day }) => day,
    text: ({ day, isPartial }) => describeDay(day, isPartial),
    strong: true,
    hideable: false,
    cell: ({ day, isPartial }) => <CutText text={describeDay(day, isPartial)} />,
    min: 208,
  },
  {
    id: 'batches',
    title: 'Batches',
    value: ({ spend }) => spend.batches,
    text: ({ spend }) => grouped(spend.batches),
    align: 'end',
    width: 80,
  },
  {
    id: 'documents',
    title: 'Documents',
    value: ({ spend }) => spend.documents,
    text: ({ spend }) => grouped(spend.documents),
    align: 'end',
    width: 88,
  },
  makeMeteredColumn(),
  ...makeSpendColumns<DaySpend>(),
  makeMoneyColumn('spend', 'Spend', ({ spend }) => spend.total),
];

// Keeps the dollars in sight in a small window. The chart has the details of each day.
export const usualDayColumns = ['day', 'documents', 'metered', 'ai', 'estimated', 'spend'];

function describeDay(day: string, isPartial: boolean): string {
  return `${formatLongDay(day)}${isPartial ? messages.spend.notOverYet : ''}`;
}

export const batchColumns: readonly DataColumn<BatchSpend>[] = [
  {
    id: 'batch',
    title: 'Batch',
    value: ({ batch }) => batch.batchId,
    mono: true,
    strong: true,
    hideable: false,
    min: 152,
  },
  {
    id: 'tenant',
    title: 'Tenant',
    value: ({ tenant }) => tenant,
    cell: ({ tenant }) => <CutText text={tenant} />,
    min: 96,
  },
  {
    id: 'workflow',
    title: 'Workflow',
    value: ({ workflow }) => workflow,
    cell: ({ workflow }) => <CutText text={workflow} />,
    min: 96,
  },
  {
    id: 'submitted',
    title: messages.spend.submitted,
    value: ({ batch }) => batch.createdAt,
    text: ({ batch }) => formatMoment(batch.createdAt),
    width: 108,
  },
  {
    id: 'run',
    title: 'Run',
    value: ({ batch }) => batch.run,
    text: ({ batch }) => (batch.run === null ? 'unknown' : String(batch.run)),
    align: 'end',
    width: 56,
  },
  {
    id: 'documents',
    title: 'Documents',
    value: ({ batch }) => batch.documents,
    text: ({ batch }) => (batch.documents === null ? 'unknown' : grouped(batch.documents)),
    align: 'end',
    width: 84,
  },
  {
    id: 'basis',
    title: 'Basis',
    value: ({ basis }) => basis,
    text: describeBasis,
    width: 124,
  },
  { ...makeMoneyColumn<BatchSpend>('each', messages.spend.perDocument, ({ each }) => each, 4), width: 104 },
  { ...makeMoneyColumn<BatchSpend>('spend', 'Spend', ({ total }) => total), width: 80 },
];

function describeBasis({ batch, basis, isLeast }: BatchSpend): string {
  if (isLeast) return messages.spend.meteredAtLeast;
  return basis === 'estimated' && batch.isInWork ? messages.spend.estimatedInProgress : basis;
}

/** "22 Nov, 14:06" */
function formatMoment(written: string | null): string {
  const at = Date.parse(written ?? '');
  return Number.isNaN(at) ? 'unknown' : moments.format(at);
}
const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

interface WithSpend {
  readonly spend: Spend;
}

/** Shows an unknown amount as text, and sorts it last. */
function makeMoneyColumn<Row>(
  id: string,
  title: string,
  usdOf: (row: Row) => string | null,
  places = 2,
): DataColumn<Row> {
  return {
    id,
    title,
    value: (row) => {
      const usd = usdOf(row);
      return usd === null ? null : Number(usd);
    },
    text: (row) => {
      const usd = usdOf(row);
      return usd === null ? 'unknown' : moneyText(usd, { places, tiny: 'sign' });
    },
    align: 'end',
    width: 92,
  };
}

function makeSpendColumns<Row extends WithSpend>(): readonly DataColumn<Row>[] {
  return [
    makeMoneyColumn<Row>('ai', 'AI', ({ spend }) => spend.ai),
    makeMoneyColumn<Row>(
      'infrastructure',
      'Infrastructure',
      ({ spend }) => spend.parts.infrastructure ?? '0',
    ),
    makeMoneyColumn<Row>('estimated', messages.spend.estimatedPart, ({ spend }) => spend.estimatedTotal),
  ].map((column) => (column.id === 'ai' ? column : { ...column, width: 108 }));
}

/** Says how many documents were read one by one: "all", "1,200 of 1,500". */
function makeMeteredColumn<Row extends WithSpend>(): DataColumn<Row> {
  return {
    id: 'metered',
    title: 'Metered',
    value: ({ spend }) => spend.usage.documents,
    text: ({ spend }) => describeMetered(spend),
    align: 'end',
    width: 116,
  };
}

function describeMetered({ usage, documents }: Spend): string {
  if (documents === 0) return 'none';
  return usage.documents === documents ? 'all' : `${grouped(usage.documents)} of ${grouped(documents)}`;
}

/** Cuts a name that is longer than its column, and shows all of it in the tooltip. */
function CutText({ text, title = text }: { readonly text: string; readonly title?: string }) {
  return (
    <span className={styles.cut} title={title}>
      {text}
    </span>
  );
}
