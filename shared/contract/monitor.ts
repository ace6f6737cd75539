import { z } from 'zod';
import { command, nothing, query, watch } from './define.ts';
import { cursor, text } from './pipeline-items.ts';

export const alarmStates = ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const;
const alarmState = z.enum(alarmStates);
export type AlarmState = z.infer<typeof alarmState>;

/** Which metric of which part of which service. */
const metricSchema = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  dimensions: z.record(z.string(), z.string()),
});
export type Metric = z.infer<typeof metricSchema>;

/** Which of the desks it is for, and what to open there. */
const placeSchema = z.discriminatedUnion('desk', [
  z.strictObject({ desk: z.literal('dead-letters'), queue: z.string() }),
  z.strictObject({ desk: z.literal('triage'), status: z.enum(['FAILED', 'PROCESSING']) }),
  z.strictObject({ desk: z.literal('review') }),
  z.strictObject({ desk: z.literal('downloads'), standing: z.enum(['stuck', 'never-picked-up']).nullable() }),
  /** A group of its charts, or one of its alarms. */
  z.strictObject({ desk: z.literal('monitor'), group: text, alarm: text }),
]);
export type Place = z.infer<typeof placeSchema>;

const alarmSchema = z.strictObject({
  name: z.string(),
  description: text,
  state: alarmState,
  /** CloudWatch's own words for it. */
  reason: text,
  since: text,
  /** Null of one over an expression. Those made of other alarms are not listed. */
  metric: metricSchema.nullable(),
  /** "Maximum greater than 0, in 1 of 1 period of 60 s": what makes it fire; null where it is not told. */
  rule: text,
  /** Whether it would tell anybody but this console. */
  hasActions: z.boolean(),
  /** The desk that is for what it watches. */
  place: placeSchema,
});
export type Alarm = z.infer<typeof alarmSchema>;

const alarmChangeSchema = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum(['state', 'configuration', 'action']),
  /** Of a change of state. */
  from: alarmState.nullable(),
  to: alarmState.nullable(),
  says: z.string(),
});
export type AlarmChange = z.infer<typeof alarmChangeSchema>;

export const chartRanges = ['1h', '3h', '12h', '24h', '3d', '7d', '14d'] as const;
const chartRange = z.enum(chartRanges);
export type ChartRange = z.infer<typeof chartRange>;

/** Each is read only where somebody wants it: every metric of it is charged. */
export const chartGroups = ['queues', 'executions', 'functions', 'tables', 'throughput'] as const;
const chartGroup = z.enum(chartGroups);
export type ChartGroup = z.infer<typeof chartGroup>;

const seriesSchema = z.strictObject({
  /** "waiting/Documents", "write-throttles/GSI2": the same each time. */
  id: z.string(),
  group: chartGroup,
  /** Of which chart in its group it is a line. */
  chart: z.string(),
  label: z.string(),
  metric: metricSchema,
  statistic: z.string(),
  unit: z.enum(['count', 'seconds', 'milliseconds', 'units', 'workers']),
  /** One of each period: null where nothing was reported, which is not 0. */
  values: z.array(z.number().nullable()),
  /** CloudWatch said that there is more, or that it could not answer for this one. */
  problem: text,
});
export type Series = z.infer<typeof seriesSchema>;

const chartsSchema = z.strictObject({
  range: chartRange,
  /** The beginning of the first period, and the end of the last. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  periodSeconds: z.int(),
  series: z.array(seriesSchema),
  /** A batch works on so many documents at once, and so many batches were in work when this was read. */
  throughput: z.strictObject({
    maxConcurrency: z.int(),
    running: z.int().nullable(),
    isAtLeast: z.boolean(),
  }),
  readAt: z.iso.datetime(),
  calls: z.int(),
  /** How many metrics were asked for: each is charged. */
  metrics: z.int(),
});
export type Charts = z.infer<typeof chartsSchema>;

const chartsInput = z.strictObject({
  range: chartRange,
  groups: z.array(chartGroup).max(chartGroups.length),
});

/** What the poller is about to spend, by a named price book. */
const pollBudgetSchema = z.strictObject({
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

const pollerSchema = z.strictObject({
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
const noticeSchema = z.strictObject({
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

const queueDepthSchema = z.strictObject({
  queue: z.string(),
  /** The desk for what has died in it. */
  place: placeSchema,
  /** Null: nothing was reported lately. */
  depth: z.number().nullable(),
  oldestSeconds: z.number().nullable(),
  at: text,
});
export type QueueDepth = z.infer<typeof queueDepthSchema>;

const monitorSchema = z.strictObject({
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

/** One poller for all windows of a console; what it may cost is a preference. */
export const monitorOperations = {
  'monitor.watch': watch({
    does: 'Pushes alarms, depths of dead-letter queues and what has just happened; looks only while somebody is looking.',
    input: z.strictObject({
      /** Whether this page is in sight. */
      shown: z.boolean(),
    }),
    output: monitorSchema,
  }),
  'monitor.charts': watch({
    does: 'Pushes the metrics of a range at the pace of the one poller; missing data stays missing.',
    input: chartsInput,
    output: z.strictObject({ charts: chartsSchema.nullable(), failure: z.string().nullable() }),
  }),
  'monitor.look': command({
    does: 'Looks once, now: alarms, depths, and the charts that somebody has open.',
    input: nothing,
    output: monitorSchema,
    audited: false,
    remembered: false,
    writes: false,
  }),
  'monitor.alarmHistory': query({
    does: 'Lists what became of an alarm, newest first.',
    input: z.strictObject({ name: z.string().min(1).max(255), cursor }),
    output: z.strictObject({ changes: z.array(alarmChangeSchema), cursor: z.string().nullable() }),
  }),
  'monitor.opened': watch({
    does: 'Pushes where a desktop notification leads that somebody has clicked.',
    input: nothing,
    output: z.strictObject({
      opened: z
        .strictObject({
          number: z.int(),
          /** When it was clicked: numbers begin at 1 with each process of the console, which a page may outlive. */
          at: z.iso.datetime(),
          place: placeSchema,
        })
        .nullable(),
    }),
  }),
} as const;
