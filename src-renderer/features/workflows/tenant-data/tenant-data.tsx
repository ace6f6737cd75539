import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListChange, OrderRow, SupplierRow } from '#shared/contract/tenant-lists.ts';
import { mostOrders, mostSuppliers } from '#shared/domain/review/invoice-key.ts';
import { whyNotChangeLists } from '#shared/permissions.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { useNames } from '../history/workflow-history.ts';
import { getEnvironmentToType } from '../save/save-rules.ts';
import { WorkflowsFailure } from '../workflows-failure.tsx';
import { OrderDialog, SupplierDialog } from './entry-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { messages } from './list-messages.ts';
import styles from './tenant-data.module.css';
import type { ListName } from './use-list-change.ts';

interface TenantDataProps {
  readonly tenantId: string;
  readonly list: ListName;
}

/** Shows a tenant's suppliers or purchase orders, and who changed these lists. */
export function TenantData({ tenantId, list }: TenantDataProps) {
  const person = usePersonHere();
  const suppliers = useQuery(operationOptions('workflows.suppliers', { tenantId }));
  const orders = useQuery({
    ...operationOptions('workflows.orders', { tenantId }),
    enabled: list === 'orders',
  });
  const [supplier, setSupplier] = useState<SupplierRow | 'new' | null>(null);
  const [order, setOrder] = useState<OrderRow | 'new' | null>(null);
  const [isImporting, setImporting] = useState(false);
  useShowReceipt('suppliers', suppliers.data?.receipt);
  useShowReceipt('orders', orders.data?.receipt);
  const known = suppliers.data?.value.rows ?? noRows;
  const whyNot = whyNotChangeLists(person.me, person.connection, tenantId);
  const isRead = (list === 'suppliers' ? suppliers : orders).data !== undefined;
  const whyNotImport = isRead ? undefined : messages.csv.listNotRead;
  const environment = getEnvironmentToType(person.connection);
  const actions = (
    <div className={styles.actions}>
      <Button
        size="sm"
        variant="ghost"
        disabled={whyNot ?? whyNotImport ?? false}
        onClick={() => setImporting(true)}
      >
        {messages.importCsv}
      </Button>
      <Button
        size="sm"
        icon="add"
        disabled={whyNot ?? false}
        onClick={() => (list === 'suppliers' ? setSupplier('new') : setOrder('new'))}
      >
        {messages.add[list]}
      </Button>
    </div>
  );
  const shown = { tenantId, environment };
  return (
    <div className={styles.page}>
      <div className={styles.table}>
        {list === 'suppliers' ? (
          <SupplierTable
            reading={suppliers}
            actors={known.flatMap(({ ibansChangedBy }) => ibansChangedBy ?? [])}
            tenantId={tenantId}
            actions={actions}
            onOpen={whyNot === undefined ? setSupplier : undefined}
          />
        ) : (
          <OrderTable
            reading={orders}
            suppliers={known}
            actions={actions}
            onOpen={whyNot === undefined ? setOrder : undefined}
          />
        )}
      </div>
      <ListChanges tenantId={tenantId} />
      <SupplierDialog {...shown} supplier={supplier} onClose={() => setSupplier(null)} />
      <OrderDialog {...shown} order={order} suppliers={known} onClose={() => setOrder(null)} />
      <ImportDialog
        {...shown}
        open={isImporting}
        list={list}
        suppliers={suppliers.data?.value.rows}
        orders={orders.data?.value.rows}
        onClose={() => setImporting(false)}
      />
    </div>
  );
}

const noRows: readonly never[] = [];

interface Reading<Row> {
  readonly data?: { readonly value: { readonly rows: readonly Row[]; readonly isAll: boolean } } | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface TableProps<Row> {
  readonly reading: Reading<Row>;
  readonly actions: React.ReactNode;
  /** Undefined where this person may not change the list. */
  readonly onOpen: ((row: Row) => void) | undefined;
}

function SupplierTable({
  reading,
  actors,
  tenantId,
  ...rest
}: TableProps<SupplierRow> & { readonly actors: readonly string[]; readonly tenantId: string }) {
  const person = usePersonHere();
  const nameOf = useNames(tenantId, [...actors], person.personas);
  const columns = useSupplierColumns(nameOf);
  return (
    <ListTable
      {...rest}
      list="suppliers"
      reading={reading}
      columns={columns}
      rowId={({ supplierId }) => supplierId}
      rowName={nameSupplier}
      most={mostSuppliers}
    />
  );
}

function useSupplierColumns(nameOf: (id: string) => string): readonly DataColumn<SupplierRow>[] {
  const now = useNow(30_000);
  return useMemo<readonly DataColumn<SupplierRow>[]>(
    () => [
      {
        id: 'name',
        title: 'Supplier',
        value: nameSupplier,
        cell: (row) => (
          <span className={styles.cut} title={nameSupplier(row)}>
            {nameSupplier(row)}
          </span>
        ),
        strong: true,
        min: 176,
        sortable: true,
        hideable: false,
      },
      { id: 'vat', title: 'VAT number', value: ({ vatNumber }) => vatNumber, mono: true, width: 144 },
      {
        id: 'ibans',
        title: 'Bank accounts',
        value: ({ ibans }) => ibans.join(', '),
        mono: true,
        min: 240,
      },
      {
        id: 'changed',
        title: 'Accounts changed',
        value: ({ ibansChangedAt }) => ibansChangedAt,
        cell: ({ ibansChangedAt, ibansChangedBy }) =>
          ibansChangedAt === null ? null : (
            <span className={styles.cut}>
              <RelativeTime at={Date.parse(ibansChangedAt)} now={now} focusable={false} />{' '}
              {ibansChangedBy === null ? null : messages.by(nameOf(ibansChangedBy))}
            </span>
          ),
        min: 176,
        sortable: true,
      },
    ],
    [nameOf, now],
  );
}

function nameSupplier({ name, supplierId }: SupplierRow): string {
  return name ?? supplierId;
}

function OrderTable({
  suppliers,
  ...rest
}: TableProps<OrderRow> & { readonly suppliers: readonly SupplierRow[] }) {
  const columns = useMemo<readonly DataColumn<OrderRow>[]>(() => {
    const names = new Map(suppliers.map((one) => [one.supplierId, nameSupplier(one)]));
    return [
      {
        id: 'number',
        title: 'Number',
        value: ({ number }) => number,
        mono: true,
        min: 160,
        sortable: true,
        hideable: false,
      },
      {
        id: 'supplier',
        title: 'Supplier',
        value: ({ supplierId }) =>
          supplierId === null ? messages.anySupplier : (names.get(supplierId) ?? supplierId),
        min: 200,
        sortable: true,
      },
    ];
  }, [suppliers]);
  return (
    <ListTable
      {...rest}
      list="orders"
      columns={columns}
      rowId={({ number }) => number}
      rowName={({ number }) => number}
      most={mostOrders}
    />
  );
}

interface ListTableProps<Row> extends TableProps<Row> {
  readonly list: ListName;
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly most: number;
}

function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { list, reading, columns, rowId, rowName, most, actions, onOpen } = props;
  const [filter, setFilter] = useState('');
  const rows = reading.data?.value.rows ?? noRows;
  return (
    <DataTable
      label={messages.lists[list]}
      primary
      opensOnClick
      head={
        <>
          <PaneTitle title={messages.lists[list]} hint={messages.hint[list]} />
          {actions}
        </>
      }
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowName={rowName}
      filter={filter}
      onFilterChange={setFilter}
      onOpen={onOpen}
      loading={reading.data === undefined && reading.error === null}
      end={{ note: messages.end(rows.length, most, reading.data?.value.isAll ?? true) }}
      empty={
        <EmptyState title={messages.none[list]}>
          <p>{messages.noneText}</p>
        </EmptyState>
      }
      error={
        reading.error === null || rows.length > 0 ? undefined : (
          <WorkflowsFailure
            failure={toFailure(reading.error)}
            title={messages.notRead}
            notDone={messages.nothingChanged}
            onRetry={() => void reading.refetch()}
            retrying={reading.isFetching}
          />
        )
      }
    />
  );
}

/** Lists who changed the lists. A change of bank accounts shows both, because a false account is what fraud uses. */
function ListChanges({ tenantId }: { readonly tenantId: string }) {
  const person = usePersonHere();
  const query = useInfiniteQuery(pagedOptions('workflows.listChanges', { tenantId, pageSize: 25 }));
  const changes = (query.data?.pages ?? []).flatMap(({ value }) => value.rows);
  const nameOf = useNames(
    tenantId,
    changes.flatMap(({ actor }) => actor ?? []),
    person.personas,
  );
  useShowReceipt(
    'changes',
    (query.data?.pages ?? []).flatMap(({ receipt }) => receipt ?? []),
  );
  return (
    <aside ref={makeScrollReachable} className={styles.side} aria-label={messages.changes}>
      <div className={styles.sideHead}>
        <PaneTitle title={messages.changes} hint={messages.changesHint} />
      </div>
      {query.error === null ? null : <p className={styles.quiet}>{messages.changesNotRead}</p>}
      {query.isSuccess && changes.length === 0 ? <p className={styles.quiet}>{messages.noChanges}</p> : null}
      <ol className={styles.changes}>
        {changes.map((change) => (
          <Change key={change.eventId} change={change} nameOf={nameOf} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button
          size="sm"
          variant="ghost"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {messages.moreChanges}
        </Button>
      ) : null}
    </aside>
  );
}

function Change({
  change,
  nameOf,
}: {
  readonly change: ListChange;
  readonly nameOf: (id: string) => string;
}) {
  const { what, name, supplierId, before, after, counts, actor, at, reason } = change;
  const now = useNow(30_000);
  const isOfAccounts = what === 'bank accounts changed';
  return (
    <li className={styles.change} data-accounts={isOfAccounts ? '' : undefined}>
      <p className={styles.what}>
        {isOfAccounts ? `${messages.accountsChanged}: ${name ?? supplierId ?? ''}` : nameChange(what)}
        {counts === null ? null : <span className={styles.quietInline}> {messages.counts(counts)}</span>}
      </p>
      {isOfAccounts ? (
        <dl className={styles.accounts}>
          <dt>{messages.accountFrom}</dt>
          <dd>{before.join(', ') || messages.noAccount}</dd>
          <dt>{messages.accountTo}</dt>
          <dd>{after.join(', ') || messages.noAccount}</dd>
        </dl>
      ) : null}
      {reason === null ? null : <p className={styles.reason}>{reason}</p>}
      <p className={styles.quietLine}>
        {actor === null ? messages.unknownPerson : nameOf(actor)}
        {at === null ? null : (
          <>
            {', '}
            <RelativeTime at={Date.parse(at)} now={now} />
          </>
        )}
      </p>
    </li>
  );
}

function nameChange(what: string | null): string {
  return what === null || what === '' ? messages.changes : capitalize(what);
}
