import { z } from 'zod';
import { text } from '../triage/words.ts';
import { alarmSchema, placeSchema } from './alarms.ts';

/** What the poller is about to spend, by a named price book. */
export const pollBudgetSchema = z.strictObject({
  /** In one look: what is charged by the metric, and what is charged by the call. */
  metrics: z.int(),
  calls: z.int(),
  /**
   * Exact dollars of CloudWatch in thirty days without a pause; null where the book has no price for it. What the charts
   * of throughput read of tables is left out.
   */
  usdAMonth: text,
  priceBook: z.strictObject({ id: z.string(), name: z.string() }),
});
export type PollBudget = z.infer<typeof pollBudgetSchema>;

export const pollerSchema = z.strictObject({
  state: z.enum([
    /** It looks when its time comes. */
    'waiting',
    'looking',
    /** Nobody has the console in sight. */
    'hidden',
    /** AWS could not be reached the last time: it goes on trying at its own pace. */
    'offline',
    /** Not on this connection, or not for this person; `why` says it. */
    'off',
  ]),
  why: text,
  seconds: z.int(),
  lastAt: text,
  /** Null while it is hidden or off. */
  nextAt: text,
  /** Since the console was opened on this connection. */
  looks: z.int(),
  calls: z.int(),
  budget: pollBudgetSchema,
});
export type Poller = z.infer<typeof pollerSchema>;

/** Something that happened, told once. */
export const noticeSchema = z.strictObject({
  /** Its place among all that were told since the console was started, from 1. */
  number: z.int(),
  kind: z.enum(['alarm', 'dead-letters']),
  /** When it happened, not when it was seen. */
  at: z.iso.datetime(),
  title: z.string(),
  says: z.string(),
  place: placeSchema,
  /** A desktop notification was shown for it, so that no page needs to. */
  onDesktop: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const queueDepthSchema = z.strictObject({
  queue: z.string(),
  /** The desk for what has died in it. */
  place: placeSchema,
  /** Null: nothing was reported lately. */
  depth: z.number().nullable(),
  oldestSeconds: z.number().nullable(),
  at: text,
});
export type QueueDepth = z.infer<typeof queueDepthSchema>;

export const monitorSchema = z.strictObject({
  poller: pollerSchema,
  /** Null until the first look. Those that fire first, then by name. */
  alarms: z.array(alarmSchema).nullable(),
  /** Whether all metric alarms were listed. */
  isAll: z.boolean(),
  /** Dead-letter queues by their last reported depth; null until the first look. */
  deadLetters: z.array(queueDepthSchema).nullable(),
  /** The newest last; at most fifty. */
  notices: z.array(noticeSchema),
  /** Of the last look, where it failed; what is shown is then of the one before. */
  failure: text,
  /** When all of what is shown was read: a look that failed is later. Null until a look has read it all. */
  readAt: text,
  /**
   * How far the clock that stamps alarms, figures and notices is ahead of the console's own, by the last look; 0 until one
   * has told. The poller's own times and `readAt` are the console's.
   */
  aheadMs: z.number(),
});
export type Monitor = z.infer<typeof monitorSchema>;
