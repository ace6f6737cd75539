import type { Cause, CauseWork } from '#shared/contract/incidents.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { judgeCause, sumHours, type CountsByHour } from '#shared/domain/incident-rules.ts';
import { whyNotSeeCauses } from '#shared/permissions.ts';
import type { CatalogueReader, StoredItem } from '../../aws/dynamodb/reading.ts';
import { concernsAll, everyItem, type PaidReads } from '../../reads/paid-reads.ts';
import { readRow, type AttributeReading } from '../../rows/read-row.ts';
import { shownText } from '../../rows/shown-text.ts';

/** One answer's reader, receipt and moment, with the problems that it tells. */
export interface CauseReads extends PaidReads {
  readonly reader: CatalogueReader;
  readonly now: number;
  readonly problems: string[];
  /** Returns how many requests were answered so far. */
  readonly calls: () => number;
}

/** Nothing is read for people who do not see all tenants, because a cause is of every tenant that it hits. */
export function requireAllTenants(who: Persona | null, consequence = 'Nothing was read.'): Result<null> {
  const why = whyNotSeeCauses(who);
  if (why === undefined) return ok(null);
  const message = `${why} ${consequence} Ask a colleague who sees all tenants.`;
  return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
}

/** One cause on one day, over all tenants. */
export interface DayOfCause {
  readonly fingerprint: string;
  readonly day: string;
  readonly stage: string | null;
  readonly code: string | null;
  readonly pattern: string;
  readonly tenants: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly byHour: CountsByHour;
  readonly problems: readonly string[];
}

/** A day rarely has more than some dozens of causes. */
const mostPagesOfDay = 5;

/** Reads the causes of each day. A day that could not be read is a problem, and the others are shown. */
export async function readCausesOfDays(
  days: readonly string[],
  reads: CauseReads,
): Promise<Result<{ readonly rows: readonly DayOfCause[]; readonly isAll: boolean }>> {
  const answers = await Promise.all(
    days.map((day) =>
      everyItem(
        async (cursor) => reads.paid(await reads.reader.run('extraction.causesOfDay', { day }, { cursor })),
        mostPagesOfDay,
      ),
    ),
  );
  const rows: DayOfCause[] = [];
  let isAll = true;
  for (const [index, answer] of answers.entries()) {
    if (answer.ok) {
      rows.push(...answer.value.items.map(toDayOfCause));
      isAll &&= answer.value.isAll;
    } else {
      if (concernsAll(answer.failure) || answers.every((one) => !one.ok)) return answer;
      reads.problems.push(`Couldn't read the causes of ${days[index] ?? ''}. ${answer.failure.message}`);
      isAll = false;
    }
  }
  return ok({ rows, isAll });
}

export async function readDaysOfCause(
  fingerprint: string,
  days: readonly string[],
  reads: CauseReads,
): Promise<Result<readonly DayOfCause[]>> {
  const asked = days.map((day) => ({ day, cause: fingerprint }));
  const read = reads.paid(await reads.reader.run('extraction.causeByDays', asked));
  return read.ok ? ok(read.value.items.map(toDayOfCause)) : read;
}

/** Holds of a cause what is true on every day. */
export interface KnownCause {
  readonly fingerprint: string;
  readonly stage: string | null;
  readonly code: string | null;
  readonly pattern: string;
  readonly firstAt: string | null;
  readonly work: CauseWork;
}

export async function readKnownCauses(
  fingerprints: readonly string[],
  reads: Pick<CauseReads, 'reader' | 'paid'>,
  me: string | null,
  consistent = false,
): Promise<Result<ReadonlyMap<string, KnownCause>>> {
  if (fingerprints.length === 0) return ok(new Map());
  const asked = fingerprints.map((cause) => ({ cause }));
  const read = reads.paid(await reads.reader.run('extraction.knownCauses', asked, { consistent }));
  if (!read.ok) return read;
  const known = read.value.items.map((item) => toKnownCause(item, me));
  return ok(new Map(known.map((one) => [one.fingerprint, one])));
}

/** Joins the days of each cause, and judges it as of now. */
export function joinCauses(
  rows: readonly DayOfCause[],
  known: ReadonlyMap<string, KnownCause>,
  { period, now }: { readonly period: { first: number; count: number }; readonly now: number },
): readonly Cause[] {
  const fingerprints = new Set([...rows.map(({ fingerprint }) => fingerprint), ...known.keys()]);
  const ofCause = groupRows(rows, ({ fingerprint }) => fingerprint);
  return [...fingerprints].map((fingerprint) =>
    joinCause(ofCause.get(fingerprint) ?? [], known.get(fingerprint), { fingerprint, period, now }),
  );
}

export function groupRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function joinCause(
  rows: readonly DayOfCause[],
  known: KnownCause | undefined,
  parts: {
    readonly fingerprint: string;
    readonly period: { readonly first: number; readonly count: number };
    readonly now: number;
  },
): Cause {
  const { fingerprint, period, now } = parts;
  const days = rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const described = known ?? days.at(-1);
  const byHour = new Map(days.flatMap((day) => [...day.byHour]));
  const last = period.first + period.count - 1;
  const shown = days.filter(({ byHour: hours }) => sumHours(hours, period.first, last) > 0);
  const times = (name: 'firstAt' | 'lastAt'): string[] =>
    days.map((day) => day[name]).filter((time) => time !== null);
  const firstEverAt = known?.firstAt ?? null;
  const lastAt = times('lastAt').toSorted().at(-1) ?? null;
  return {
    fingerprint,
    pattern: described?.pattern ?? '',
    stage: described?.stage ?? null,
    code: described?.code ?? null,
    count: sumHours(byHour, period.first, last),
    tenants: {
      count: Math.max(0, ...shown.map(({ tenants }) => tenants)),
      isAtLeast: shown.length > 1,
    },
    hours: [...byHour].toSorted(([a], [b]) => a - b),
    firstEverAt,
    firstAt: times('firstAt').toSorted()[0] ?? null,
    lastAt,
    ...judgeCause({ firstEverAt, lastAt, byHour }, now),
    work: known?.work ?? { by: null, isMine: false, since: null, note: null, version: null },
    problems: [...new Set(days.flatMap(({ problems }) => problems))],
  };
}

function toDayOfCause(item: StoredItem): DayOfCause {
  const { read, id, problems } = readRow(item, 'CauseOfDay');
  const day = id('day');
  const firstHour = Date.parse(`${day}T00:00:00Z`) / 3_600_000;
  return {
    fingerprint: id('cause'),
    day,
    ...describeCause(read),
    tenants: read.size('tenants') ?? 0,
    firstAt: read.time('firstAt'),
    lastAt: read.time('lastAt'),
    byHour: Number.isNaN(firstHour) ? new Map() : readHours(read, firstHour),
    problems,
  };
}

function describeCause(read: AttributeReading) {
  return {
    stage: read.text('stage', 'optional'),
    code: read.text('code', 'optional'),
    pattern: read.text('pattern') ?? 'No error was recorded',
  };
}

function readHours(read: AttributeReading, firstHour: number): CountsByHour {
  const hours = new Map<number, number>();
  for (let hour = 0; hour < 24; hour += 1) {
    const count = read.size(`h${String(hour).padStart(2, '0')}`, 'optional') ?? 0;
    if (count > 0) hours.set(firstHour + hour, count);
  }
  return hours;
}

function toKnownCause(item: StoredItem, me: string | null): KnownCause {
  const { read, id } = readRow(item, 'KnownCause');
  const by = read.whole('workedOnBy', 'optional');
  return {
    fingerprint: id('cause'),
    ...describeCause(read),
    firstAt: read.time('firstAt'),
    work: {
      by: by === null ? null : shownText(by),
      isMine: by !== null && by === me,
      since: read.time('workedOnSince', 'optional'),
      note: read.text('workNote', 'optional'),
      version: read.count('version', 'optional') ?? 0,
    },
  };
}
