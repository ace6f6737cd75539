import { useMemo, useState } from 'react';
import { grouped } from '#shared/domain/grouped-number.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { toldFailure } from '#renderer/contract/told-failure.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { ToldState } from '#renderer/ui/states/told-state.tsx';
import { saveBatches } from '../../export/save-csv.ts';
import { batchesWords } from '../meter-words.ts';
import { batchSpends } from '../sums/batch-spend.ts';
import { batchColumns } from './batch-columns.tsx';
import { dearestFirst } from './dearest-first.ts';
import type { ListProps } from './list-props.ts';
import { useBatches } from './use-batches.ts';

/** The batches behind a figure, dearest first; each opens in Triage. */
export function BatchList({ costs, spending, book, address, head, onOpenBatch }: ListProps) {
  const query = useBatches(address, costs);
  const [sort, setSort] = useState<TableSort | null>(dearestFirst);
  const [filter, setFilter] = useKept(['costs', 'filter', 'batches'], '');
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', 'batches'], null);
  const answer = query.data?.value;
  const rows = useMemo(
    () => batchSpends(answer?.rows ?? [], costs, book, spending.meanOf),
    [answer, costs, book, spending.meanOf],
  );
  // The dollars have to be in sight in a small window; the menu has the others.
  const left = new Set(['run', address.tenant === null ? 'each' : 'tenant']);
  if (address.workflow !== null) left.add('workflow');
  const usual = batchColumns.map(({ id }) => id).filter((id) => !left.has(id));
  return (
    <DataTable
      label="Batches, dearest first"
      columns={batchColumns}
      rows={rows}
      rowId={({ batch }) => `${batch.tenantId}/${batch.batchId}`}
      rowName={({ batch }) => batch.batchId}
      head={head}
      sort={sort}
      onSortChange={setSort}
      filter={filter}
      onFilterChange={(next) => setFilter(() => next)}
      visibleColumns={shown ?? usual}
      onVisibleColumnsChange={(next) => setShown(() => next)}
      onOpen={({ batch }) => onOpenBatch(batch.tenantId, batch.batchId)}
      opensOnClick
      onExport={(_columns, shownRows) => saveBatches(shownRows, { costs, book, tenant: address.tenant })}
      loading={rows.length === 0 && (costs.state === 'listing' || query.isFetching)}
      error={
        query.error === null ? undefined : (
          <ToldState
            told={toldFailure(failureOf(query.error), {
              title: 'The batches were not listed',
              outOfScope: 'Choose one of yours in the top bar.',
            })}
            notDone="Nothing was read, and the figures above stay."
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      }
      empty={<EmptyState title="No batch was submitted here in this time" />}
      end={
        answer === undefined || rows.length === 0
          ? undefined
          : {
              note:
                answer.more === 0
                  ? `${batchesWords(rows.length)}, all of them`
                  : `the newest ${grouped(rows.length)} of ${grouped(rows.length + answer.more)}: narrow it to a day or a workflow to see the others`,
            }
      }
      primary
    />
  );
}
