import type { Plan } from '#shared/contract/plans.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import type { ConnectionDoors } from '../aws/doors.ts';
import {
  discardMessagesAction,
  redriveMessagesAction,
  resendMessagesAction,
} from '../jobs/actions/message-actions.ts';
import type { JobAction, RunningJob, Sent } from '../jobs/job-action.ts';
import type { Log } from '../log/open-log.ts';
import { openDiscardedMessages, type DiscardedMessages } from './discarded-files.ts';
import type { HeldMessages } from './held-messages.ts';
import type { HoldClock } from './hold-clock.ts';
import { openLaterReturns, type LaterReturns } from './later-returns.ts';
import { openLedgerLines, type OpenLedgerLines } from './ledger-file.ts';
import { openLedgers, findQueue, type Ledgers, type SentBefore } from './open-ledgers.ts';
import type { RedriveLedger } from './redrive-ledger.ts';

type MessageKind = Extract<JobKind, 'redrive-messages' | 'discard-messages' | 'resend-messages'>;

interface RedriveParts {
  /** Ledgers are in `jobs/` below this folder, discarded messages in `discarded/`. */
  readonly home: string;
  readonly held: HeldMessages;
  readonly doorsOf: (connectionId: string) => ConnectionDoors;
  readonly now: () => number;
  readonly passed?: HoldClock['passed'];
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Log;
  /** A test may pass a disk that fails. */
  readonly open?: OpenLedgerLines;
}

export interface Redrive {
  readonly sentBefore: SentBefore;
  /** Reads what discards saved on this machine. */
  readonly discarded: DiscardedMessages;
  /** Notes what came back after its job had ended. */
  readonly returns: LaterReturns;
  readonly action: (kind: MessageKind, connectionId: string) => JobAction;
  /** Forgets a connection whose world no longer exists; nothing of it was sent in the next one. */
  readonly forget: (connectionId: string) => Promise<void>;
  readonly close: () => void;
}

/** Sends messages back or discards them, and accounts for each of them on disk (decision 004). */
export function openRedrive(given: RedriveParts): Redrive {
  const { home, held, doorsOf, now, passed, sleep, log, open = openLedgerLines } = given;
  const ledgers = openLedgers({ home, now, log, open });
  const discarded = openDiscardedMessages({ home, ledgers, log });
  const claimed = openClaims(ledgers);
  const closing = new AbortController();
  const pause = async (ms: number): Promise<void> => {
    if (closing.signal.aborted) return;
    try {
      await sleep(ms, closing.signal);
    } catch (error) {
      // A Node timer rejects when it is aborted.
      if (!closing.signal.aborted) throw error;
    }
  };
  return {
    sentBefore: ledgers.sentBefore,
    discarded,
    returns: openLaterReturns({ home, ledgers, now, log }),
    action(kind, connectionId) {
      const parts = {
        home,
        connectionId,
        held,
        ledgers,
        claimed,
        discarded,
        now,
        passed,
        open,
        sleep: pause,
        doors: () => doorsOf(connectionId),
        hasClosed: () => closing.signal.aborted,
      };
      return actions[kind](parts);
    },
    forget: (connectionId) => ledgers.forget(connectionId),
    close: () => closing.abort(),
  };
}

const actions = {
  'redrive-messages': redriveMessagesAction,
  'discard-messages': discardMessagesAction,
  'resend-messages': resendMessagesAction,
} as const;

type Send = (job: RunningJob, ids: readonly string[], ledger: RedriveLedger) => Promise<Sent>;

/** Makes one call of a job on messages, with its ledger. */
export type SendClaimed = (job: RunningJob, ids: readonly string[], send: Send) => Promise<Sent>;

/**
 * Keeps two jobs of one console from sending the same message, since both hold it: no other job starts on it between
 * the check of what others have sent and the sending. Of two consoles only one can have received it.
 */
export function openClaims(ledgers: Pick<Ledgers, 'with' | 'lookAgain'>): SendClaimed {
  const owners = new Map<string, string>();
  return async (job, ids, send) => {
    const { plan } = job;
    const keyOf = keysIn(plan);
    const busy = ids.filter((id) => (owners.get(keyOf(id)) ?? plan.planId) !== plan.planId);
    const isBusy = new Set(busy);
    const mine = ids.filter((id) => !isBusy.has(id));
    if (mine.length === 0) return { kind: 'not-sent', why: 'another job works on the same messages' };
    for (const id of mine) owners.set(keyOf(id), plan.planId);
    try {
      // This includes what others have written since the last look.
      ledgers.lookAgain();
      const sent = await ledgers.with(plan, (ledger) => send(job, mine, ledger));
      return sent.kind === 'accepted' ? withBusy(sent, busy) : sent;
    } finally {
      for (const id of mine) owners.delete(keyOf(id));
    }
  };
}

function keysIn(plan: Plan): (id: string) => string {
  const { id: connectionId } = plan.connection;
  const queue = findQueue(plan);
  return (id) => JSON.stringify([connectionId, queue, id]);
}

/** These messages wait until the other job has ended and their outcome is known. */
function withBusy(sent: Sent & { kind: 'accepted' }, busy: readonly string[]): Sent {
  return { ...sent, left: new Set([...busy, ...(sent.left ?? [])]) };
}
