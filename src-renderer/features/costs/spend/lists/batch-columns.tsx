import { grouped } from '#shared/domain/grouped-number.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import type { BatchSpend } from '../sums/batch-spend.ts';
import { CutText } from './cut-text.tsx';
import { moneyColumn } from './spend-columns.tsx';

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
    title: 'Submitted, UTC',
    value: ({ batch }) => batch.createdAt,
    text: ({ batch }) => momentText(batch.createdAt),
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
    text: basisWords,
    width: 124,
  },
  { ...moneyColumn<BatchSpend>('each', 'Per document', ({ each }) => each, 4), width: 104 },
  { ...moneyColumn<BatchSpend>('spend', 'Spend', ({ total }) => total), width: 80 },
];

function basisWords({ batch, basis, isLeast }: BatchSpend): string {
  if (isLeast) return 'metered, at least';
  return basis === 'estimated' && batch.isInWork ? 'estimated, in work' : basis;
}

/** "22 Nov, 14:06" */
function momentText(written: string | null): string {
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
