import type { Dice } from './dice.ts';

/**
 * Lists what a client may do with the queue of a session. A message is identified by its body, because its ids and
 * handles differ between the sides; `nth` counts back from the latest message sent.
 */
export type Step =
  | { readonly do: 'send'; readonly messages: readonly NewMessage[] }
  | { readonly do: 'receive'; readonly most: number; readonly visibility: number }
  | { readonly do: 'delete'; readonly bodies: readonly string[] }
  | { readonly do: 'change-visibility'; readonly bodies: readonly string[]; readonly visibility: number }
  | { readonly do: 'counts' | 'dead-letters' | 'purge' | 'pass' };

export interface NewMessage {
  readonly body: string;
  readonly delay: number;
  readonly group: string;
  readonly deduplication: string;
  /** Names a message attribute; empty means none. */
  readonly attribute: string;
}

export type Kind = 'standard' | 'fifo' | 'fifo-of-one-group';

/** These are in seconds: over at once, over after some time has passed, and not over within a session. */
const over = 0;
export const brief = 2;
const never = 800;

export interface StepMaker {
  readonly dice: Dice;
  readonly kind: Kind;
  /** Tells whether time may pass, which takes real time on the other side. */
  readonly timed: boolean;
  /** Lists the bodies that were sent, in order. */
  readonly sent: readonly string[];
  /**
   * Counts the messages in the queue. A receive takes up to ten; with more in the queue, it is undefined which ones
   * come.
   */
  readonly held: number;
}

export function aStep(maker: StepMaker): Step {
  const { dice, kind, held } = maker;
  const roll = dice.integer(100);
  if (roll < 34 && held < 10) {
    const count = dice.chance(0.3) ? 1 + dice.integer(Math.min(4, 10 - held)) : 1;
    return { do: 'send', messages: Array.from({ length: count }, (_, at) => aMessage(maker, at)) };
  }
  if (roll < 60) {
    const most = kind === 'fifo-of-one-group' ? 1 + dice.integer(10) : 10;
    return { do: 'receive', most, visibility: aTime(maker, 0.35) };
  }
  if (roll < 74) return { do: 'delete', bodies: someSent(maker) };
  if (roll < 86) return { do: 'change-visibility', bodies: someSent(maker), visibility: aTime(maker, 0.6) };
  if (roll < 94) return { do: 'counts' };
  if (roll < 98) return { do: 'dead-letters' };
  if (maker.timed && roll < 99) return { do: 'pass' };
  return { do: dice.chance(0.2) ? 'purge' : 'counts' };
}

function aMessage({ dice, kind, timed, sent }: StepMaker, at: number): NewMessage {
  const number = sent.length + at;
  const delays = timed ? [brief, never] : [never];
  return {
    body: `${number} ${dice.pick(['plain', 'é 漢 😀', '<&>"', 'x'.repeat(300)])}`,
    delay: kind === 'standard' && dice.chance(0.15) ? dice.pick(delays) : over,
    group: kind === 'fifo' ? dice.pick(['a', 'b', 'c']) : 'a',
    deduplication: `d${dice.chance(0.85) ? number : dice.integer(number + 1)}`,
    attribute: dice.chance(0.2) ? dice.pick(['v', 'é 漢']) : '',
  };
}

function aTime({ dice, timed }: StepMaker, atOnce: number): number {
  if (dice.chance(atOnce)) return over;
  return timed && dice.chance(0.6) ? brief : never;
}

/** Prefers the latest ones, because older ones are often gone. */
function someSent({ dice, sent }: StepMaker): string[] {
  const latest = sent.slice(-12);
  return latest.length === 0 ? [] : dice.sample(latest, 1 + dice.integer(3));
}
