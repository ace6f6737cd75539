import type { Names } from '#renderer/contract/names.tsx';
import { Chip, FingerprintChip, type ChipTone } from '#renderer/ui/chip.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { HeatStrip } from '#renderer/ui/heat-strip.tsx';
import { formatTimeSpan, RelativeTime } from '#renderer/ui/relative-time.tsx';
import type { Cause, Causes, CauseWork } from '#shared/contract/incidents.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { deployGroups, type DeployGroup, type IncidentDays } from '#shared/domain/incident-rules.ts';
import { describeStrip, makeCells } from './cause-strip.ts';
import type { CauseRow } from './incident-parts.tsx';
import styles from './incidents.module.css';
import { messages } from './messages.ts';

interface ColumnParts {
  readonly period: Causes['period'];
  readonly days: IncidentDays;
  readonly deployAt: number | null;
  readonly now: number;
  readonly names: Pick<Names, 'person'>;
}

const words = messages.list.columns;

/** A cause is shown as new without its first time, which takes room that its name needs. */
export const usualColumns = ['cause', 'state', 'strip', 'count', 'tenants', 'last', 'work'];

/** The columns are made again when the period, the deploy or the half minute changes. */
export function makeCauseColumns(parts: ColumnParts): readonly DataColumn<CauseRow>[] {
  const { period, days, deployAt, now, names } = parts;
  return [
    {
      id: 'cause',
      title: words.cause,
      min: 260,
      share: 2.6,
      strong: true,
      hideable: false,
      sortable: true,
      value: ({ cause }) => `${cause.pattern} ${cause.fingerprint}`,
      cell: ({ cause }) => <CauseName cause={cause} />,
    },
    {
      id: 'state',
      title: deployAt === null ? words.state : words.since,
      width: 172,
      sortable: true,
      value: (row) => orderOfState(row, deployAt),
      text: (row) => describeState(row, deployAt, now),
      cell: (row) => <State row={row} deployAt={deployAt} now={now} />,
    },
    {
      id: 'strip',
      title: words.strip,
      min: 192,
      share: 1.4,
      sortable: false,
      value: ({ cause }) => cause.count,
      text: () => '',
      cell: ({ cause }) => (
        <HeatStrip
          label={describeStrip(cause.hours, period, { days, deployAt })}
          cells={makeCells(cause.hours, period, { days, on: 'list' })}
          mark={deployAt}
        />
      ),
    },
    {
      id: 'count',
      title: words.count,
      width: 80,
      align: 'end',
      sortable: true,
      value: ({ cause }) => cause.count,
      text: ({ cause }) => grouped(cause.count),
    },
    {
      id: 'tenants',
      title: words.tenants,
      width: 92,
      align: 'end',
      sortable: true,
      value: ({ cause }) => cause.tenants.count,
      text: ({ cause }) => formatTenants(cause),
    },
    timeColumn('last', words.last, now, ({ cause }) => cause.lastAt),
    timeColumn('first', words.first, now, ({ cause }) => cause.firstEverAt),
    {
      id: 'work',
      title: words.work,
      width: 112,
      sortable: true,
      value: ({ cause }) => nameWorker(cause.work, names),
      cell: ({ cause }) => (
        <span className={styles.cut} title={cause.work.note ?? undefined}>
          {nameWorker(cause.work, names)}
        </span>
      ),
    },
  ];
}

function timeColumn(
  id: string,
  title: string,
  now: number,
  valueOf: (row: CauseRow) => string | null,
): DataColumn<CauseRow> {
  return {
    id,
    title,
    width: 120,
    align: 'end',
    sortable: true,
    value: valueOf,
    cell: (row) => {
      const at = valueOf(row);
      return at === null ? null : <RelativeTime at={Date.parse(at)} now={now} focusable={false} />;
    },
  };
}

function CauseName({ cause: { pattern, fingerprint, stage } }: { readonly cause: Cause }) {
  return (
    <span className={styles.cause}>
      <FingerprintChip fingerprint={fingerprint} />
      <span
        className={styles.cut}
        title={
          stage === null
            ? pattern
            : `${pattern}
${stage}`
        }
      >
        {pattern}
      </span>
    </span>
  );
}

/** A day's count of tenants is exact; over several days, at least as many as on the worst of them. */
export function formatTenants({ tenants }: Pick<Cause, 'tenants'>): string {
  return tenants.isAtLeast ? `at least ${grouped(tenants.count)}` : grouped(tenants.count);
}

/** Returns the name of who works on a cause, or the id until the name is known. */
export function nameWorker({ by }: Pick<CauseWork, 'by'>, { person }: Pick<Names, 'person'>): string | null {
  return by === null ? null : person(by);
}

interface StateProps {
  readonly row: CauseRow;
  readonly deployAt: number | null;
  readonly now: number;
}

export function State({ row, deployAt, now }: StateProps) {
  const { cause, group } = row;
  if (deployAt !== null && group !== null) {
    return (
      <span className={styles.states} title={messages.deploy.groupHints[group]}>
        <Chip tone={toneOfGroup[group]}>{messages.deploy.groups[group]}</Chip>
      </span>
    );
  }
  return (
    <span className={styles.states}>
      {cause.isNew ? <Chip tone="review">{messages.state.new}</Chip> : null}
      {cause.isGrowing ? (
        <Chip tone="failed" icon="ascending">
          {messages.state.growing}
        </Chip>
      ) : null}
      {!cause.isNew && !cause.isGrowing ? (
        <span className={styles.quiet}>{describeState(row, deployAt, now)}</span>
      ) : null}
    </span>
  );
}

const toneOfGroup: Readonly<Record<DeployGroup, ChipTone>> = {
  'new-since': 'review',
  'still-there': 'failed',
  'too-early': 'default',
  gone: 'succeeded',
  'quiet-before': 'default',
};

export function describeState({ cause, group }: CauseRow, deployAt: number | null, now: number): string {
  if (deployAt !== null && group !== null) return messages.deploy.groups[group];
  const { isNew, isGrowing, quietSince } = cause;
  const said = [
    ...(isNew ? [messages.state.new] : []),
    ...(isGrowing ? [messages.state.growing] : []),
    ...(quietSince === null ? [] : [messages.state.quiet(formatTimeSpan(now - Date.parse(quietSince)))]),
  ];
  return said.length === 0 ? messages.state.steady : said.join(', ');
}

/** Sorting by state brings what needs a look first. */
function orderOfState({ cause, group }: CauseRow, deployAt: number | null): number {
  if (deployAt !== null && group !== null) return deployGroups.indexOf(group);
  if (cause.isNew) return cause.isGrowing ? 0 : 1;
  if (cause.isGrowing) return 2;
  return cause.quietSince === null ? 3 : 4;
}
