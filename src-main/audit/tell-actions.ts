import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { activityDaysKept, mostActionsTold, mostBatchesNamed } from '#shared/domain/activity-kinds.ts';
import { whyNotKept } from '#shared/pipeline-api/operation.ts';
import { keepFolder, replaceFile } from '../home/home-folder.ts';
import { parseWith, readKept, type StoreAccess } from '../home/lost-files.ts';
import { buildMachineMark, chainFile, chainOfFile, isMarked, parsePid } from './audit-log.ts';
import { openChainReader, type Action, type ChainAction, type ChainReader } from './chain-actions.ts';
import { hasProcess } from './chain-ends.ts';

/** The head of a chain together with some of its actions, to be told as this person. */
export interface Telling {
  readonly chain: string;
  readonly connection: string;
  readonly person: string;
  readonly sequence: number;
  readonly hash: string;
  readonly actions: readonly Action[];
}

type NotKept = readonly { readonly sequence: number; readonly why: (typeof whyNotKept)[number] }[];

export type TellingAnswer =
  | { readonly kind: 'told'; readonly anchoredAt: string; readonly notKept: NotKept }
  /** The head was taken, and the API knows nothing of actions. */
  | { readonly kind: 'head-only'; readonly anchoredAt: string }
  /** `chain`: only this chain is not taken there. */
  | { readonly kind: 'not-told'; readonly why: string; readonly of?: 'chain' };

export interface Teller {
  /** Tells a head of the own chain, with all actions of this person on this connection that it stands for. */
  tell(head: Omit<Telling, 'actions'>): Promise<TellingAnswer>;
  /** Tells everything that any chain of this home has left on a connection, oldest first, each as who did it. */
  tellLeft(connection: string): Promise<void>;
  /** Counts what a connection is not told of yet, also what was just written. */
  readonly standing: (connection: string) => TellingStanding;
}

/** Counts the actions that colleagues are not told of, and says why. */
export interface TellingStanding {
  readonly untold: number;
  /** When the oldest of them was done; null if there is none. */
  readonly since: string | null;
  /** These were told and refused for good, such as actions about a tenant that the person no longer sees. */
  readonly notKept: number;
  readonly why: string | null;
}

interface Options {
  readonly home: string;
  /** The chain of this process. Its file may not exist yet. */
  readonly own: string;
  readonly send: (telling: Telling) => Promise<TellingAnswer>;
  readonly now: () => number;
  readonly log?: StoreAccess['log'];
  readonly isRunning?: (pid: number) => boolean;
}

/**
 * Tells the pipeline API what the chains of this home have, from their files alone, so that nothing is lost while the
 * API is away or when the console is killed. A record beside each chain says up to where it was told. It is written after
 * the answer, so that after a kill some are told again, which the API keeps once (decision 034).
 */
export function openTeller(options: Options): Teller {
  const { home, own, send, now, isRunning = hasProcess } = options;
  const parts: StoreAccess = { home, now, log: options.log ?? { warn: () => undefined } };
  const folder = join(home, 'audit');
  const chains = new Map<string, UntoldChain>();
  let hasLooked = false;
  /** Holds why the last request failed, by chain, connection and person. The newest reason is the last one. */
  const reasons = new Map<string, string>();
  /** One request at a time, so that a chain is told in its order. */
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work, work);
    turn = next.catch(() => undefined);
    return next;
  }

  function findChain(chain: string): UntoldChain {
    const known = chains.get(chain) ?? openUntoldChain(parts, chain, chain === own);
    chains.set(chain, known);
    return known;
  }

  /** Another chain with the number of this process is of one before it. */
  function hasEnded(chain: string): boolean {
    const pid = parsePid(chain);
    return pid === process.pid || !isRunning(pid);
  }

  /** Chains of a console that still runs are told by it. */
  function lookForEarlier(): void {
    if (hasLooked) return;
    hasLooked = true;
    const mark = buildMachineMark(home);
    const oldest = new Date(now() - activityDaysKept * 86_400_000).toISOString().replaceAll(':', '-');
    for (const chain of listChains(folder)) {
      if (chain !== own && isMarked(chain, mark) && chain > oldest && hasEnded(chain)) findChain(chain);
    }
  }

  async function tellChain(
    chain: UntoldChain,
    { connection, person }: Pick<Telling, 'connection' | 'person'>,
    newest: Pick<Telling, 'sequence' | 'hash'>,
    isHeadWanted: boolean,
  ): Promise<TellingAnswer | null> {
    let last: TellingAnswer | null = null;
    for (let first = isHeadWanted; ; first = false) {
      const actions = takeForOneRequest(chain.untold(connection, person));
      if (actions.length === 0 && !first) return last;
      const answer = await send({ chain: chain.name, connection, person, ...newest, actions });
      const key = toReasonKey(chain, connection, person);
      reasons.delete(key);
      if (answer.kind !== 'told') {
        reasons.set(key, answer.kind === 'head-only' ? noActions : answer.why);
        return answer;
      }
      chain.settle({ connection, person }, actions, answer.notKept);
      last = answer;
    }
  }

  return {
    tell: (head) =>
      inTurn(async () => {
        const of = findChain(head.chain);
        of.look();
        // Some of what is left may have been told with a later line already, and a chain only goes forward.
        const newest = of.head();
        const later = newest !== null && newest.sequence > head.sequence ? newest : head;
        const answer = await tellChain(of, head, { sequence: later.sequence, hash: later.hash }, true);
        return answer ?? { kind: 'not-told', why: 'Nothing was sent.' };
      }),
    tellLeft: (connection) =>
      inTurn(async () => {
        lookForEarlier();
        const refused = new Set<string>();
        for (const chain of [...chains.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
          chain.look();
          const newest = chain.head();
          for (const person of newest === null ? [] : chain.people(connection)) {
            if (newest === null || refused.has(person)) continue;
            const answer = await tellChain(chain, { connection, person }, newest, false);
            if (answer?.kind === 'head-only') return;
            // Another person of the same connection may be signed in, and this chain alone may be refused.
            if (answer?.kind === 'not-told' && answer.of !== 'chain') refused.add(person);
          }
          chain.saveIfDone();
        }
      }),
    standing(connection) {
      lookForEarlier();
      findChain(own);
      const all = [...chains.values()];
      for (const chain of all) chain.look();
      const times = all.flatMap((chain) => chain.listTimes(connection)).toSorted();
      const notKept = all.reduce((sum, chain) => sum + chain.countNotKept(connection), 0);
      const waiting = new Set(
        all.flatMap((chain) =>
          chain.people(connection).map((person) => toReasonKey(chain, connection, person)),
        ),
      );
      const why = [...reasons].findLast(([key]) => waiting.has(key))?.[1] ?? null;
      return { untold: times.length, since: times[0] ?? null, notKept, why };
    },
  };
}

function toReasonKey({ name }: UntoldChain, connection: string, person: string): string {
  return JSON.stringify([name, connection, person]);
}

/** The batches of its jobs make a request larger, so there are fewer actions with them. */
function takeForOneRequest(untold: readonly Action[]): readonly Action[] {
  let named = 0;
  const end = untold.findIndex(({ batches = [] }, at) => {
    named += batches.length;
    return at === mostActionsTold || (at > 0 && named > 2 * mostBatchesNamed);
  });
  return end === -1 ? untold : untold.slice(0, end);
}

const noActions = 'The pipeline API of this connection keeps no activity.';

function listChains(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((file) => (file.endsWith('.jsonl') ? [chainOfFile(file)] : []));
  } catch {
    // There is no folder before the first entry of the first chain.
    return [];
  }
}

const recordSchema = z.strictObject({
  /** The size of a file of which everything is told, so that it is not read again. */
  done: z.int().min(0).optional(),
  told: z.array(
    z.strictObject({
      connection: z.string(),
      person: z.string(),
      /** Everything up to this place of the chain is told, or is named below. */
      upTo: z.int().min(-1),
      notKept: z.array(z.strictObject({ sequence: z.int(), why: z.enum(whyNotKept) })),
    }),
  ),
});
export const parseToldFile = parseWith(recordSchema);
type ChainRecord = z.infer<typeof recordSchema>;
type OfPerson = ChainRecord['told'][number];

interface UntoldChain {
  readonly name: string;
  /** Reads what was added to the file. */
  look(): void;
  head: ChainReader['head'];
  people(connection: string): readonly string[];
  untold(connection: string, person: string): readonly Action[];
  settle(of: Pick<Telling, 'connection' | 'person'>, told: readonly Action[], notKept: NotKept): void;
  saveIfDone(): void;
  /** Returns when each untold action of a connection was done. */
  listTimes(connection: string): readonly string[];
  countNotKept(connection: string): number;
}

function openUntoldChain(parts: StoreAccess, name: string, isOwn: boolean): UntoldChain {
  const folder = join(parts.home, 'audit');
  const file = join(folder, chainFile(name));
  const recordFile = join(folder, `${name}.told.json`);
  const reader = openChainReader(file);
  let record = readKept(recordFile, parseToldFile, parts) ?? { told: [] };
  let left: ChainAction[] = [];
  let isRead = record.done !== undefined && record.done === measureFile(file);

  const recordOf = (connection: string, person: string): OfPerson | undefined =>
    record.told.find((one) => one.connection === connection && one.person === person);

  function look(): void {
    if (isRead) return;
    const fresh = reader.read();
    // Its process has ended, so what has no outcome yet will get none.
    if (!isOwn) isRead = true;
    const found = isOwn ? fresh : [...fresh, ...reader.begun()];
    const sorted = found.toSorted((a, b) => a.action.sequence - b.action.sequence);
    left.push(
      ...sorted.filter(({ connection, person, action }) => action.sequence > upTo(connection, person)),
    );
  }

  function upTo(connection: string, person: string): number {
    return recordOf(connection, person)?.upTo ?? -1;
  }

  function save(next: ChainRecord): void {
    record = next;
    keepFolder(folder);
    replaceFile(recordFile, `${JSON.stringify(next, null, 2)}\n`);
  }

  /** An action that has begun gets a later place with its outcome, so the record stays before it. */
  function settledUpTo(connection: string, person: string): number {
    const waiting = [...left, ...(isOwn ? reader.begun() : [])].filter(
      (one) => one.connection === connection && one.person === person,
    );
    const places = waiting.map(({ action }) => action.sequence);
    return Math.min(...places, (reader.head()?.sequence ?? -1) + 1) - 1;
  }

  return {
    name,
    look,
    head: reader.head,
    people: (connection) => [
      ...new Set(left.flatMap((one) => (one.connection === connection ? [one.person] : []))),
    ],
    untold: (connection, person) =>
      left.flatMap((one) => (one.connection === connection && one.person === person ? [one.action] : [])),
    settle({ connection, person }, told, notKept) {
      if (told.length === 0) return;
      const places = new Set(told.map(({ sequence }) => sequence));
      left = left.filter(
        (one) => one.connection !== connection || one.person !== person || !places.has(one.action.sequence),
      );
      const before = recordOf(connection, person);
      const others = record.told.filter((one) => one !== before);
      const known = (before?.notKept ?? []).filter(({ sequence }) => !places.has(sequence));
      const now = {
        connection,
        person,
        upTo: settledUpTo(connection, person),
        notKept: [...known, ...notKept],
      };
      save({ told: [...others, now] });
    },
    saveIfDone() {
      if (isOwn || left.length > 0 || record.done === reader.bytes() || reader.head() === null) return;
      if (reader.bytes() === measureFile(file)) save({ ...record, done: reader.bytes() });
    },
    listTimes: (connection) => left.flatMap((one) => (one.connection === connection ? [one.action.at] : [])),
    countNotKept: (connection) =>
      record.told.reduce((sum, one) => (one.connection === connection ? sum + one.notKept.length : sum), 0),
  };
}

function measureFile(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return -1;
  }
}
