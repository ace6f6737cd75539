import type { JobKind } from '#shared/contract/jobs/plans.ts';
import type { ConnectionDoors } from '../aws/connection-access.ts';
import { discardMessagesAction, redriveMessagesAction } from '../jobs/actions/message-actions.ts';
import type { JobAction } from '../jobs/job-action.ts';
import type { Log } from '../log/open-log.ts';
import { openClaims } from './claims.ts';
import type { HeldMessages } from './held-messages.ts';
import { openLedgerLines, type OpenLedgerLines } from './ledger-file.ts';
import { openLedgers } from './open-ledgers.ts';
import type { SentBefore } from './sent-before.ts';

type MessageKind = Extract<JobKind, 'redrive-messages' | 'discard-messages'>;

interface RedriveParts {
  /** Ledgers lie in `jobs/` under it, discarded messages in `discarded/`. */
  readonly home: string;
  readonly held: HeldMessages;
  readonly doorsOf: (connectionId: string) => ConnectionDoors;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  /** A test may hand in a disk that fails. */
  readonly open?: OpenLedgerLines;
}

export interface Redrive {
  readonly sentBefore: SentBefore;
  readonly action: (kind: MessageKind, connectionId: string) => JobAction;
  /** The world of this connection is no more: nothing of it was sent in the next one. */
  readonly forget: (connectionId: string) => Promise<void>;
  readonly close: () => void;
}

/** Messages are sent back, or thrown away, with an account of each of them on disk (decision 004). */
export function openRedrive(given: RedriveParts): Redrive {
  const { home, held, doorsOf, now, sleep, log, open = openLedgerLines } = given;
  const ledgers = openLedgers({ home, now, log, open });
  const claimed = openClaims(ledgers);
  const closing = new AbortController();
  const pause = async (ms: number): Promise<void> => {
    if (closing.signal.aborted) return;
    try {
      await sleep(ms, closing.signal);
    } catch (error) {
      // A timer of Node rejects when it is aborted.
      if (!closing.signal.aborted) throw error;
    }
  };
  return {
    sentBefore: ledgers.sentBefore,
    action(kind, connectionId) {
      const parts = {
        home,
        connectionId,
        held,
        ledgers,
        claimed,
        now,
        open,
        sleep: pause,
        doors: () => doorsOf(connectionId),
        hasClosed: () => closing.signal.aborted,
      };
      return kind === 'redrive-messages' ? redriveMessagesAction(parts) : discardMessagesAction(parts);
    },
    forget: (connectionId) => ledgers.forget(connectionId),
    close: () => closing.abort(),
  };
}
