import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../../aws/connection-access.ts';
import type { Handlers } from '../../../contract/handlers.ts';
import type { SeenItems } from '../../../jobs/job-action.ts';
import type { Log } from '../../../log/open-log.ts';
import { deskHandlers } from '../desk/desk-handlers.ts';
import type { DeskStore } from '../desk/desk-store.ts';
import { deskWork } from '../desk/desk-work.ts';
import { actionHandlers } from './actions/action-handlers.ts';
import type { BatchFactsStore } from './batch-facts.ts';
import { readDocument } from './read-document.ts';
import { readFile } from './read-file.ts';

export interface DocumentParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: DeskStore;
  /** What was read of items on the way, for lists that are on a screen. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  readonly log: Pick<Log, 'warn'>;
  readonly newKey: () => string;
  readonly facts: BatchFactsStore;
  readonly now: () => number;
}

type Names = Exclude<
  Extract<keyof Handlers, `review.${string}`>,
  'review.queue' | 'review.sample' | 'review.accuracy'
>;

export function reviewDocumentHandlers(parts: DocumentParts): Pick<Handlers, Names> {
  const { doors, session, desk, facts, log } = parts;
  const work = deskWork(desk, log);
  return {
    'review.read': async (key) => {
      const read = await readDocument(key, { doors: doors(), session: session(), facts });
      return read.ok ? { ...read, value: read.value.document } : read;
    },
    'review.file': readFile(doors),
    ...actionHandlers({ ...parts, work }),
    ...deskHandlers({ desk, work, session, log }),
  };
}
