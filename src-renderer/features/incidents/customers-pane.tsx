import { useMemo, useState } from 'react';
import type { Customer, OpenCause } from '#shared/contract/incidents.ts';
import { csvFile, fileStamp, mediaTypes } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { exactUtc, RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

const words = messages.customers;

interface CustomersPaneProps {
  readonly read: OpenCause;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}

/** Lists the customers that the cause hit, and hands the list on to whoever writes to them. */
export function CustomersPane({ read, onOpenBatch }: CustomersPaneProps) {
  const { customers, isAll } = read;
  const [filter, setFilter] = useState('');
  const now = useNow(30_000);
  const columns = useMemo(() => makeColumns(now), [now]);
  const copy = useCopyAndTell();

  function save(): void {
    downloadText({
      fileName: `sluice-customers-${read.cause.fingerprint}-${fileStamp(Date.now())}.csv`,
      mediaType: mediaTypes.csv,
      text: writeCsv(read),
    });
  }
  const copyText = () => copy(writeText(read), words.copied(customers.length));
  usePageCommands([
    {
      id: 'export-csv',
      title: words.csv,
      keywords: ['spreadsheet', 'customers', 'save'],
      icon: 'export',
      run: save,
    },
  ]);
  const isEmpty = customers.length === 0;
  return (
    <div className={styles.customers}>
      <DataTable
        label={words.title}
        primary
        head={
          <>
            <PaneTitle title={words.title} hint={words.hint(customers.length, isAll)} />
            <span className={styles.tools}>
              <Button size="sm" variant="ghost" icon="copy" disabled={isEmpty} onClick={copyText}>
                {words.copy}
              </Button>
              <Button size="sm" variant="ghost" icon="export" disabled={isEmpty} onClick={save}>
                {words.csv}
              </Button>
            </span>
          </>
        }
        columns={columns}
        rows={customers}
        rowId={getRowId}
        rowName={getRowName}
        filter={filter}
        onFilterChange={setFilter}
        onOpen={({ tenantId, batches: [newest] }) => {
          if (newest !== undefined) onOpenBatch(tenantId, newest.batchId);
        }}
        end={{ note: words.end(customers.length, isAll) }}
        empty={
          <EmptyState title={words.none}>
            <p>{words.noneHint}</p>
          </EmptyState>
        }
      />
    </div>
  );
}

const getRowId = ({ tenantId }: Customer) => tenantId;
const getRowName = ({ name, tenantId }: Customer) => name ?? tenantId;

function makeColumns(now: number): readonly DataColumn<Customer>[] {
  const time = (id: string, title: string, at: (row: Customer) => string | null): DataColumn<Customer> => ({
    id,
    title,
    width: 120,
    align: 'end',
    sortable: true,
    value: at,
    cell: (row) => {
      const told = at(row);
      return told === null ? null : <RelativeTime at={Date.parse(told)} now={now} focusable={false} />;
    },
  });
  return [
    {
      id: 'name',
      title: words.columns.name,
      min: 136,
      strong: true,
      hideable: false,
      sortable: true,
      value: getRowName,
      cell: (row) => (
        <span className={styles.cut} title={row.tenantId}>
          {getRowName(row)}
        </span>
      ),
    },
    {
      id: 'count',
      title: words.columns.count,
      width: 80,
      align: 'end',
      sortable: true,
      value: ({ count }) => count,
      text: ({ count }) => grouped(count),
    },
    time('first', words.columns.first, ({ firstAt }) => firstAt),
    time('last', words.columns.last, ({ lastAt }) => lastAt),
    {
      id: 'batch',
      title: words.columns.batches,
      min: 152,
      mono: true,
      sortable: false,
      value: ({ batches }) => batches[0]?.batchId ?? null,
    },
  ];
}

/** Each line says whether the list is complete, because a file is read without this page. */
export function writeCsv({ customers, isAll }: Pick<OpenCause, 'customers' | 'isAll'>): string {
  return csvFile(
    words.csvColumns,
    customers.map(({ tenantId, name, count, firstAt, lastAt, batches }) => [
      name ?? tenantId,
      tenantId,
      String(count),
      firstAt ?? '',
      lastAt ?? '',
      batches.map(({ batchId }) => batchId).join(' '),
      isAll ? 'yes' : 'no, at least these',
    ]),
  );
}

/** Writes a list that can be pasted into a message. */
export function writeText({
  cause,
  customers,
  isAll,
}: Pick<OpenCause, 'cause' | 'customers' | 'isAll'>): string {
  const count = `${isAll ? '' : 'at least '}${grouped(customers.length)}`;
  const head = `${cause.pattern} (${cause.fingerprint}): ${count} ${customers.length === 1 ? 'customer' : 'customers'}`;
  const lines = customers.map((customer) => {
    const [newest, ...more] = customer.batches;
    const batches = newest === undefined ? '' : `, newest batch ${newest.batchId}`;
    const others = more.length === 0 ? '' : words.more(more.length);
    const failures = `${grouped(customer.count)} ${customer.count === 1 ? 'failure' : 'failures'}`;
    return `- ${getRowName(customer)}: ${failures}, ${formatTimes(customer)}${batches}${others}`;
  });
  return [head, ...lines, ''].join('\n');
}

function formatTimes({ firstAt, lastAt }: Customer): string {
  const first = firstAt === null ? 'an unknown time' : exactUtc(Date.parse(firstAt));
  const last = lastAt === null ? 'an unknown time' : exactUtc(Date.parse(lastAt));
  return first === last ? first : `${first} to ${last}`;
}
