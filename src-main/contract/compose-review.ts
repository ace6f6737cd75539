import type { reviewOperations } from '#shared/contract/review/operations.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import type { DeskStore } from '../features/review/desk/desk-store.ts';
import { reviewDocumentHandlers } from '../features/review/document/document-handlers.ts';
import { queueHandlers } from '../features/review/queue/queue-handlers.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers } from './handlers.ts';

export interface ReviewParts {
  readonly home: string;
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly log: Log;
  readonly now: () => number;
}

/** What waits for a person, and what they decide of it. */
export function composeReview(parts: ReviewParts): Pick<Handlers, keyof typeof reviewOperations> {
  const { doors, session, now } = parts;
  const desk = {} as DeskStore;
  return {
    ...queueHandlers({ doors, session, desk, now }),
    ...reviewDocumentHandlers({ doors, session, desk, now }),
  };
}
