import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { useNames, type Names } from '#renderer/contract/names.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useOnlyTenant, useTenants } from '#renderer/contract/tenants.ts';
import { useActivity, type ActivityRow, type ReadActivity } from '#renderer/contract/use-activity.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState, FailureState, StaleNote, StateArt, StateCard } from '#renderer/ui/states.tsx';
import { useSettled } from '#renderer/ui/use-settled.ts';
import { activityKinds, type ActivityKind } from '#shared/domain/activity-kinds.ts';
import { findActionPlace, type ActionPlace } from '#shared/domain/activity-sentences.ts';
import styles from './activity.module.css';
import type { ActivityAddress, GoActivity } from './address.ts';
import { chooseQuestion, fitsFilters, moveDay } from './everyone-filters.ts';
import { buildColumns, getRowId, getRowName, markDays, saveRows, writeWhole } from './everyone-rows.tsx';
import { messages } from './messages.ts';

const words = messages.everyone;

interface EveryoneTabProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
  readonly onOpenPlace: (place: ActionPlace) => void;
}

/** Shows what people did on this connection, from whichever machine, as its pipeline API was told. */
export function EveryoneTab({ address, go, onOpenPlace }: EveryoneTabProps) {
  const { me } = usePersonHere();
  const now = useNow(10_000);
  const today = new Date(now).toISOString().slice(0, 10);
  const filters = useSettledBatch(address);
  const asked = chooseQuestion(filters, me, today);
  const activity = useActivity(
    asked.is === 'asked' ? asked.of : null,
    asked.is === 'asked' ? asked.between : {},
  );
  const names = useNames();
  useOnlyTenant(address.tenant !== null, (tenant) => go({ tenant }, 'replace'));
  const { rows } = activity;
  const shown = useMemo(
    () => markDays(rows.filter(({ entry }) => fitsFilters(entry, filters))),
    [rows, filters],
  );
  const isTextFiltered = address.filter.trim() !== '';
  const columns = buildColumns({ names, now, isFiltered: isTextFiltered });
  const isOfDay = asked.is === 'asked' && asked.of.is === 'day' ? asked.of.day : null;

  if (asked.is === 'choose-tenant') {
    return (
      <StateCard
        art={<StateArt name="locked" />}
        title={words.chooseTenant}
        actions={asked.tenants.map((tenantId) => (
          <Button key={tenantId} size="sm" onClick={() => go({ tenant: tenantId })}>
            {names.tenant(tenantId)}
          </Button>
        ))}
      >
        <p>{asked.why}</p>
      </StateCard>
    );
  }
  if (activity.notKept !== null) {
    return (
      <EmptyState
        title={words.notKept}
        actions={<Button onClick={() => go({ tab: 'audit' })}>{words.showMachine}</Button>}
      >
        <p>{activity.notKept}</p>
      </EmptyState>
    );
  }

  return (
    <>
      <Filters
        address={address}
        go={go}
        day={isOfDay ?? address.day}
        today={today}
        rows={rows}
        names={names}
      />
      {activity.failure !== undefined && activity.isRead ? (
        <StaleNote
          flat
          reason={activity.failure.message}
          showing={words.stale}
          action={
            <Button size="sm" loading={activity.reading} onClick={activity.readAgain}>
              {words.tryAgain}
            </Button>
          }
        />
      ) : null}
      <UntoldNote now={now} />
      <div className={styles.table}>
        <DataTable
          label={words.label}
          head={
            <span className={styles.age}>
              {activity.readAt === 0 ? null : (
                <>
                  {words.read} <RelativeTime at={activity.readAt} now={Math.max(now, activity.readAt)} />
                </>
              )}
              <IconButton
                icon="refresh"
                size="sm"
                label={messages.audit.readAgain}
                disabled={activity.reading}
                onClick={activity.readAgain}
              />
            </span>
          }
          columns={columns}
          rows={shown}
          rowId={getRowId}
          rowName={getRowName}
          onOpen={({ entry }) => {
            const place = findActionPlace(entry);
            if (place !== null) onOpenPlace(place);
          }}
          opensOnClick
          detail={writeWhole}
          filter={address.filter}
          onFilterChange={(filter) => go({ filter }, 'replace')}
          onExport={(_, exported) => saveRows(exported, names)}
          loading={!activity.isRead && activity.failure === undefined}
          // A text filter shows few of the rows, so that their end is no wish for more.
          onReachEnd={isTextFiltered ? undefined : activity.readOn}
          end={{
            note: describeEnd(activity, shown.length),
            onMore: activity.readOn,
            loading: activity.reading && activity.isRead,
          }}
          empty={
            <EmptyState
              title={describeNone(address, isOfDay, today)}
              actions={
                <>
                  {isOfDay === null ? null : (
                    <Button size="sm" onClick={() => go({ day: moveDay(isOfDay, -1) })}>
                      {words.dayBefore}
                    </Button>
                  )}
                  {isFiltered(address) ? (
                    <Button size="sm" onClick={() => go(noFilters)}>
                      {words.clear}
                    </Button>
                  ) : null}
                </>
              }
            >
              <p>{words.noneNext}</p>
            </EmptyState>
          }
          error={
            activity.failure === undefined || activity.isRead ? null : (
              <FailureState
                told={toFailureText(activity.failure, { title: words.notRead, outOfScope: words.outOfScope })}
                notDone={words.notDone}
                onRetry={activity.readAgain}
                retrying={activity.reading}
              />
            )
          }
          primary
          resizable
        />
      </div>
    </>
  );
}

const settleMs = 250;

/** A batch id is asked for once it is typed, and not with each of its letters. */
function useSettledBatch(address: ActivityAddress): ActivityAddress {
  const { tenant, batch } = address;
  const settled = useSettled(
    useMemo(() => ({ tenant, batch }), [tenant, batch]),
    settleMs,
  );
  const asked = batch === null || settled.tenant !== tenant ? batch : settled.batch;
  return useMemo(() => ({ ...address, batch: asked }), [address, asked]);
}

/** An action is usually told within seconds, which is not worth a note. */
const soonToldMs = 15_000;

/** Says that colleagues do not see everything yet that was done from this machine. It goes when they do. */
function UntoldNote({ now }: { readonly now: number }) {
  const query = useQuery({
    ...operationOptions('audit.untold', {}),
    // It is counted on this machine and costs nothing.
    refetchInterval: 5_000,
    refetchOnMount: 'always',
  });
  const read = query.data?.value;
  const since = Date.parse(read?.since ?? '');
  if (read === undefined || read.untold === 0 || !(now - since > soonToldMs)) return null;
  return (
    <Note flat tone="warn">
      {words.untold(read.untold)}, {words.untoldSince} <RelativeTime at={since} now={now} />.{' '}
      {read.why ?? words.untoldSoon} {words.untoldNext}
    </Note>
  );
}

const noFilters = { tenant: null, batch: null, person: null, day: null, kind: null, filter: '' } as const;

function isFiltered({ tenant, batch, person, day, kind, filter }: ActivityAddress): boolean {
  return [tenant, batch, person, day, kind].some((value) => value !== null) || filter !== '';
}

function describeNone(address: ActivityAddress, day: string | null, today: string): string {
  if (address.kind !== null || address.filter !== '') return words.noneMatch;
  return day === null || day === today ? words.none : words.noneOfDay(day);
}

/** Says honestly how many of the entries that were read are shown. */
export function describeEnd(
  { read, rows, complete }: Pick<ReadActivity, 'read' | 'rows' | 'complete'>,
  shown: number,
): string {
  return words.end(shown, rows.length, read, complete);
}

interface FiltersProps {
  readonly address: ActivityAddress;
  readonly go: GoActivity;
  /** The day that is asked for; null for any. */
  readonly day: string | null;
  readonly today: string;
  readonly rows: readonly ActivityRow[];
  readonly names: Names;
}

const any = '*';

function Filters({ address, go, day, today, rows, names }: FiltersProps) {
  const { personas } = usePersonHere();
  const { tenants } = useTenants();
  const people = new Map(personas.map(({ id, name }) => [id, name]));
  for (const { entry, sentence } of rows) if (entry.by !== null) people.set(entry.by, sentence.who);
  if (address.person !== null) people.set(address.person, names.person(address.person));
  const tenantIds = new Set([
    ...(address.tenant === null ? [] : [address.tenant]),
    ...tenants.map(({ tenantId }) => tenantId),
  ]);
  return (
    <fieldset className={styles.filters} aria-label={words.filters}>
      <Select
        label={words.columns.person}
        size="sm"
        value={address.person ?? any}
        options={[
          { value: any, label: words.anyone },
          ...[...people]
            .map(([value, label]) => ({ value, label }))
            .toSorted((a, b) => a.label.localeCompare(b.label)),
        ]}
        onChange={(next) => go({ person: next === any ? null : next })}
      />
      <TextField
        label={words.dayUtc}
        size="sm"
        type="date"
        max={today}
        value={day ?? ''}
        onChange={({ currentTarget: { value } }) => go({ day: value === '' ? null : value })}
      />
      <Select
        label={words.columns.tenant}
        size="sm"
        value={address.tenant ?? any}
        options={[
          { value: any, label: words.allTenants },
          ...[...tenantIds].map((value) => ({ value, label: names.tenant(value) })),
        ]}
        onChange={(next) => go(next === any ? { tenant: null, batch: null } : { tenant: next, batch: null })}
      />
      <TextField
        label={words.batch}
        size="sm"
        mono
        placeholder={address.tenant === null ? words.batchOfRead : words.batchId}
        value={address.batch ?? ''}
        onChange={({ currentTarget: { value } }) =>
          go({ batch: value.trim() === '' ? null : value.trim() }, 'replace')
        }
      />
      <Select<ActivityKind | typeof any>
        label={words.columns.kind}
        size="sm"
        value={address.kind ?? any}
        options={[
          { value: any, label: words.anyKind },
          ...activityKinds.map((value) => ({ value, label: words.kinds[value] })),
        ]}
        onChange={(next) => go({ kind: next === any ? null : next })}
      />
      {isFiltered(address) ? (
        <Button size="sm" variant="ghost" onClick={() => go(noFilters)}>
          {words.clear}
        </Button>
      ) : null}
    </fieldset>
  );
}
