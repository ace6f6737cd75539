import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { toFailure, toFailureText } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { DataColumn, TableSort } from '#renderer/ui/data-table/data-column.ts';
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

interface SpendTableProps<Row extends object> {
  /** The sort order, filter and columns are kept under this name. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly usualColumns: readonly string[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowName?: (row: Row) => string;
  readonly hasFilter?: boolean;
  /** The most expensive first, unless another order is given. */
  readonly sortFirst?: TableSort;
  /** Names the list and its filters. */
  readonly head: ReactNode;
  readonly onOpen: (row: Row) => void;
  readonly onExport: (rows: readonly Row[]) => void;
  readonly loading?: boolean;
  readonly error?: ReactNode;
  readonly empty?: ReactNode;
  readonly end?: { readonly note: string } | undefined;
}

/** Shows any list of costs: it sorts, filters, chooses columns and exports in the same way. */
export function SpendTable<Row extends object>(props: SpendTableProps<Row>) {
  const { name, usualColumns, hasFilter = false, sortFirst = dearestFirst, onExport, ...rest } = props;
  const [sort, setSort] = useState<TableSort | null>(sortFirst);
  const [filter, setFilter] = useKept(['costs', 'filter', name], '');
  const [shown, setShown] = useKept<readonly string[] | null>(['costs', 'columns', name], null);
  return (
    <DataTable
      {...rest}
      sort={sort}
      onSortChange={setSort}
      {...(hasFilter && { filter, onFilterChange: (next: string) => setFilter(() => next) })}
      visibleColumns={shown ?? usualColumns}
      onVisibleColumnsChange={(next) => setShown(() => next)}
      opensOnClick
      onExport={(_columns, rows) => onExport(rows)}
      primary
    />
  );
}

function WorkflowList({ costs, spending, book, address, go, head }: ListProps) {
  const withTenant = address.tenant === null;
  const whole = spending.all.total;
  const columns = useMemo(() => makeWorkflowColumns(whole, withTenant), [whole, withTenant]);
  return (
    <SpendTable
      name="workflows"
      label={messages.spend.workflowCosts}
      columns={columns}
      usualColumns={usualWorkflowColumns}
      rows={spending.workflows}
      rowId={toRowId}
      rowName={({ name }) => name}
      hasFilter
      head={head}
      onOpen={({ tenantId, projectId, workflowId }) =>
        go({
          tenant: tenantId,
          list: 'batches',
          workflow: workflowId === null ? null : `${projectId}/${workflowId}`,
          day: null,
        })
      }
      onExport={(rows) => saveWorkflows(rows, { costs, book, tenant: address.tenant })}
      empty={<EmptyState title={messages.spend.noWorkflow}>{messages.spend.noBatchNext}</EmptyState>}
    />
  );
}

// The other columns explain how a figure is made, and the menu has them.
const usualWorkflowColumns = ['workflow', 'tenant', 'documents', 'metered', 'each', 'spend', 'share'];

function toRowId({ key }: { readonly key: string }): string {
  return key;
}

/** Lists the days of the chart, the newest first until the user sorts them otherwise. */
function DayList({ costs, spending, book, address, go, head }: ListProps) {
  const rows = useMemo(() => spending.days.toReversed(), [spending.days]);
  return (
    <SpendTable
      name="days"
      label={messages.spend.dayCosts}
      columns={dayColumns}
      usualColumns={usualDayColumns}
      rows={rows}
      rowId={({ day }) => day}
      sortFirst={newestFirst}
      head={head}
      onOpen={({ day }) => go({ list: 'batches', day })}
      onExport={(shownRows) => saveDays(shownRows, { costs, book, tenant: address.tenant })}
    />
  );
}

/** Lists the batches behind a figure, the most expensive first; each opens in Triage. */
function BatchList({ costs, spending, book, address, head, onOpenBatch }: ListProps) {
  const query = useBatches(address, costs);
  const answer = query.data?.value;
  const rows = useMemo(
    () => listBatchSpends(answer?.rows ?? [], costs, book, spending.meanOf),
    [answer, costs, book, spending.meanOf],
  );
  // The dollars have to be in sight in a small window, and the menu has the other columns.
  const left = new Set(['run', address.tenant === null ? 'each' : 'tenant']);
  if (address.workflow !== null) left.add('workflow');
  return (
    <SpendTable
      name="batches"
      label={messages.spend.batchesByCost}
      columns={batchColumns}
      usualColumns={batchColumns.map(({ id }) => id).filter((id) => !left.has(id))}
      rows={rows}
      rowId={({ batch }) => `${batch.tenantId}/${batch.batchId}`}
      rowName={({ batch }) => batch.batchId}
      hasFilter
      head={head}
      onOpen={({ batch }) => onOpenBatch(batch.tenantId, batch.batchId)}
      onExport={(shownRows) => saveBatches(shownRows, { costs, book, tenant: address.tenant })}
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
const newestFirst: TableSort = { column: 'day', direction: 'desc' };
