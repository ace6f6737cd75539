import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  ownDecisionSchema,
  postponedSchema,
  type Desk,
  type Draft,
  type OwnDecision,
  type ReviewKey,
} from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { leastForFigure } from '#shared/domain/review/reviewer-figures.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { appendKept, parseWith, readKept, readKeptLines, type StoreAccess } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';
import { connectionFolder, openDrafts, hashIds, personFolder, type StoredDrafts } from './desk-drafts.ts';

interface DeskStoreParts {
  readonly home: string;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => unknown;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  /** A test may pass a disk that is full. */
  readonly replace?: (file: string, content: string) => void;
}

/** Keeps nothing in memory, because two consoles may share a home folder. */
export function openDeskStore(parts: DeskStoreParts): DeskStore {
  const { home, session, onSession, log, now, replace = replaceFile } = parts;
  let { sandboxResets } = session();
  onSession((changed) => {
    if (changed.sandboxResets === sandboxResets) return;
    sandboxResets = changed.sandboxResets;
    forgetSandbox();
  });
  return deskIn(() => personFolder(home, session()));

  function deskIn(here: () => string): DeskStore {
    const drafts = (): StoredDrafts => openDrafts(join(here(), 'drafts'), { ...parts, replace });
    const postponedFile = (): string => join(here(), 'postponed.json');
    const decisionsFile = (): string => join(here(), 'decisions.json');
    return {
      drafts: () => drafts().all(),
      postponed: () => readPostponed(postponedFile(), parts),
      today: () => readTally(here(), parts),
      decisions: () => readDecisions(decisionsFile(), parts),
      draft: (key) => drafts().get(key),
      keepDecision(key, decision) {
        const others = readDecisions(decisionsFile(), parts).filter(
          (one) => nameOfKey(one.key) !== nameOfKey(key),
        );
        const next = decision === null ? others : [decision, ...others].slice(0, mostDecisions);
        mkdirSync(here(), { recursive: true, mode: 0o700 });
        replace(decisionsFile(), `${JSON.stringify(next)}\n`);
      },
      saveDraft(key, draft) {
        if (draft === null) drafts().drop(key);
        else drafts().save(key, draft);
      },
      postpone: (key, fileName, until) =>
        writePostponed(postponedFile(), { key, fileName, until }, { ...parts, replace }),
      note: (done) => addToTally(here(), done, now()),
      asNow() {
        const folder = here();
        return deskIn(() => folder);
      },
    };
  }

  /** Deletes the sandbox's folder, because its documents no longer exist. */
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

/** Describes one review action of a person after it was done. */
export interface DoneNow {
  readonly kind: 'approve' | 'reject' | 'check' | 'hand-over' | 'file' | 'undo';
  readonly corrected: boolean;
  /** This is null where the document was not looked at individually. */
  readonly seconds: number | null;
}

/**
 * Keeps drafts, postponed documents and today's counts in the home folder, for the open connection and the current
 * person.
 */
export interface DeskStore {
  drafts(): readonly Draft[];
  /** Lists postponed documents whose time has not come. */
  postponed(): readonly Postponed[];
  today(): Desk['today'];
  /** Throws when the disk fails. */
  saveDraft(key: ReviewKey, draft: Draft | null): void;
  postpone(key: ReviewKey, fileName: string | null, until: string | null): void;
  note(done: DoneNow): void;
  /** Lists this person's latest decisions on this machine, the newest first. */
  decisions(): readonly OwnDecision[];
  draft(key: ReviewKey): Draft | undefined;
  /** Adds the latest decision on a document; null removes it, because it was taken back. */
  keepDecision(key: ReviewKey, decision: OwnDecision | null): void;
  /** Returns the current person's desk, which stays the same when another person signs in. */
  asNow(): DeskStore;
}

const most = 500;
const mostDecisions = 50;
/** Postponed documents and decisions are lists, of which a broken line only costs itself. */
export const parseListFile = parseWith(z.array(z.unknown()));

/** Lists postponed documents whose time has not come. A broken line only costs itself. */
function readPostponed(file: string, parts: StoreAccess): readonly Postponed[] {
  return (readKept(file, parseListFile, parts) ?? []).flatMap((line) => {
    const one = postponedSchema.safeParse(line);
    return one.success && Date.parse(one.data.until) > parts.now() ? [one.data] : [];
  });
}

/** Lists the latest decisions. A broken line only costs itself. */
function readDecisions(file: string, parts: StoreAccess): readonly OwnDecision[] {
  return (readKept(file, parseListFile, parts) ?? []).flatMap((line) => {
    const one = ownDecisionSchema.safeParse(line);
    return one.success ? [one.data] : [];
  });
}

/**
 * Reads the file again before writing, because two consoles may share a home folder. Null means that it is no longer
 * postponed.
 */
function writePostponed(
  file: string,
  { key, fileName, until }: Omit<Postponed, 'until'> & { readonly until: string | null },
  parts: StoreAccess & { readonly replace: (file: string, content: string) => void },
): void {
  const before = readPostponed(file, parts);
  const others = before.filter((one) => nameOfKey(one.key) !== nameOfKey(key));
  if (until === null && others.length === before.length) return;
  const next = until === null ? others : [...others, { key, fileName, until }].slice(-most);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  parts.replace(file, `${JSON.stringify(next)}\n`);
}

function nameOfKey({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return hashIds(tenantId, projectId, batchId, documentId);
}

const doneSchema = z.object({
  kind: z.enum(['approve', 'reject', 'check', 'hand-over', 'file', 'undo']),
  corrected: z.boolean(),
  seconds: z.number().min(0).nullable(),
});

export const parseTallyLine = parseWith(doneSchema);

/** Counts what was done on this day by local time. */
function readTally(folder: string, parts: StoreAccess): Desk['today'] {
  const done = readKeptLines(join(folder, tallyFile(parts.now())), parseTallyLine, parts);
  const count = (...kinds: readonly DoneNow['kind'][]): number =>
    done.filter(({ kind }) => kinds.includes(kind)).length;
  const decided = done.filter(({ kind }) => kind === 'approve' || kind === 'reject');
  const seconds = listStanding(done)
    .flatMap((one) => one.seconds ?? [])
    .toSorted((a, b) => a - b);
  return {
    approved: count('approve'),
    rejected: count('reject'),
    corrected: decided.filter(({ corrected }) => corrected).length,
    checked: count('check'),
    handedOver: count('hand-over'),
    undone: count('undo'),
    medianSeconds: seconds.length < leastForFigure ? null : median(seconds),
    of: seconds.length,
  };
}

/** Lists the decisions that were not taken back. One can be for ten seconds, so an undo is about the last one. */
function listStanding(done: readonly DoneNow[]): readonly DoneNow[] {
  const standing: DoneNow[] = [];
  for (const one of done) {
    if (one.kind === 'undo') standing.pop();
    else if (one.kind === 'approve' || one.kind === 'reject') standing.push(one);
  }
  return standing;
}

/** Appends a line. It starts with a line break, so that a line cut off by a kill does not spoil it. */
function addToTally(folder: string, done: DoneNow, now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const today = tallyFile(now);
  appendKept(join(folder, today), `\n${JSON.stringify(done)}\n`);
  for (const name of readdirSync(folder)) {
    // The length of an earlier day lies beside it.
    if (/^done-[\d-]+\.(?:jsonl|length)$/.test(name) && name < today.replace('.jsonl', '')) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

function tallyFile(now: number): string {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `done-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.jsonl`;
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
