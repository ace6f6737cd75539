import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { NextAnswer } from '#shared/contract/review.ts';
import { documentId, pickKey } from './flow-state.ts';
import type { ReviewPort } from './review-port.ts';

export type GivenRow = Extract<NextAnswer, { readonly kind: 'given' }>['row'] & { readonly kind?: undefined };
export type NoneLeft = Extract<NextAnswer, { readonly kind: 'none' }>;

/**
 * The documents that the pipeline API hands out (decision 039): at most one ahead of the open one. It is claimed before
 * it is shown, so that no other person has it.
 */
export interface HandedOut {
  /** True once the API is known to hand out nothing, so that the order of the list is followed. */
  readonly isNotOffered: () => boolean;
  /** The document that was claimed ahead. */
  readonly first: () => GivenRow | undefined;
  /** Claims one ahead, unless one is there or on its way. */
  readonly fill: () => void;
  /** Waits for one on its way, and asks for one if there is none. Undefined where the list has to be followed. */
  readonly next: () => Promise<GivenRow | NoneLeft | undefined>;
  /** Returns until when this person holds the document; undefined where it was not handed out, or changed since. */
  readonly heldUntil: (key: ReviewKey, version: number) => number | undefined;
  /** The document is on the desk, which gives it back itself from now on. */
  readonly take: (key: ReviewKey) => void;
  /** Gives back what was claimed ahead. */
  readonly release: () => void;
}

interface Needs {
  readonly port: ReviewPort;
  /** Documents that may not be handed out: on the desk, on their way, or skipped here. */
  readonly not: () => readonly ReviewKey[];
  readonly changed: () => void;
}

/** A claim that ends sooner is not worth opening. */
const leastMs = 60_000;
/** After an answer that none can be given ahead, or a failure, the next question waits a little. */
const pauseMs = 5_000;
const mostLeftOut = 90;
const mostKnown = 20;

export function createHandedOut({ port, not, changed }: Needs): HandedOut {
  const next = port.next;
  let isNotOffered = next === undefined;
  let waiting: GivenRow | undefined;
  let asking: Promise<NextAnswer | undefined> | undefined;
  let quietUntil = 0;
  /** Counts the times that everything was given back, so that an answer on its way is given back, too. */
  let left = 0;
  const known = new Map<string, { readonly version: number; readonly until: number }>();

  function readEnd({ claimExpiresAt }: GivenRow): number {
    return Date.parse(claimExpiresAt ?? '') || 0;
  }

  function isFresh(row: GivenRow): boolean {
    return readEnd(row) - port.now() > leastMs;
  }

  async function ask(ahead: boolean): Promise<NextAnswer | undefined> {
    if (next === undefined) return undefined;
    const round = left;
    const leftOut = [...not(), ...(waiting === undefined ? [] : [waiting])]
      .slice(0, mostLeftOut)
      .map(pickKey);
    const input = { not: leftOut, ahead, intentKey: port.newKey() };
    let result = await next(input);
    // A lost answer may have claimed one; the same key asks for the same.
    if (!result.ok) result = await next(input);
    if (!result.ok) {
      quietUntil = port.now() + pauseMs;
      return undefined;
    }
    const answer = result.value.next;
    if (answer.kind === 'not-offered') isNotOffered = true;
    if (answer.kind === 'none') quietUntil = port.now() + pauseMs;
    if (answer.kind !== 'given') return answer;
    if (round !== left) {
      void giveBack(answer.row);
      return undefined;
    }
    known.set(documentId(answer.row), { version: answer.row.version, until: readEnd(answer.row) });
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break;
      known.delete(oldest);
    }
    return answer;
  }

  function askAhead(): Promise<NextAnswer | undefined> {
    asking ??= ask(true)
      .then((answer) => {
        if (answer?.kind === 'given') waiting = answer.row;
        return answer;
      })
      .finally(() => {
        asking = undefined;
        changed();
      });
    return asking;
  }

  async function giveBack(row: GivenRow): Promise<void> {
    known.delete(documentId(row));
    if (isFresh(row)) await port.release({ ...pickKey(row), version: row.version });
  }

  function readFirst(): GivenRow | undefined {
    if (waiting !== undefined && !isFresh(waiting)) waiting = undefined;
    return waiting;
  }

  return {
    isNotOffered: () => isNotOffered,
    first: readFirst,
    fill() {
      if (isNotOffered || readFirst() !== undefined || asking !== undefined || port.now() < quietUntil)
        return;
      void askAhead();
    },
    async next() {
      if (isNotOffered) return undefined;
      if (asking !== undefined) await asking;
      const first = readFirst();
      if (first !== undefined) return first;
      if (isNotOffered) return undefined;
      const answer = await ask(false);
      if (answer?.kind === 'given') return answer.row;
      return answer?.kind === 'none' ? answer : undefined;
    },
    heldUntil(key, version) {
      const one = known.get(documentId(key));
      return one?.version === version && one.until - port.now() > leastMs ? one.until : undefined;
    },
    take(key) {
      if (waiting !== undefined && documentId(waiting) === documentId(key)) waiting = undefined;
    },
    release() {
      left += 1;
      const row = waiting;
      waiting = undefined;
      if (row !== undefined) void giveBack(row);
    },
  };
}
