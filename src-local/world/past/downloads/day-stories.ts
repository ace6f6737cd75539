/** What the downloader did to a file beside what the provider does. */
export type Trouble = 'refused' | 'stuck' | 'not picked up';

export interface RunStory {
  readonly trouble?: Readonly<Record<string, Trouble>>;
  /** Milliseconds between two files that are begun. */
  readonly pace?: number;
  readonly closed?: { readonly after: number; readonly by: string; readonly reason: string };
  /** Its poller ended before it had asked for the files. */
  readonly isNeverQueued?: true;
}

export interface RunAgain extends RunStory {
  /** After the first batch of the day, in milliseconds; negative: before the anchor. */
  readonly after: number;
  readonly by: string;
  readonly reason: string;
}

export interface DayStory extends RunStory {
  readonly again?: RunAgain;
  /** A time to live that somebody got wrong, by entity: in milliseconds, or without the time that it counts from. */
  readonly wrongExpiry?: Readonly<Record<string, 'milliseconds' | 'no beginning'>>;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** By how many days ago. On all other days nothing happened but what the provider did. */
export const dayStories: Readonly<Record<number, DayStory>> = {
  0: {
    trouble: { positions: 'refused', holdings: 'refused', instruments: 'refused', 'cash-flows': 'refused' },
    again: {
      after: -2 * minute,
      by: 'support',
      reason: 'The provider is back; fetch what is missing.',
      pace: 40 * second,
    },
  },
  1: {
    trouble: { rates: 'not picked up', accounts: 'stuck', positions: 'stuck', balances: 'not picked up' },
    again: {
      after: -3 * hour,
      by: 'support',
      reason: 'Four files never came.',
      trouble: { positions: 'stuck', balances: 'not picked up' },
    },
  },
  3: {
    trouble: { transactions: 'stuck', positions: 'stuck' },
    closed: { after: 38 * minute, by: 'admin', reason: 'The downloader was restarted with the old key.' },
    again: { after: 52 * minute, by: 'admin', reason: 'The downloader has the new key.' },
  },
  4: {
    isNeverQueued: true,
    again: { after: 2.6 * hour, by: 'support', reason: 'The poller ended before it had queued anything.' },
  },
  5: { wrongExpiry: { rates: 'milliseconds' } },
  8: { trouble: { positions: 'stuck' } },
  9: {
    trouble: { holdings: 'stuck', accounts: 'not picked up' },
    again: { after: 1.4 * hour, by: 'support', reason: 'Two files never came.' },
  },
  11: { wrongExpiry: { instruments: 'no beginning' } },
  12: {
    isNeverQueued: true,
    closed: {
      after: 75 * minute,
      by: 'admin',
      reason: 'The poller may not read its secret. To be run again.',
    },
    again: { after: 3.2 * hour, by: 'admin', reason: 'The poller has its secret.' },
  },
  16: { trouble: { balances: 'not picked up' } },
  19: { isNeverQueued: true },
  23: {
    trouble: { transactions: 'refused', positions: 'refused', holdings: 'stuck' },
    again: {
      after: 5 * hour,
      by: 'support',
      reason: 'The provider had an outage.',
      trouble: { positions: 'refused' },
    },
  },
};
