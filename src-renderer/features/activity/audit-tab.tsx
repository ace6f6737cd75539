import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { FailureError } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { findBridge } from '#renderer/contract/query-client.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { SentenceLine } from '#renderer/ui/activity-panel.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { DialogBody } from '#renderer/ui/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer.tsx';
import { SearchField } from '#renderer/ui/field.tsx';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { EmptyState, ErrorState, StaleNote } from '#renderer/ui/states.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { useSettled } from '#renderer/ui/use-settled.ts';
import type { AuditEntry, AuditPage } from '#shared/contract/jobs.ts';
import { describeAction, writeAction } from '#shared/domain/activity-sentences.ts';
import type { GoActivity } from './address.ts';
import styles from './activity.module.css';
import {
  describeChains,
  describeKind,
  formatUtc,
  joinEntries,
  joinPages,
  messages,
  nameEntry,
  type AuditRow,
} from './messages.ts';

interface AuditTabProps {
  readonly filter: string;
  readonly go: GoActivity;
  readonly nameOf: (personId: string) => string;
}

export function AuditTab({ filter, go, nameOf }: AuditTabProps) {
  const settled = useSettled(filter.trim(), settleMs);
  const audit = useAudit(settled);
  const rows = useMemo(() => joinEntries(audit.entries), [audit.entries]);
  const columns = useMemo(() => buildColumns(nameOf), [nameOf]);
  const [open, setOpen] = useState<AuditRow | null>(null);
  const total = audit.page?.total ?? 0;
  return (
    <>
      <Chains />
      {audit.error === null || audit.page === undefined ? null : (
        <StaleNote
          flat
          reason={audit.error.failure.message}
          showing={messages.everyone.stale}
          action={
            <Button size="sm" loading={audit.isReading || audit.isReadingMore} onClick={audit.tryAgain}>
              {messages.everyone.tryAgain}
            </Button>
          }
        />
      )}
      <div className={styles.table}>
        <DataTable
          label={messages.audit.label}
          head={
            <>
              <SearchField
                label={messages.audit.filter}
                placeholder={messages.audit.filterHint}
                size="sm"
                className={styles.filter}
                value={filter}
                onChange={(next) => go({ filter: next }, 'replace')}
              />
              <AuditExport filter={settled} />
              <IconButton
                icon="refresh"
                size="sm"
                label={messages.audit.readAgain}
                disabled={audit.isReading}
                onClick={audit.readAgain}
              />
            </>
          }
          columns={columns}
          rows={rows}
          rowId={getRowId}
          rowName={({ action }) => writeAction(action, { person: nameOf })}
          onOpen={setOpen}
          opensOnClick
          loading={audit.page === undefined && audit.error === null}
          onReachEnd={audit.more}
          end={{
            note: messages.audit.end(rows.length, audit.entries.length, total, settled !== ''),
            onMore: audit.more,
            loading: audit.isReadingMore,
          }}
          empty={
            settled === '' ? (
              <EmptyState title={messages.audit.none}>{messages.audit.noneNext}</EmptyState>
            ) : (
              <EmptyState
                title={`No match for “${settled}”`}
                actions={
                  <Button size="sm" onClick={() => go({ filter: '' }, 'replace')}>
                    {messages.audit.clearFilter}
                  </Button>
                }
              />
            )
          }
          error={
            audit.error === null || audit.page !== undefined ? null : (
              <ErrorState
                title={messages.audit.notRead}
                happened={audit.error.failure.message}
                notDone={messages.audit.stillWritten}
                next={messages.audit.tryAgain}
                reference={audit.error.failure.reference}
                onRetry={audit.readAgain}
                retrying={audit.isReading}
              />
            )
          }
          primary
          resizable
        />
      </div>
      {open === null ? null : <RawEntries row={open} nameOf={nameOf} onClose={() => setOpen(null)} />}
    </>
  );
}

function getRowId({ entries: [first] }: AuditRow): string {
  return nameEntry(first);
}

interface RawEntriesProps {
  readonly row: AuditRow;
  readonly nameOf: (personId: string) => string;
  readonly onClose: () => void;
}

/** Shows the entries of an action as the trail has them. */
function RawEntries({ row: { entries, action }, nameOf, onClose }: RawEntriesProps) {
  return (
    <Drawer open title={messages.audit.rawTitle} onClose={onClose}>
      <DialogBody className={styles.raw}>
        <p>{writeAction(action, { person: nameOf })}</p>
        {entries.map((entry) => (
          <JsonView
            key={`${String(entry.sequence)} ${entry.kind}`}
            label={messages.audit.raw(describeKind(entry), entry.sequence)}
            value={entry}
          />
        ))}
      </DialogBody>
    </Drawer>
  );
}

const settleMs = 250;

interface Audit {
  readonly entries: readonly AuditEntry[];
  /** The first page; undefined before anything was read. */
  readonly page: AuditPage | undefined;
  readonly error: FailureError | null;
  readonly isReading: boolean;
  readonly isReadingMore: boolean;
  readonly more: (() => void) | undefined;
  readonly readAgain: () => void;
  /** Asks again for what could not be read: the trail, or its next page. */
  readonly tryAgain: () => void;
}

/**
 * Main filters the trail, so that the filter covers all of it. It grows as long as anybody works, and each visit looks for
 * newer entries, so nothing of it stays in memory when the page is left.
 */
function auditPages(filter: string) {
  return infiniteQueryOptions<
    AuditPage,
    FailureError,
    InfiniteData<AuditPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: ['audit.read', filter, 'pages'],
    initialPageParam: 0,
    queryFn: async ({ client, pageParam }) => {
      const input = filter === '' ? { offset: pageParam } : { filter, offset: pageParam };
      const result = await findBridge(client).call('audit.read', input);
      if (!result.ok) throw new FailureError(result.failure);
      return result.value;
    },
    getNextPageParam: ({ entries, total }, _pages, offset) => {
      const next = offset + entries.length;
      return entries.length === 0 || next >= total ? undefined : next;
    },
    gcTime: 0,
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });
}

/** Reads the trail page by page, newest first. */
function useAudit(filter: string): Audit {
  const cache = useQueryClient();
  const query = useInfiniteQuery(auditPages(filter));
  const entries = useMemo(() => joinPages(query.data?.pages ?? []), [query.data]);
  const readAgain = (): void => {
    void query.refetch();
    void cache.invalidateQueries({ queryKey: ['audit.verify'] });
  };
  return {
    entries,
    page: query.data?.pages[0],
    error: query.error,
    isReading: query.isFetching && !query.isFetchingNextPage,
    isReadingMore: query.isFetchingNextPage,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain,
    tryAgain: query.isFetchNextPageError ? () => void query.fetchNextPage() : readAgain,
  };
}

/**
 * Says whether the trail is intact. If it is not, it names the file and the place, and explains what that
 * means.
 */
function Chains() {
  const query = useQuery({ ...operationOptions('audit.verify', {}), refetchOnMount: 'always' });
  if (query.error !== null && query.data === undefined) {
    return (
      <Note tone="warn" flat>
        <b>{messages.audit.notVerified}</b> {query.error.failure.message}
      </Note>
    );
  }
  if (query.data === undefined) return null;
  const { chains } = query.data.value;
  const { parts, tone } = describeChains(query.data.value);
  if (tone !== 'bad') {
    return (
      <div className={styles.chains}>
        {tone === 'good' ? <StatusGlyph glyph="succeeded" /> : null}
        {parts.join(' · ')}
      </div>
    );
  }
  return (
    <Note tone="bad" flat live>
      <b>{parts.join(' · ')}.</b> {messages.audit.faultNote}
      <ul>
        {chains
          .filter(({ state }) => state === 'broken')
          .map(({ file, line, problem }) => (
            <li key={file}>
              <code>
                {file}
                {line === null ? '' : `:${String(line)}`}
              </code>
              : {problem}
            </li>
          ))}
      </ul>
    </Note>
  );
}

/** Exports all matching entries, not only the loaded ones. */
function AuditExport({ filter }: { readonly filter: string }) {
  const toast = useToast();
  const command = useCommand('audit.export', {
    onSuccess: (file) => {
      downloadText(file);
      toast.show({ message: `${file.fileName} saved`, tone: 'succeeded' });
    },
  });
  return (
    <Menu
      trigger={
        <Button size="sm" icon="export" loading={command.isRunning}>
          Export
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem
          key={format}
          onSelect={() => void command.run(filter === '' ? { format } : { filter, format })}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const formats = [
  { format: 'csv', label: messages.audit.exportCsv },
  { format: 'json', label: messages.audit.exportJson },
] as const;

/** The columns cannot be sorted, because only a part of the trail is loaded. */
function buildColumns(nameOf: (personId: string) => string): readonly DataColumn<AuditRow>[] {
  return [
    {
      id: 'at',
      title: 'When, UTC',
      value: ({ action }) => action.at,
      text: ({ action }) => formatUtc(action.at),
      width: 172,
      sortable: false,
    },
    {
      id: 'what',
      title: messages.audit.what,
      value: ({ action }) => writeAction(action, { person: nameOf }),
      cell: ({ action }) => <SentenceLine sentence={describeAction(action, { person: nameOf })} />,
      min: 320,
      share: 4,
      hideable: false,
      sortable: false,
    },
    {
      id: 'operation',
      title: 'Operation',
      value: ({ action }) => action.operation,
      mono: true,
      width: 168,
      sortable: false,
    },
    {
      id: 'role',
      title: 'Role',
      value: ({ entries: [first] }) => first.role,
      width: 88,
      sortable: false,
    },
    {
      id: 'reference',
      title: 'Reference',
      value: ({ entries: [first] }) => first.reference,
      mono: true,
      width: 120,
      sortable: false,
    },
  ];
}
