import { randomUUID } from 'node:crypto';
import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { reviewOperations } from '#shared/contract/review.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { openIdOrders, type IdOrders } from '../reads/batches-by-time.ts';
import {
  hashedOfReview,
  queueHandlers,
  reviewDocumentHandlers,
  reviewIds,
  reviewOutcome,
  type DocumentParts,
} from '../features/review/review-handlers.ts';
import { openDeskStore } from '../features/review/desk-store.ts';
import { batchFacts, identifyWorld } from '../features/review/batch-facts.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers } from './handlers.ts';

export interface ReviewParts extends Pick<DocumentParts, 'seen'> {
  readonly home: string;
  /** Of the open connection, held to the tenants of whoever is there. */
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly log: Log;
  readonly now: () => number;
  /** Shared with the other desks that look for the newest batches. */
  readonly orders?: IdOrders | undefined;
}

export interface Review {
  readonly handlers: Pick<Handlers, keyof typeof reviewOperations>;
  /** What the audit trail adds to its entries about these operations, and about what became of them. */
  readonly auditedIds: (operation: string, input: unknown) => Readonly<Record<string, string>>;
  readonly auditedOutcome: typeof reviewOutcome;
  /** What of an input the audit trail may tell the hash of. */
  readonly hashed: (operation: string, input: unknown) => unknown;
}

/** What waits for a person, and what they decide of it. */
export function openReview(parts: ReviewParts): Review {
  const { doors, session, seen, log, now } = parts;
  const desk = openDeskStore(parts);
  const facts = batchFacts(now);
  const isFourEyes = (key: ReviewKey) => facts.isFourEyes(identifyWorld(session()), key);
  return {
    handlers: {
      ...queueHandlers({ doors, session, desk, orders: parts.orders ?? openIdOrders(now), now }),
      ...reviewDocumentHandlers({ doors, session, desk, seen, facts, log, now, newKey: randomUUID }),
    },
    auditedIds: (operation, input) => reviewIds(operation, input, isFourEyes),
    hashed: (operation, input) => hashedOfReview(operation, input, isFourEyes),
    auditedOutcome: reviewOutcome,
  };
}
