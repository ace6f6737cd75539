import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { postponedSchema, type Desk, type Draft, type ReviewKey } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { replaceFile } from '../../home/home-folder.ts';
import type { Log } from '../../log/open-log.ts';
import { connectionFolder, openDrafts, hashIds, personFolder, type StoredDrafts } from './desk-drafts.ts';

interface DeskStoreParts {
  readonly home: string;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => unknown;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  /** A test may hand in a disk that is full. */
  readonly replace?: (file: string, content: string) => void;
}

/** Nothing of it is held in memory: two consoles may share a home folder. */
export function openDeskStore(parts: DeskStoreParts): DeskStore {
  const { home, session, onSession, log, now, replace = replaceFile } = parts;
  const told = new Set<string>();
  let { sandboxResets } = session();
  onSession((changed) => {
    if (changed.sandboxResets === sandboxResets) return;
    sandboxResets = changed.sandboxResets;
    forgetSandbox();
  });
  return deskIn(() => personFolder(home, session()));

  function deskIn(here: () => string): DeskStore {
    const drafts = (): StoredDrafts => openDrafts(join(here(), 'drafts'), { log, now, replace, told });
    const postponedFile = (): string => join(here(), 'postponed.json');
    return {
      drafts: () => drafts().all(),
      postponed: () => readPostponed(postponedFile(), now()),
      today: () => readTally(here(), now()),
      saveDraft(key, draft) {
        if (draft === null) drafts().drop(key);
        else drafts().save(key, draft);
      },
      postpone: (key, fileName, until) =>
        writePostponed(postponedFile(), { key, fileName, until }, { now: now(), replace }),
      note: (done) => addToTally(here(), done, now()),
      asNow() {
        const folder = here();
        return deskIn(() => folder);
      },
    };
  }

  /** Its documents are no more. */
  function forgetSandbox(): void {
    const folder = connectionFolder(home, sandboxConnectionId);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error, folder }, 'what was typed in the sandbox before its reset is still there');
    }
  }
}

interface Postponed {
  readonly key: ReviewKey;
  readonly fileName: string | null;
  readonly until: string;
}

/** What one person on one connection had done of Review, said afterwards. */
export interface DoneNow {
  readonly kind: 'approve' | 'reject' | 'check' | 'hand-over' | 'undo';
  readonly corrected: boolean;
  /** Null where nobody looked at it for its own sake. */
  readonly seconds: number | null;
}

/** Drafts, what is set aside, and today's counts, of the open connection and whoever is there; in the home folder. */
export interface DeskStore {
  drafts(): readonly Draft[];
  /** Those whose time has not come. */
  postponed(): readonly Postponed[];
  today(): Desk['today'];
  /** Throws when the disk does not take it. */
  saveDraft(key: ReviewKey, draft: Draft | null): void;
  postpone(key: ReviewKey, fileName: string | null, until: string | null): void;
  note(done: DoneNow): void;
  /** The same of who is there now, whoever comes after. */
  asNow(): DeskStore;
}

const most = 500;
const linesSchema = z.array(z.unknown());

/** Those whose time has not come. One line that is broken costs itself. */
function readPostponed(file: string, now: number): readonly Postponed[] {
  const lines = linesSchema.safeParse(readContent(file));
  return (lines.success ? lines.data : []).flatMap((line) => {
    const one = postponedSchema.safeParse(line);
    return one.success && Date.parse(one.data.until) > now ? [one.data] : [];
  });
}

/** Read again before it is written, because two consoles may share a home folder. Null: it is not set aside any more. */
function writePostponed(
  file: string,
  { key, fileName, until }: Omit<Postponed, 'until'> & { readonly until: string | null },
  { now, replace }: { readonly now: number; readonly replace: (file: string, content: string) => void },
): void {
  const before = readPostponed(file, now);
  const others = before.filter((one) => nameOfKey(one.key) !== nameOfKey(key));
  if (until === null && others.length === before.length) return;
  const next = until === null ? others : [...others, { key, fileName, until }].slice(-most);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replace(file, `${JSON.stringify(next)}\n`);
}

function nameOfKey({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return hashIds(tenantId, projectId, batchId, documentId);
}

function readContent(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Not there before the first; a broken one is worth an hour's order of a list, and no more.
    return undefined;
  }
}

const doneSchema = z.object({
  kind: z.enum(['approve', 'reject', 'check', 'hand-over', 'undo']),
  corrected: z.boolean(),
  seconds: z.number().min(0).nullable(),
});

/** Fewer say nothing. */
const fewestForMedian = 3;

/** What was done on this day, as clocks on the wall here have it. */
function readTally(folder: string, now: number): Desk['today'] {
  const done = readLines(join(folder, tallyFile(now))).flatMap((line) => doneIn(line));
  const count = (...kinds: readonly DoneNow['kind'][]): number =>
    done.filter(({ kind }) => kinds.includes(kind)).length;
  const decided = done.filter(({ kind }) => kind === 'approve' || kind === 'reject');
  const seconds = decided.flatMap((one) => one.seconds ?? []).toSorted((a, b) => a - b);
  return {
    approved: count('approve'),
    rejected: count('reject'),
    corrected: decided.filter(({ corrected }) => corrected).length,
    checked: count('check'),
    handedOver: count('hand-over'),
    undone: count('undo'),
    medianSeconds: seconds.length < fewestForMedian ? null : median(seconds),
    of: seconds.length,
  };
}

/** A line more. It begins with a line's end, so that what a kill has cut off before spoils nothing. */
function addToTally(folder: string, done: DoneNow, now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const today = tallyFile(now);
  appendFileSync(join(folder, today), `\n${JSON.stringify(done)}\n`, { mode: 0o600 });
  for (const name of readdirSync(folder)) {
    if (/^done-[\d-]+\.jsonl$/.test(name) && name < today) rmSync(join(folder, name), { force: true });
  }
}

function tallyFile(now: number): string {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `done-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.jsonl`;
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // Nothing was done yet on this day.
    return [];
  }
}

function doneIn(line: string): DoneNow[] {
  try {
    const done = doneSchema.safeParse(JSON.parse(line));
    return done.success ? [done.data] : [];
  } catch {
    // Empty, or cut off by a kill.
    return [];
  }
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
