import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { spendRowSchema, type SpendRow, type SpentOn } from '#shared/contract/costs.ts';
import { findService } from '#shared/pricing/request-costs.ts';
import { keepFolder, replaceFile } from '../../home/home-folder.ts';
import { listSetAside, parseWith, readKept } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';

interface StoredDay {
  readonly day: string;
  readonly rows: readonly SpendRow[];
  /** This is false where part of its record could not be read. */
  readonly isWhole: boolean;
}

interface SpendDays {
  add(row: SpendRow): void;
  /** Lists the oldest first. */
  all(): readonly StoredDay[];
  close(): void;
}

export interface SpendDaysParts {
  readonly home: string;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  /** Returns a function that cancels the work. */
  readonly after: (ms: number, work: () => void) => () => void;
}

const daysKept = 35;
const writesEveryMs = 30_000;
const mostRows = 2_000;
const dayMs = 86_400_000;
const fileSchema = z.strictObject({ rows: z.array(spendRowSchema).max(mostRows) });
export const parseSpendFile = parseWith(fileSchema);
/** Older versions set a day aside under its name and `.broken`. */
const named = /^(\d{4}-\d{2}-\d{2})\.json(\.broken)?$/;

/**
 * Stores what was spent in a file for each UTC day. A file that cannot be read is set aside and its day starts over,
 * because counting must never stop work. Another console may use the same home folder, so new figures are added to
 * those on disk.
 */
export function openSpendDays({ home, log, now, after }: SpendDaysParts): SpendDays {
  const folder = join(home, 'spend');
  const written = new Map<string, readonly SpendRow[]>();
  const broken = new Set<string>();
  const unwritten = new Map<string, readonly SpendRow[]>();
  let callOff: (() => void) | undefined;

  attempt('read', () => {
    keepFolder(folder);
    for (const name of readdirSync(folder)) {
      const [, day, isBroken] = named.exec(name) ?? [];
      if (day === undefined) continue;
      if (day < firstKept()) rmSync(join(folder, name), { force: true });
      else if (isBroken === undefined) written.set(day, read(day));
      else broken.add(day);
    }
    noteLostDays();
  });

  return {
    add(row) {
      const day = formatDay(now());
      unwritten.set(day, byScreen([...(unwritten.get(day) ?? []), row]));
      callOff ??= after(writesEveryMs, write);
    },
    all() {
      const first = firstKept();
      return [...new Set([...written.keys(), ...unwritten.keys(), ...broken])]
        .filter((day) => day >= first)
        .toSorted()
        .map((day) => ({
          day,
          rows: byScreen([...(written.get(day) ?? []), ...(unwritten.get(day) ?? [])]),
          isWhole: !broken.has(day),
        }));
    },
    close() {
      callOff?.();
      write();
    },
  };

  function write(): void {
    callOff = undefined;
    for (const [day, rows] of unwritten) {
      // Figures that another console has written meanwhile are kept.
      const together = byScreen([...read(day), ...rows]).slice(0, mostRows);
      const isWritten = attempt('written', () =>
        replaceFile(dayFile(day), `${JSON.stringify({ rows: together })}\n`),
      );
      if (!isWritten) continue;
      written.set(day, together);
      unwritten.delete(day);
    }
    forgetOld();
  }

  function forgetOld(): void {
    for (const day of [...written.keys(), ...unwritten.keys(), ...broken]) {
      if (day >= firstKept()) continue;
      written.delete(day);
      unwritten.delete(day);
      broken.delete(day);
      attempt('forgotten', () => {
        rmSync(dayFile(day), { force: true });
        rmSync(`${dayFile(day)}.broken`, { force: true });
      });
    }
  }

  function read(day: string): readonly SpendRow[] {
    const file = dayFile(day);
    const found = readKept(file, parseSpendFile, { home, log, now });
    if (found !== undefined) return found.rows;
    noteLostDays();
    return written.get(day) ?? [];
  }

  /** The days that were set aside, by this console or another, are not whole. */
  function noteLostDays(): void {
    for (const { path } of listSetAside(home)) {
      const day = /^spend\/(\d{4}-\d{2}-\d{2})\.json$/.exec(path)?.[1];
      if (day !== undefined && day >= firstKept()) broken.add(day);
    }
  }

  function dayFile(day: string): string {
    return join(folder, `${day}.json`);
  }

  function firstKept(): string {
    return formatDay(now() - (daysKept - 1) * dayMs);
  }

  function attempt(what: string, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      log.warn({ err: error, folder }, `what the console spent could not be ${what}`);
      return false;
    }
  }
}

export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Sums rows with the same `keyOf`, dearest first; the first of them gives the names. */
function addedUp<T extends SpentOn>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const sums = new Map<string, T>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = sums.get(key);
    sums.set(key, before === undefined ? row : { ...before, ...addSpent(before, row) });
  }
  return [...sums.values()].toSorted(
    (a, b) => b.rru - a.rru || b.calls - a.calls || (keyOf(a) < keyOf(b) ? -1 : 1),
  );
}

export function byScreen(rows: readonly SpendRow[]): SpendRow[] {
  return addedUp(rows, ({ screen, pattern, index }) => `${screen}\n${pattern}\n${index}`);
}

type PatternRow = Omit<SpendRow, 'screen'>;

export function byPattern(rows: readonly SpendRow[]): PatternRow[] {
  return addedUp(
    rows.map(({ screen: _screen, ...row }): PatternRow => row),
    ({ pattern, index }) => `${pattern}\n${index}`,
  );
}

/** Groups for a chart of days; access patterns of tables are charged alike. */
export function byService(rows: readonly SpendRow[]): SpentOn[] {
  return addedUp(
    rows.map(({ pattern, calls, rru, items }) => ({ pattern: findService(pattern), calls, rru, items })),
    ({ pattern }) => pattern,
  );
}

function addSpent(a: SpentOn, b: SpentOn): Omit<SpentOn, 'pattern'> {
  return { calls: a.calls + b.calls, rru: a.rru + b.rru, items: a.items + b.items };
}
