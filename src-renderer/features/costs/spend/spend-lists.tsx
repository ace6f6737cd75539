import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { toFailure, toFailureText } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { EmptyState, FailureState } from '#renderer/ui/states.tsx';
import type { Costs } from '#shared/contract/costs.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { toBatchesInput, costLists, type CostList, type CostsAddress, type GoCosts } from '../address.ts';
import { listBatchSpends } from './batch-spend.ts';
import { formatShortDay } from './days.ts';
import { batchColumns, dayColumns, usualDayColumns, makeWorkflowColumns } from './list-columns.tsx';
import { saveBatches, saveDays, saveWorkflows } from './spend-export.tsx';
import { formatBatches } from './spend-messages.ts';
import type { Spending } from './spending.ts';
import { messages } from '../messages.ts';

/** Lists the figures by workflow or by day, and the batches behind one of them. */
export function SpendLists(props: SpendListsProps) {
  const { costs, address, go } = props;
  const { tenant, workflow } = address;
  const workflowName =
    tenant === null || workflow === null ? null : (costs.workflows[`${tenant}/${workflow}`] ?? null);
  const head = <ListHead address={address} go={go} workflowName={workflowName} />;
  const List = lists[address.list];
  return <List {...props} head={head} />;
}

const lists = { workflows: WorkflowList, days: DayList, batches: BatchList } as const;

interface SpendListsProps {
  readonly costs: Costs;
  readonly spending: Spending;
  readonly book: PriceBook;
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

interface ListProps extends SpendListsProps {
  /** Names the list and its filters. */
  readonly head: ReactNode;
}

interface ListHeadProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  /** The name of the workflow in the address. */
  readonly workflowName: string | null;
}

/** Shows which list it is and its filters; pressing a filter removes it. */
function ListHead({ address, go, workflowName }: ListHeadProps) {
  const { list, workflow, day } = address;
  return (
    <>
      <Segmented
        size="sm"
        label="List"
        value={list}
        onChange={(next) => go({ list: next, workflow: null, day: null })}
        options={options}
      />
      {workflow === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon="close"
          aria-label={`Show batches of all workflows, not only ${workflowName ?? workflow}`}
          onClick={() => go({ workflow: null })}
        >
          {workflowName ?? workflow}
        </Button>
      )}
      {day === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon="close"
          aria-label={`Show batches of all days, not only ${formatShortDay(day)}`}
          onClick={() => go({ day: null })}
        >
          {formatShortDay(day)}
        </Button>
      )}
    </>
  );
}

const titles: Readonly<Record<CostList, string>> = {
  workflows: 'By workflow',
  days: messages.console.byDay,
  batches: 'Batches',
};
const options = costLists.map((value) => ({ value, label: titles[value] }));

function WorkflowList({ costs, spending, book, address, go, head }: ListProps) {
  const [sort, setSort] = useState<TableSort | null>(dearestFirst);
  const [filter, setFilter] = useKept(['costs', 'filter', 'workflows'], '');
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', 'workflows'], null);
  const withTenant = address.tenant === null;
  const whole = spending.all.total;
  const columns = useMemo(() => makeWorkflowColumns(whole, withTenant), [whole, withTenant]);
  return (
    <DataTable
      label={messages.spend.workflowCosts}
      columns={columns}
      rows={spending.workflows}
      rowId={toRowId}
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
      empty={<EmptyState title={messages.spend.noWorkflow}>{messages.spend.noBatchNext}</EmptyState>}
      primary
    />
  );
}

// The other columns explain how a figure is made, and the menu has them.
const usualColumns = ['workflow', 'tenant', 'documents', 'metered', 'each', 'spend', 'share'];

function toRowId({ key }: { readonly key: string }): string {
  return key;
}

/** Lists the days of the chart, the newest first until the user sorts them otherwise. */
function DayList({ costs, spending, book, address, go, head }: ListProps) {
  const [sort, setSort] = useState<TableSort | null>({ column: 'day', direction: 'desc' });
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', 'days'], null);
  const rows = useMemo(() => spending.days.toReversed(), [spending.days]);
  return (
    <DataTable
      label={messages.spend.dayCosts}
      columns={dayColumns}
      rows={rows}
      rowId={({ day }) => day}
      head={head}
      sort={sort}
      onSortChange={setSort}
      visibleColumns={shown ?? usualDayColumns}
      onVisibleColumnsChange={(next) => setShown(() => next)}
      opensOnClick
      onOpen={({ day }) => go({ list: 'batches', day })}
      onExport={(_columns, shownRows) => saveDays(shownRows, { costs, book, tenant: address.tenant })}
      primary
    />
  );
}

/** Lists the batches behind a figure, the most expensive first; each opens in Triage. */
function BatchList({ costs, spending, book, address, head, onOpenBatch }: ListProps) {
  const query = useBatches(address, costs);
  const [sort, setSort] = useState<TableSort | null>(dearestFirst);
  const [filter, setFilter] = useKept(['costs', 'filter', 'batches'], '');
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', 'batches'], null);
  const answer = query.data?.value;
  const rows = useMemo(
    () => listBatchSpends(answer?.rows ?? [], costs, book, spending.meanOf),
    [answer, costs, book, spending.meanOf],
  );
  // The dollars have to be in sight in a small window, and the menu has the other columns.
  const left = new Set(['run', address.tenant === null ? 'each' : 'tenant']);
  if (address.workflow !== null) left.add('workflow');
  const usual = batchColumns.map(({ id }) => id).filter((id) => !left.has(id));
  return (
    <DataTable
      label={messages.spend.batchesByCost}
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
          <FailureState
            told={toFailureText(toFailure(query.error), {
              title: messages.spend.batchesNotListed,
              outOfScope: messages.spend.chooseOwnTenant,
            })}
            notDone={messages.spend.unchanged}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      }
      empty={<EmptyState title={messages.spend.noBatchHere}>{messages.spend.noBatchNext}</EmptyState>}
      end={
        answer === undefined || rows.length === 0
          ? undefined
          : {
              note:
                answer.more === 0
                  ? `All ${formatBatches(rows.length)}`
                  : `Newest ${grouped(rows.length)} of ${grouped(rows.length + answer.more)}. Choose a day or workflow to see the others`,
            }
      }
      primary
    />
  );
}

/**
 * Reads the batches behind a figure from memory. It asks again while more is metered, which reads nothing from the
 * table.
 */
function useBatches(address: CostsAddress, { meteredBatches, batches, state }: Costs) {
  const query = useQuery(operationOptions('costs.batches', toBatchesInput(address)));
  const { refetch } = query;
  // While it is metering, updating with every tenth batch is often enough.
  const step = state === 'metering' ? Math.floor(meteredBatches / 10) : meteredBatches;
  const stand = `${state} ${String(batches)} ${String(step)}`;
  // A list would flicker while only half of it is known.
  const ask = useEffectEvent((_stand: string) => {
    if (state !== 'listing') void refetch();
  });
  useEffect(() => ask(stand), [stand]);
  return query;
}

const dearestFirst: TableSort = { column: 'spend', direction: 'desc' };
