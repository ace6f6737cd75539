import type { deadLetterOperations } from '#shared/contract/job-operations.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import type { HeldMessages } from '../dead-letters/held-messages.ts';
import type { SentBefore } from '../dead-letters/open-ledgers.ts';
import {
  deadLetterIds,
  deadLetterOutcome,
  deadLettersHandlers,
} from '../features/dead-letters/dead-letters-handlers.ts';
import { sampleShelf, type DeadLetterParts } from '../features/dead-letters/dead-letter-parts.ts';
import { messageFacts } from '../features/dead-letters/message-facts.ts';
import { releaseOnChange } from '../features/dead-letters/hold-and-release.ts';
import type { Log } from '../log/open-log.ts';
import type { Handlers } from './handlers.ts';

export interface DeadLettersParts {
  readonly doors: () => ConnectionDoors;
  readonly doorsOf: (connectionId: string) => ConnectionDoors;
  readonly session: () => Session;
  readonly onSession: (listener: (session: Session) => void) => () => void;
  readonly held: HeldMessages;
  readonly sentBefore: SentBefore;
  readonly worksOn: DeadLetterParts['worksOn'];
  readonly log: Log;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface DeadLetters {
  readonly handlers: Pick<Handlers, keyof typeof deadLetterOperations>;
  /** What the audit trail adds to its entries about these operations, and about what became of them. */
  readonly auditedIds: typeof deadLetterIds;
  readonly auditedOutcome: typeof deadLetterOutcome;
  close(): Promise<void>;
}

/** Looked at without harm: what is received is held for a while, in memory, and given back. */
export function openDeadLetters(parts: DeadLettersParts): DeadLetters {
  const { sleep } = parts;
  const shelf = sampleShelf();
  const releasing = releaseOnChange({ ...parts, shelf });
  return {
    handlers: deadLettersHandlers({ ...parts, shelf, facts: messageFacts() }),
    auditedIds: deadLetterIds,
    auditedOutcome: deadLetterOutcome,
    async close() {
      const ended = new AbortController();
      await releasing.close(sleep(longestRelease, ended.signal).catch(() => undefined));
      ended.abort();
    },
  };
}

/** Nobody waits longer for a console to close; what is not given back then comes back by itself. */
const longestRelease = 3_000;
