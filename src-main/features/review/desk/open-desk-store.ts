import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '#shared/contract/session.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { replaceFile } from '../../../home/replace-file.ts';
import type { Log } from '../../../log/open-log.ts';
import { connectionFolder, personFolder } from './desk-place.ts';
import type { DeskStore } from './desk-store.ts';
import { keptDrafts, type KeptDrafts } from './kept-drafts.ts';
import { readPostponed, writePostponed } from './kept-postponed.ts';
import { addToTally, readTally } from './kept-tally.ts';

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
    const drafts = (): KeptDrafts => keptDrafts(join(here(), 'drafts'), { log, now, replace, told });
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
