import type { Plan } from '#shared/contract/jobs/plans.ts';
import type { Log } from '../log/open-log.ts';
import type { OpenLedgerLines } from './ledger-file.ts';
import { openLedgerShelf } from './ledger-shelf.ts';
import type { LedgerStanding } from './ledger-standings.ts';
import { openLedger, readLedger, voidLedger, type RedriveLedger } from './redrive-ledger.ts';
import type { SentBefore } from './sent-before.ts';

export interface Ledgers {
  readonly sentBefore: SentBefore;
  /** What other plans than this one have done to it. */
  readonly sentByOthers: (plan: Plan, messageId: string) => 'sent' | 'uncertain' | null;
  /** Whether it was sent by this plan and nothing has deleted it here since, neither this plan nor a discard. */
  readonly isUndeleted: (plan: Plan, messageId: string) => boolean;
  /** Opens it, also one that an earlier life has left, and closes it in any case. */
  readonly with: <T>(plan: Plan, use: (ledger: RedriveLedger) => Promise<T>) => Promise<T>;
  /** The next question is answered by what is on disk then. */
  readonly lookAgain: () => void;
  readonly standings: (plan: Plan) => ReadonlyMap<string, LedgerStanding>;
  readonly forget: (connectionId: string) => Promise<void>;
}

type LedgerPlace = Parameters<typeof openLedger>[1]['place'];

interface Parts {
  readonly home: string;
  readonly now: () => number;
  readonly log: Log;
  readonly open: OpenLedgerLines | undefined;
}

/** Jobs that run here at the same time, and one that has just ended. */
const mostRemembered = 3;

export function openLedgers({ home, now, log, open }: Parts): Ledgers {
  const shelf = openLedgerShelf({ home, now, log });
  /** By file: what a look asks for again and again. */
  const remembered = new Map<string, ReadonlyMap<string, LedgerStanding>>();

  function remember(file: string, standings: ReadonlyMap<string, LedgerStanding>): void {
    remembered.delete(file);
    remembered.set(file, standings);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  }

  function find(connectionId: string, queue: string, messageId: string, except?: string) {
    let found: 'sent' | 'uncertain' | null = null;
    for (const { file, states } of shelf.of(connectionId, queue)) {
      if (file === except) continue;
      const state = states.get(messageId);
      if (state === 'sent') return state;
      found = state ?? found;
    }
    return found;
  }

  /** One writer at a time. */
  const inTurn = new Map<string, Promise<unknown>>();

  function withLedger<T>(
    file: string,
    place: LedgerPlace,
    use: (ledger: RedriveLedger) => Promise<T>,
  ): Promise<T> {
    return alone(file, async () => {
      const ledger = await openLedger(file, { place, now, open });
      remember(file, ledger.standings);
      let isWhole = false;
      try {
        const used = await use(ledger);
        isWhole = true;
        return used;
      } finally {
        await ledger.close();
        // After a line that could not be written only the disk itself says what is on it.
        if (isWhole) shelf.note(file, ledger.fold);
        shelf.hasChanged();
      }
    });
  }

  async function alone<T>(file: string, act: () => Promise<T>): Promise<T> {
    const before = inTurn.get(file) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(act);
    inTurn.set(file, turn);
    try {
      return await turn;
    } finally {
      if (inTurn.get(file) === turn) inTurn.delete(file);
    }
  }

  return {
    sentBefore: { of: (connectionId, queue, messageId) => find(connectionId, queue, messageId) },
    sentByOthers: (plan, messageId) =>
      find(plan.connection.id, queueOf(plan), messageId, shelf.fileOf(plan.planId)),
    isUndeleted(plan, messageId) {
      const own = shelf.fileOf(plan.planId);
      const all = shelf.of(plan.connection.id, queueOf(plan));
      return (
        all.some(({ file, undeleted }) => file === own && undeleted.has(messageId)) &&
        !all.some(({ discarded }) => discarded.has(messageId))
      );
    },
    lookAgain: () => shelf.hasChanged(),
    with: (plan, use) =>
      withLedger(
        shelf.fileOf(plan.planId),
        { connectionId: plan.connection.id, queue: queueOf(plan), kind: plan.kind },
        use,
      ),
    standings({ planId }) {
      const file = shelf.fileOf(planId);
      const standings = remembered.get(file) ?? readLedger(file).fold.standings;
      remember(file, standings);
      return standings;
    },
    async forget(connectionId) {
      shelf.hasChanged();
      const failures: unknown[] = [];
      for (const file of shelf.filesOf(connectionId)) {
        try {
          await alone(file, () => voidLedger(file, { now, open }));
        } catch (error) {
          // The others are of the same world, and it is no more.
          failures.push(error);
        }
        remembered.delete(file);
      }
      shelf.hasChanged();
      if (failures.length > 0) throw new AggregateError(failures, 'Some ledgers were not voided');
    },
  };
}

export function queueOf({ target }: Plan): string {
  if (!('queue' in target)) throw new Error('A plan for documents or executions has no queue.');
  return target.queue;
}
