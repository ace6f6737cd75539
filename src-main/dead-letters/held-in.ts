import type { Queues } from '../aws/queues.ts';
import type { HeldMessage, HeldMessages } from './held-messages.ts';
import type { LedgerHold } from './ledger-standings.ts';
import { repeatEntries } from './repeat-entries.ts';

export interface HeldIn {
  readonly queues: Queues;
  readonly held: HeldMessages;
  readonly connectionId: string;
  readonly queue: string;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Nothing more is begun. */
  readonly isOver: () => boolean;
}

/** As long as some hundreds may take on their way there and back, and some more. */
export const workSeconds = 300;

export interface Holding {
  /** By which an earlier life of this console held them, and until when. */
  readonly holds: ReadonlyMap<string, LedgerHold>;
  /** They were sent before and are to be deleted if they come along: nobody waits for them. */
  readonly alsoWanted: ReadonlySet<string>;
  /** They are held by another handle from now on. */
  readonly note: (held: readonly HeldMessage[]) => Promise<void>;
}

/** So that others can receive them at once; where that fails they come back by themselves. */
export async function giveBack(
  { queues, queue, sleep }: Pick<HeldIn, 'queues' | 'queue' | 'sleep'>,
  handles: readonly string[],
): Promise<void> {
  await repeatEntries(handles, { sleep, attempt: (some) => queues.hide(queue, some, 0) });
}
