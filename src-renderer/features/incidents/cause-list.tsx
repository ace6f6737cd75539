import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { describeMissing, formatUpTo, howToKeep } from '#renderer/contract/attention-age.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { EmptyState, StaleNote } from '#renderer/ui/states.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Causes } from '#shared/contract/incidents.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { compareWithDeploy, deployGroups } from '#shared/domain/incident-rules.ts';
import type { CauseFilter, IncidentsAddress } from './address.ts';
import { causeFilters } from './address.ts';
import { makeCauseColumns, usualColumns } from './cause-columns.tsx';
import { DeployStrip } from './deploy-strip.tsx';
import { IncidentsFailure, Period, type CauseRow, type IncidentsParts } from './incident-parts.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

/** Lists the causes of the period, each with a strip by hour. */
export function CauseList({ address, go, foot }: Pick<IncidentsParts, 'address' | 'go' | 'foot'>) {
  const { days, show } = address;
  const query = useQuery(operationOptions('incidents.list', { days }));
  const [filter, setFilter] = useState('');
  // Back leads to the row whose page was open.
  const [active, setActive] = useKept<string | null>(['incidents', 'active'], null);
  const [visible, choose] = useKept<readonly string[]>(['incidents', 'columns'], usualColumns);
  const deployField = useRef<HTMLInputElement>(null);
  useShowReceipt('causes', query.data?.receipt);
  const read = query.data?.value;
  const failure = query.error === null ? undefined : toFailure(query.error);
  const deployAt = address.deploy === null ? null : Date.parse(address.deploy);
  const rows = useMemo(() => toRows(read, deployAt), [read, deployAt]);
  const shown = useMemo(() => rows.filter((row) => isShown(row, show, deployAt)), [rows, show, deployAt]);
  const columns = useColumns(read, { days, deployAt });
  usePageKeys(pageKeys.incidents, {
    all: () => go({ show: 'all' }),
    new: () => go({ show: 'new' }),
    growing: () => go({ show: 'growing' }),
    gone: () => go({ show: 'gone' }),
    deploy: () => deployField.current?.focus(),
  });
  const isNotKept = read?.kept.state === 'not kept';
  return (
    <View
      head={
        <>
          <ViewHead
            title={messages.page.title}
            sub={
              read?.kept.state === 'kept'
                ? `${messages.page.sub}, ${formatUpTo(read.kept)}`
                : messages.page.sub
            }
            actions={<Period days={days} go={go} />}
          />
          {isNotKept ? null : read === undefined ? (
            <div className={styles.stripToCome} />
          ) : (
            <DeployStrip
              causes={rows}
              read={read}
              days={days}
              deployAt={deployAt}
              go={go}
              fieldRef={deployField}
            />
          )}
        </>
      }
      foot={foot}
    >
      <div className={styles.list}>
        <ListNotes
          read={read}
          failure={read === undefined ? undefined : failure?.message}
          onRetry={() => void query.refetch()}
        />
        <div className={styles.table}>
          <DataTable
            label={messages.list.label}
            primary
            opensOnClick
            head={
              <Filters
                rows={read === undefined ? null : rows}
                show={show}
                deployAt={deployAt}
                onShow={(next) => go({ show: next })}
              />
            }
            columns={columns}
            rows={shown}
            rowId={getRowId}
            rowName={getRowName}
            filter={filter}
            onFilterChange={setFilter}
            visibleColumns={visible}
            onVisibleColumnsChange={(next) => choose(() => next)}
            activeId={active}
            onActiveChange={(id) => setActive(() => id)}
            onOpen={({ cause }) => go({ cause: cause.fingerprint })}
            loading={query.isPending}
            end={
              read === undefined || isNotKept
                ? undefined
                : { note: messages.list.end(read.causes.length, read.isAll) }
            }
            empty={<NoCauses address={address} read={read} onAll={() => go({ show: 'all' })} />}
            error={
              failure === undefined || read !== undefined ? undefined : (
                <IncidentsFailure
                  failure={failure}
                  title={messages.list.notRead}
                  notDone={messages.list.notDone}
                  onRetry={() => void query.refetch()}
                  retrying={query.isFetching}
                />
              )
            }
          />
        </div>
      </div>
    </View>
  );
}

const getRowId = ({ cause }: CauseRow) => cause.fingerprint;
const getRowName = ({ cause }: CauseRow) => cause.pattern;

/** With a deploy, what is new since comes first, and what is gone last. */
function toRows(read: Causes | undefined, deployAt: number | null): readonly CauseRow[] {
  if (read === undefined) return [];
  if (deployAt === null) return read.causes.map((cause) => ({ cause, group: null }));
  const upTo = Date.parse((read.kept.state === 'kept' ? read.kept.upTo : null) ?? read.readAt);
  const rows = read.causes.map((cause) => ({
    cause,
    group: compareWithDeploy({ ...cause, byHour: new Map(cause.hours) }, deployAt, upTo),
  }));
  return rows.toSorted((a, b) => deployGroups.indexOf(a.group) - deployGroups.indexOf(b.group));
}

/** "New" and "gone" mean since the deploy, when one is set. */
function isShown({ cause, group }: CauseRow, show: CauseFilter, deployAt: number | null): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'new':
      return deployAt === null ? cause.isNew : group === 'new-since';
    case 'growing':
      return cause.isGrowing;
    case 'gone':
      return deployAt === null ? cause.quietSince !== null : group === 'gone';
    default:
      return show satisfies never;
  }
}

function useColumns(
  read: Causes | undefined,
  {
    days,
    deployAt,
  }: {
    readonly days: IncidentsAddress['days'];
    readonly deployAt: number | null;
  },
) {
  const now = useNow(30_000);
  const period = read?.period;
  const names = useNames();
  return useMemo(
    () => makeCauseColumns({ period: period ?? { first: 0, count: 0 }, days, deployAt, now, names }),
    [period, days, deployAt, now, names],
  );
}

interface FiltersProps {
  /** Null until they are read. */
  readonly rows: readonly CauseRow[] | null;
  readonly show: CauseFilter;
  readonly deployAt: number | null;
  readonly onShow: (show: CauseFilter) => void;
}

function Filters({ rows, show, deployAt, onShow }: FiltersProps) {
  const labelOf = (filter: CauseFilter): string => {
    if (deployAt !== null && filter === 'new') return messages.list.newSinceDeploy;
    if (deployAt !== null && filter === 'gone') return messages.list.goneSinceDeploy;
    return messages.list.filter[filter];
  };
  const countOf = (filter: CauseFilter): string =>
    rows === null ? '' : ` ${grouped(rows.filter((row) => isShown(row, filter, deployAt)).length)}`;
  const hint =
    deployAt !== null && (show === 'new' || show === 'gone')
      ? messages.list.deployHints[show]
      : messages.list.filterHints[show];
  return (
    <>
      <Segmented
        label={messages.list.filters}
        size="sm"
        value={show}
        options={causeFilters.map((value) => ({
          value,
          label: `${labelOf(value)}${countOf(value)}`,
        }))}
        onChange={onShow}
      />
      <span className={styles.hint} title={hint}>
        {hint}
      </span>
    </>
  );
}

interface ListNotesProps {
  readonly read: Causes | undefined;
  readonly failure: string | undefined;
  readonly onRetry: () => void;
}

/** Says what is missing from the list, and where it is old. */
function ListNotes({ read, failure, onRetry }: ListNotesProps) {
  const missing = read?.kept.state === 'kept' ? describeMissing(read.kept) : null;
  return (
    <>
      {failure === undefined ? null : (
        <StaleNote
          flat
          reason={failure}
          showing={messages.list.stale}
          action={
            <Button size="sm" variant="ghost" onClick={onRetry}>
              {messages.page.tryAgain}
            </Button>
          }
        />
      )}
      {missing === null ? null : (
        <Note flat>
          <b>{missing[0]}</b> {missing[1]}
        </Note>
      )}
      {read?.problems.map((problem) => (
        <Note key={problem} flat tone="warn">
          {problem}
        </Note>
      ))}
    </>
  );
}

interface NoCausesProps {
  readonly address: IncidentsAddress;
  readonly read: Causes | undefined;
  readonly onAll: () => void;
}

function NoCauses({ address: { days, show }, read, onAll }: NoCausesProps) {
  if (read?.kept.state === 'not kept') {
    return (
      <EmptyState title={messages.list.notKept}>
        <p>{read.kept.why}</p>
        <p>{howToKeep}</p>
      </EmptyState>
    );
  }
  if (show !== 'all' && read !== undefined && read.causes.length > 0) {
    return (
      <EmptyState
        title={messages.list.noneOfFilter(messages.list.filter[show])}
        actions={
          <Button size="sm" onClick={onAll}>
            {messages.list.showAll}
          </Button>
        }
      >
        <p>{messages.list.filterHints[show]}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={messages.list.none(messages.page.periods[days])}>
      <p>{messages.list.noneHint}</p>
    </EmptyState>
  );
}
