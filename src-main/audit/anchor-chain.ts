import { join } from 'node:path';
import { z } from 'zod';
import { keepFolder, replaceFile } from '../home/home-folder.ts';
import { inspectKept, parseWith, readKept, type StoreAccess } from '../home/lost-files.ts';
import type { AuditHead } from './audit-log.ts';

export type SignedHead = AuditHead & { readonly person: string };

export type Anchored =
  | { readonly kind: 'anchored'; readonly anchoredAt: string }
  /** The reason is a sentence for people; a missing anchor blocks nothing. */
  | { readonly kind: 'not-anchored'; readonly why: string };

/** Describes how far the chain being written is anchored at the pipeline API. */
export interface AnchorStanding {
  readonly chain: string;
  readonly anchored: { readonly sequence: number; readonly at: string } | null;
  /** This is the time of the oldest entry that is not anchored yet; it is null when all are. */
  readonly notSince: string | null;
  /** This is the reason for the last failure; it is null before the first attempt. */
  readonly why: string | null;
}

export interface Anchoring {
  /** Anchors in the background, so the action itself never waits. */
  written(head: AuditHead): void;
  /** Returns null before the first entry is written. */
  readonly standing: () => AnchorStanding | null;
  /** Sends the last head once more, but waits only a moment. */
  close(): Promise<void>;
}

interface Options {
  readonly send: (head: SignedHead) => Promise<Anchored>;
  readonly told: (head: SignedHead, anchoredAt: string) => void;
  readonly now: () => number;
  /** Calls back once, unless it is stopped first. */
  readonly after: (ms: number, work: () => void) => () => void;
}

/** A head stands for all entries before it, so several outcomes within this time share one anchor. */
const gathering = 10_000;
const between = 30_000;
const afterFailure = 120_000;
/** Closing waits no longer than this for the last anchor. */
export const longestAnchoring = 2_000;

/** At most one anchor is in flight, and at most one is sent every half minute. */
export function anchorChain({ send, told, now, after }: Options): Anchoring {
  let latest: AuditHead | undefined;
  let standing: AnchorStanding | null = null;
  let inFlight: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  let notBefore = 0;
  /** This is the time of the first entry that is not part of the request in flight. */
  let meanwhile: string | null = null;
  let isClosed = false;

  function plan(): void {
    if (isClosed || stop !== undefined || inFlight !== undefined || isAnchored()) return;
    stop = after(Math.max(gathering, notBefore - now()), () => {
      stop = undefined;
      start();
    });
  }

  function start(): void {
    inFlight = attempt().finally(() => {
      inFlight = undefined;
      plan();
    });
  }

  async function attempt(): Promise<void> {
    const head = latest;
    if (head === undefined || standing === null) return;
    meanwhile = null;
    const outcome = await sent(head);
    if (outcome.kind === 'not-anchored') {
      notBefore = now() + afterFailure;
      standing = { ...standing, why: outcome.why };
      return;
    }
    notBefore = now() + between;
    const at = outcome.anchoredAt;
    const anchored = { sequence: head.sequence, at };
    standing = { ...standing, anchored, why: null, notSince: meanwhile };
  }

  async function sent(head: AuditHead): Promise<Anchored> {
    const { person } = head;
    if (person === null) return { kind: 'not-anchored', why: 'Not signed in.' };
    try {
      const outcome = await send({ ...head, person });
      if (outcome.kind === 'anchored') told({ ...head, person }, outcome.anchoredAt);
      return outcome;
    } catch (error) {
      return { kind: 'not-anchored', why: error instanceof Error ? error.message : String(error) };
    }
  }

  function isAnchored(): boolean {
    return latest === undefined || standing?.anchored?.sequence === latest.sequence;
  }

  return {
    written(head) {
      const isOther = latest !== undefined && latest.connection !== head.connection && !isAnchored();
      // Entries of one connection are anchored there before the chain continues at another.
      if (isOther && inFlight === undefined) {
        stop?.();
        stop = undefined;
        start();
      }
      latest = head;
      const at = new Date(now()).toISOString();
      standing = {
        chain: head.chain,
        anchored: standing?.anchored ?? null,
        why: standing?.why ?? null,
        notSince: standing?.notSince ?? at,
      };
      meanwhile ??= at;
      plan();
    },
    standing: () => standing,
    async close() {
      isClosed = true;
      stop?.();
      stop = undefined;
      let hasTimeLeft = true;
      const limit = new Promise<void>((resolve) => {
        after(longestAnchoring, () => {
          hasTimeLeft = false;
          resolve();
        });
      });
      const last = async (): Promise<void> => {
        await inFlight;
        if (latest === undefined || isAnchored()) return;
        // An attempt that has just failed would fail again.
        if (hasTimeLeft && standing?.why === null) await attempt();
      };
      await Promise.race([last(), limit]);
    },
  };
}

const toldSchema = z.array(
  z.strictObject({
    connection: z.string(),
    person: z.string(),
    sequence: z.int().min(0),
    hash: z.string(),
    anchoredAt: z.string(),
  }),
);
type AnchorRecord = z.infer<typeof toldSchema>[number];

export const parseAnchorsFile = parseWith(toldSchema);

export const toldSuffix = '.anchored.json';

/**
 * Keeps the newest anchor that each API has confirmed beside each chain. It is a convenience for verifying without
 * a network. It proves nothing against a person who can write in this folder; only the APIs' own answers do.
 */
export function openAnchorRecords(
  home: string,
  keep?: Omit<StoreAccess, 'home'>,
): {
  of(chain: string): readonly AnchorRecord[];
  add(head: AuditHead & { readonly person: string }, anchoredAt: string): void;
} {
  const fileOf = (chain: string): string => join(home, 'audit', `${chain}${toldSuffix}`);

  /** Looking changes nothing; a file that cannot be read is set aside before another is written. */
  function of(chain: string): readonly AnchorRecord[] {
    const found = inspectKept(fileOf(chain), parseAnchorsFile);
    return found.state === 'whole' ? found.value : [];
  }

  function readForChange(chain: string): readonly AnchorRecord[] {
    if (keep === undefined) return of(chain);
    return readKept(fileOf(chain), parseAnchorsFile, { home, ...keep }) ?? [];
  }

  return {
    of,
    add({ chain, connection, person, sequence, hash }, anchoredAt) {
      const others = readForChange(chain).filter(
        (one) => one.connection !== connection || one.person !== person,
      );
      const file = fileOf(chain);
      keepFolder(join(home, 'audit'));
      const told = [...others, { connection, person, sequence, hash, anchoredAt }];
      replaceFile(file, `${JSON.stringify(told, null, 2)}\n`);
    },
  };
}
