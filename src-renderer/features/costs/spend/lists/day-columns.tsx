import { grouped } from '#shared/domain/grouped-number.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { longDay } from '../sums/days.ts';
import type { DaySpend } from '../sums/groups.ts';
import { CutText } from './cut-text.tsx';
import { meteredColumn, moneyColumn, spendColumns } from './spend-columns.tsx';

export const dayColumns: readonly DataColumn<DaySpend>[] = [
  {
    id: 'day',
    title: 'Day, UTC',
    value: ({ day }) => day,
    text: ({ day, isPartial }) => dayWords(day, isPartial),
    strong: true,
    hideable: false,
    cell: ({ day, isPartial }) => <CutText text={dayWords(day, isPartial)} />,
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
  meteredColumn(),
  ...spendColumns<DaySpend>(),
  moneyColumn('spend', 'Spend', ({ spend }) => spend.total),
];

// So that the dollars are in sight in a small window; the chart has what each day's are made of.
export const usualDayColumns = ['day', 'documents', 'metered', 'ai', 'estimated', 'spend'];

function dayWords(day: string, isPartial: boolean): string {
  return `${longDay(day)}${isPartial ? ', not over yet' : ''}`;
}
