import { useMemo, type ReactNode } from 'react';
import { useWorkedOn } from '#renderer/contract/worked-on.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { formatUpTo, describeMissing, howToKeep } from '#renderer/contract/attention-age.ts';
import { describeThrottling, toFailureText } from '#renderer/contract/failure-text.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { useNow } from '#renderer/ui/relative-time.tsx';
import { EmptyState, FailureState, StaleNote } from '#renderer/ui/states.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { Counted, FleetBatch, FleetList, Kept } from '#shared/contract/fleet.ts';
import { counted, grouped } from '#shared/domain/formatting.ts';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import {
  fleetViews,
  type FleetViewName,
  type GoTriage,
  type TriageAddress,
  type TriagePageProps,
} from '../address.ts';
import { messages } from '../messages.ts';
import { TenantsPane } from '../tenants/tenants-pane.tsx';
import { makeFleetColumns, usualColumns } from './fleet-columns.tsx';
import {
  describeAllSelected,
  ReprocessCause,
  ReprocessSelected,
  useSelectedBatches,
  whyNotCause,
} from './fleet-reprocess.tsx';
import { FleetFilters, isFiltered, noFilters } from './fleet-filters.tsx';
import { formatCounted, useFleet, useFleetCounts, type Fleet } from './use-fleet.ts';
import styles from './fleet.module.css';

interface FleetViewProps extends Pick<TriagePageProps, 'address' | 'go' | 'find'> {
  readonly foot: ReactNode;
}

/**
 * Lists the batches of all tenants that need attention, as the pipeline keeps them. Where it keeps none, a person
 * chooses a tenant, as before.
 */
export function FleetView({ address, go, find, foot }: FleetViewProps) {
  const view = address.list ?? 'failed';
  const list = view === 'tenants' ? 'failed' : view;
  const fleet = useFleet(list, address, view !== 'tenants');
  const counts = useFleetCounts(view === 'tenants' || fleet.kept?.state === 'kept');
  const kept = fleet.kept ?? counts?.kept;
  const tenants = <TenantsPane go={go} find={find} />;
  if (kept?.state === 'not kept') {
    return (
      <View head={<ViewHead title="Triage" sub={messages.page.chooseTenant} />} foot={foot}>
        <div className={styles.list}>
          <Note flat>
            <b>{messages.fleet.notKept}</b> {kept.why} {howToKeep}
          </Note>
          <div className={styles.table}>{tenants}</div>
        </div>
      </View>
    );
  }
  return (
    <View head={<ViewHead title="Triage" sub={describeList(kept, view)} />} foot={foot}>
      <Tabs
        label={messages.fleet.lists}
        className={styles.tabs ?? ''}
        value={view}
        onChange={(next) => go({ list: next === 'failed' ? null : next, order: null, rows: '' })}
        tabs={fleetViews.map((value) => ({
          value,
          label: messages.fleet.views[value],
          count: value === 'tenants' ? undefined : formatCounted(counts?.lists?.[value].batches),
        }))}
      >
        {fleetViews.map((value) => (
          <TabPanel key={value} value={value} className={styles.panel ?? ''}>
            {value === 'tenants' ? (
              tenants
            ) : (
              <FleetTable
                list={value}
                fleet={fleet}
                counted={counts?.lists?.[value].batches}
                address={address}
                go={go}
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </View>
  );
}

/** "All tenants, as of 14:02:11 UTC. Longest wait first" */
function describeList(kept: Kept | undefined, view: FleetViewName): string {
  if (kept?.state !== 'kept') return messages.fleet.allTenants;
  return messages.fleet.age(formatUpTo(kept), view === 'tenants' ? '' : messages.fleet.about[view]);
}

interface FleetTableProps {
  readonly list: FleetList;
  readonly fleet: Fleet;
  /** How many batches the whole list has, without filters. */
  readonly counted: Counted | undefined;
  readonly address: TriageAddress;
  readonly go: GoTriage;
}

function FleetTable({ list, fleet, counted: all, address, go }: FleetTableProps) {
  const copyId = useCopyAndTell();
  const now = useNow(30_000);
  const names = useNames();
  const findWork = useWorkedOn(null);
  const columns = useMemo(() => makeFleetColumns(list, now, names, findWork), [list, now, names, findWork]);
  // Back leads to the row from which a batch was opened.
  const [active, setActive] = useKept<string | null>(['triage', 'fleet', 'active', list], null);
  const [chosenColumns, chooseColumns] = useKept<readonly string[] | null>(
    ['triage', 'fleet', 'columns', list],
    null,
  );
  const { rows, failure } = fleet;
  const selection = useSelectedBatches(rows, address);
  const filtered = isFiltered(address);
  // A typed text filters the loaded rows alone, so no plan could say it.
  const maySelectAll =
    !fleet.isAll && selection.except === null && address.rows.trim() === '' && !whyNotCause(address.cause);
  const exact = !filtered && all !== undefined && !all.isAtLeast ? all.count : undefined;
  const isRead = fleet.kept !== undefined;
  const readsOn = !fleet.isAll && failure === undefined && !filtered && address.rows === '';
  return (
    <section className={styles.list} aria-label={messages.fleet.tables[list]}>
      <FleetNotes fleet={fleet} />
      <div className={styles.table}>
        <DataTable
          label={messages.fleet.tables[list]}
          primary
          opensOnClick
          columns={columns}
          rows={rows}
          rowId={batchKey}
          rowName={({ batchId }) => batchId}
          head={
            <>
              <FleetFilters list={list} fleet={fleet} address={address} go={go} />
              {list === 'failed' ? <ReprocessCause chosen={address} /> : null}
            </>
          }
          filter={address.rows}
          onFilterChange={(next) => go({ rows: next }, 'replace')}
          visibleColumns={chosenColumns ?? usualColumns[list]}
          onVisibleColumnsChange={(next) => chooseColumns(() => next)}
          activeId={active}
          onActiveChange={(id) => setActive(() => id)}
          {...(list === 'failed' && {
            selected: selection.selected,
            onSelectedChange: selection.change,
            selectionWords:
              selection.except === null
                ? undefined
                : () => describeAllSelected(selection, exact, fleet.isAll),
            beyond: maySelectAll
              ? {
                  label: messages.fleet.reprocess.selectAll(exact === undefined ? null : grouped(exact)),
                  onSelect: selection.selectAll,
                }
              : undefined,
            isBeyondSelected: selection.except !== null,
            selectionActions: <ReprocessSelected selection={selection} chosen={address} />,
          })}
          onOpen={(row) => go(toBatchOfFleet(list, row))}
          onCopyId={(key) => copyId(rows.find((row) => batchKey(row) === key)?.batchId ?? key)}
          loading={fleet.isReading}
          error={rows.length === 0 && failure !== undefined ? <FleetFailure fleet={fleet} /> : undefined}
          empty={isRead ? <FleetEmpty list={list} fleet={fleet} isFiltered={filtered} go={go} /> : null}
          end={{
            note: describeEnd({ fleet, all, isFiltered: filtered }) + describeThrottling(fleet.throttled),
            onMore: fleet.isAll ? undefined : fleet.readOn,
            loading: fleet.isReading,
          }}
          onReachEnd={readsOn ? fleet.readOn : undefined}
        />
      </div>
    </section>
  );
}

/** The list stays in the address, so that Back leads to it. Beside the batch, its tenant's list has the same status. */
function toBatchOfFleet(list: FleetList, { tenantId, batchId, status }: FleetBatch): Partial<TriageAddress> {
  return {
    tenant: tenantId,
    batch: batchId,
    list,
    rows: '',
    view: 'status',
    ...(status !== null && { status }),
  };
}

/** Says what is not on the list, and that it is old. */
function FleetNotes({ fleet }: Pick<FleetTableProps, 'fleet'>) {
  const { kept, failure, rows, isReading, readAgain } = fleet;
  const missing = kept?.state === 'kept' ? describeMissing(kept) : null;
  return (
    <>
      {failure === undefined || rows.length === 0 ? null : (
        <StaleNote
          flat
          reason={failure.message}
          showing={messages.fleet.stale}
          action={
            <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
              Try again
            </Button>
          }
        />
      )}
      {missing === null ? null : (
        <Note flat live tone="warn">
          <b>{missing[0]}</b> {missing[1]}
        </Note>
      )}
    </>
  );
}

function FleetFailure({ fleet }: { readonly fleet: Fleet }) {
  const { failure, isReading, readAgain } = fleet;
  if (failure === undefined) return null;
  return (
    <FailureState
      told={toFailureText(failure, { title: messages.fleet.notRead, outOfScope: messages.fleet.outOfScope })}
      notDone={messages.fleet.nothingShown}
      onRetry={readAgain}
      retrying={isReading}
    />
  );
}

interface FleetEmptyProps {
  readonly list: FleetList;
  readonly fleet: Fleet;
  readonly isFiltered: boolean;
  readonly go: GoTriage;
}

/** Says that there is nothing only if everything was read. */
function FleetEmpty({ list, fleet, isFiltered: isNarrowed, go }: FleetEmptyProps) {
  const { kept, isAll, isReading, read, readOn } = fleet;
  const clear = isNarrowed ? (
    <Button size="sm" onClick={() => go(noFilters, 'replace')}>
      {messages.fleet.clear}
    </Button>
  ) : null;
  if (!isAll) {
    return (
      <EmptyState
        title={isNarrowed ? messages.fleet.noMatchYet(grouped(read.batches)) : messages.fleet.noneLeft}
        actions={
          <>
            <Button size="sm" loading={isReading} onClick={readOn}>
              {messages.fleet.readMore}
            </Button>
            {clear}
          </>
        }
      />
    );
  }
  if (isNarrowed) return <EmptyState title={messages.fleet.noMatch} actions={clear} />;
  const isWhole = kept?.state === 'kept' && kept.wholeSince !== null;
  if (!isWhole || read.batches > 0) {
    return (
      <EmptyState title={messages.fleet.noneKnown[list]}>
        <p>{messages.fleet.notIncluded}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={messages.fleet.none[list]}>
      <p>{messages.fleet.allIncluded(formatUpTo(kept))}</p>
    </EmptyState>
  );
}

interface EndInput {
  readonly fleet: Pick<Fleet, 'rows' | 'isAll' | 'read'>;
  readonly all: Counted | undefined;
  readonly isFiltered: boolean;
}

/** Says below the last row how much of the list is loaded. */
export function describeEnd({ fleet, all, isFiltered: isNarrowed }: EndInput): string {
  const { rows, isAll, read } = fleet;
  const words = messages.fleet.end;
  const loaded = counted(rows.length, 'batch', 'batches');
  const cut = read.isCut ? `. ${words.cut(grouped(read.budget))}` : '';
  if (isNarrowed) {
    const matched = words.matched(grouped(read.matched), grouped(read.batches));
    return isAll ? words.all(matched) : `${matched}${cut}`;
  }
  if (isAll) return words.all(loaded);
  const of = formatWholeCount(all);
  return `${of === undefined ? words.soFar(loaded) : words.ofCounted(grouped(rows.length), of)}${cut}`;
}

/** "at least 200" */
function formatWholeCount(all: Counted | undefined): string | undefined {
  if (all === undefined || (all.count === 0 && all.isAtLeast)) return undefined;
  return all.isAtLeast ? `at least ${grouped(all.count)}` : grouped(all.count);
}
