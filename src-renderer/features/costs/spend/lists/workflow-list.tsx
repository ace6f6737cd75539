import { useMemo, useState } from 'react';
import { useKept } from '#renderer/contract/use-kept.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { saveWorkflows } from '../../export/save-csv.ts';
import type { ListProps } from './list-props.ts';
import { dearestFirst } from './dearest-first.ts';
import { workflowColumns } from './workflow-columns.tsx';

export function WorkflowList({ costs, spending, book, address, go, head }: ListProps) {
  const [sort, setSort] = useState<TableSort | null>(dearestFirst);
  const [filter, setFilter] = useKept(['costs', 'filter', 'workflows'], '');
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', 'workflows'], null);
  const withTenant = address.tenant === null;
  const whole = spending.all.total;
  const columns = useMemo(() => workflowColumns(whole, withTenant), [whole, withTenant]);
  return (
    <DataTable
      label="What each workflow cost"
      columns={columns}
      rows={spending.workflows}
      rowId={rowId}
      rowName={({ name }) => name}
      head={head}
      sort={sort}
      onSortChange={setSort}
      filter={filter}
      onFilterChange={(next) => setFilter(() => next)}
      visibleColumns={shown ?? usualColumns}
      onVisibleColumnsChange={(next) => setShown(() => next)}
      opensOnClick
      onOpen={({ tenantId, projectId, workflowId }) =>
        go({
          tenant: tenantId,
          list: 'batches',
          workflow: workflowId === null ? null : `${projectId}/${workflowId}`,
          day: null,
        })
      }
      onExport={(_columns, rows) => saveWorkflows(rows, { costs, book, tenant: address.tenant })}
      empty={<EmptyState title="No workflow has a batch in these days" />}
      primary
    />
  );
}

// The others say how a figure is made; the menu has them.
const usualColumns = ['workflow', 'tenant', 'documents', 'metered', 'each', 'spend', 'share'];

function rowId({ key }: { readonly key: string }): string {
  return key;
}
