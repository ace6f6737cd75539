import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { draftSchema, type Draft, type ReviewKey } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import { lostLastsMs } from '#shared/domain/pipeline-limits.ts';
import { parseWith, readKept, type StoreAccess } from '../../home/lost-files.ts';

interface DraftsParts extends StoreAccess {
  readonly replace: (file: string, content: string) => void;
}

/**
 * Stores the drafts of one person, a file each, so that damage to one does not affect the others. The newest come
 * first.
 */
export interface StoredDrafts {
  all(): readonly Draft[];
  save(key: ReviewKey, draft: Draft): void;
  drop(key: ReviewKey): void;
  get(key: ReviewKey): Draft | undefined;
}

const lastsDays = 14;
const most = 200;
const day = 24 * 3_600_000;
/**
 * A half-written file of a killed console is deleted after this time, because another console may be writing one right
 * now.
 */
const halfIsLeftAfter = 60_000;

export const parseDraftFile = parseWith(draftSchema);

export function openDrafts(folder: string, { home, log, now, replace }: DraftsParts): StoredDrafts {
  return {
    all: () => read().map(({ draft }) => draft),
    save(key, draft) {
      const file = draftFile(key);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replace(file, `${JSON.stringify(draft)}\n`);
      // A page saves while a person types, so all drafts are read only when there may be too many.
      if (namesIn(folder).length > most) dropOldest(file);
    },
    drop: (key) => rmSync(draftFile(key), { force: true }),
    get: (key) => draftIn(draftFile(key)),
  };

  function dropOldest(justSaved: string): void {
    const others = read().filter(({ file }) => file !== justSaved);
    for (const { file, draft } of others.slice(most - 1)) {
      rmSync(file, { force: true });
      log.warn({ file, savedAt: draft.savedAt }, 'a draft was dropped: there are too many');
    }
  }

  function draftFile({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
    return join(folder, `${hashIds(tenantId, projectId, batchId, documentId)}.json`);
  }

  function read(): readonly { readonly file: string; readonly draft: Draft }[] {
    const found = namesIn(folder).flatMap((name) => {
      const file = join(folder, name);
      const draft = name.endsWith('.json') ? draftIn(file) : undefined;
      const isOld =
        draft === undefined
          ? isLeftOver(file)
          : isPast(Date.parse(draft.savedAt), lastsDays * day) || isLost(draft);
      if (isOld) rmSync(file, { force: true });
      return draft === undefined || isOld ? [] : [{ file, draft }];
    });
    return found.toSorted((a, b) => (a.draft.savedAt < b.draft.savedAt ? 1 : -1));
  }

  function draftIn(file: string): Draft | undefined {
    // A file under the wrong name would be dropped and saved for the wrong document.
    return readKept(
      file,
      (text) => {
        const draft = parseDraftFile(text);
        return draft !== undefined && draftFile(draft.key) === file ? draft : undefined;
      },
      { home, log, now },
    );
  }

  function isLeftOver(file: string): boolean {
    const age = file.endsWith('.json') ? lastsDays * day : halfIsLeftAfter;
    try {
      return isPast(statSync(file).mtimeMs, age);
    } catch {
      // Another console has just dropped it.
      return false;
    }
  }

  function isLost({ lostAt }: Draft): boolean {
    return lostAt !== undefined && isPast(Date.parse(lostAt), lostLastsMs);
  }

  function isPast(time: number, age: number): boolean {
    return now() - time > age;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist before the first draft is saved.
    return [];
  }
}

/** This is the folder of one connection; everything in it is void after a reset of its world. */
export function connectionFolder(home: string, connectionId: string): string {
  return join(home, 'review', hashIds(connectionId));
}

/** This is the folder of one person on that connection. */
export function personFolder(home: string, { connection, who }: Pick<Session, 'connection' | 'who'>): string {
  return join(connectionFolder(home, connection.id), hashIds(who?.id ?? ''));
}

/** Hashes ids, because they may be addresses or differ only in case, which file systems handle badly. */
export function hashIds(...ids: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 32);
}
