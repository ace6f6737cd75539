import { grouped } from '#shared/domain/grouped-number.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import type { WorkflowSpend } from '../sums/groups.ts';
import { percent, shareOf } from '../sums/share-words.ts';
import { CutText } from './cut-text.tsx';
import { meteredColumn, moneyColumn, spendColumns } from './spend-columns.tsx';

/** `whole` is what all of them cost together. */
export function workflowColumns(whole: string, withTenant: boolean): readonly DataColumn<WorkflowSpend>[] {
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
    meteredColumn(),
    { ...moneyColumn<WorkflowSpend>('each', 'Per document', ({ spend }) => spend.each, 4), width: 104 },
    ...spendColumns<WorkflowSpend>(),
    moneyColumn('spend', 'Spend', ({ spend }) => spend.total),
    {
      id: 'share',
      title: 'Share',
      value: ({ spend }) => shareOf(spend.total, whole),
      text: ({ spend }) => percent(shareOf(spend.total, whole), 1),
      align: 'end',
      width: 76,
    },
  ];
}
