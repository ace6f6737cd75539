import { z } from 'zod';
import { command, nothing, query, watch } from './define.ts';
import { objectiveOperations } from './objectives.ts';
import { cursor, text } from './pipeline-items.ts';

export const alarmStates = ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const;
const alarmState = z.enum(alarmStates);
export type AlarmState = z.infer<typeof alarmState>;

/** Identifies a CloudWatch metric. */
const metricSchema = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  dimensions: z.record(z.string(), z.string()),
});
export type Metric = z.infer<typeof metricSchema>;

/** The desk to open for it, and the place in that desk. */
const placeSchema = z.discriminatedUnion('desk', [
  z.strictObject({ desk: z.literal('dead-letters'), queue: z.string() }),
  z.strictObject({ desk: z.literal('triage'), status: z.enum(['FAILED', 'PROCESSING']) }),
  z.strictObject({ desk: z.literal('review') }),
  z.strictObject({ desk: z.literal('downloads'), standing: z.enum(['stuck', 'never-picked-up']).nullable() }),
  z.strictObject({ desk: z.literal('costs'), tenant: z.string(), workflow: text }),
  /** The objective of a workflow, or the batches of its project. */
  z.strictObject({
    desk: z.enum(['objective', 'batches']),
    tenant: z.string(),
    project: z.string(),
    workflow: z.string(),
  }),
  /** A group of the Monitor's charts, or one of its alarms. */
  z.strictObject({ desk: z.literal('monitor'), group: text, alarm: text }),
]);
export type Place = z.infer<typeof placeSchema>;

const alarmSchema = z.strictObject({
  name: z.string(),
  description: text,
  state: alarmState,
  /** CloudWatch's own explanation. */
  reason: text,
  since: text,
  /** Null for an alarm over an expression. Alarms made of other alarms are not listed. */
  metric: metricSchema.nullable(),
  /**
   * The condition for firing, such as "Maximum greater than 0, in 1 of 1 period of 60 s". It is null if CloudWatch does
   * not report it.
   */
  rule: text,
  /** The alarm has actions, so it also notifies others than this console. */
  hasActions: z.boolean(),
  /** The desk that handles what the alarm watches. */
  place: placeSchema,
});
export type Alarm = z.infer<typeof alarmSchema>;

const alarmChangeSchema = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum(['state', 'configuration', 'action']),
  /** Only a change of state has these. */
  from: alarmState.nullable(),
  to: alarmState.nullable(),
  says: z.string(),
});
export type AlarmChange = z.infer<typeof alarmChangeSchema>;

export const chartRanges = ['1h', '3h', '12h', '24h', '3d', '7d', '14d'] as const;
const chartRange = z.enum(chartRanges);
export type ChartRange = z.infer<typeof chartRange>;

/** A group is read only when it is wanted, because every metric in it is charged. */
export const chartGroups = ['queues', 'executions', 'functions', 'tables', 'throughput'] as const;
const chartGroup = z.enum(chartGroups);
export type ChartGroup = z.infer<typeof chartGroup>;

const seriesSchema = z.strictObject({
  /** A stable id, such as "waiting/Documents" or "write-throttles/GSI2". */
  id: z.string(),
  group: chartGroup,
  /** The chart in its group that this line belongs to. */
  chart: z.string(),
  label: z.string(),
  metric: metricSchema,
  statistic: z.string(),
  unit: z.enum(['count', 'seconds', 'milliseconds', 'units', 'workers']),
  /** One value for each period. It is null if nothing was reported, which is not the same as 0. */
  values: z.array(z.number().nullable()),
  /** CloudWatch said that there is more data, or that it could not answer for this series. */
  problem: text,
});
export type Series = z.infer<typeof seriesSchema>;

const chartsSchema = z.strictObject({
  range: chartRange,
  /** The start of the first period and the end of the last. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  periodSeconds: z.int(),
  series: z.array(seriesSchema),
  /**
   * The number of documents that a batch works on at once, and the number of batches in progress at the time of reading.
   */
  throughput: z.strictObject({
    maxConcurrency: z.int(),
    running: z.int().nullable(),
    isAtLeast: z.boolean(),
  }),
  readAt: z.iso.datetime(),
  calls: z.int(),
  /** The number of metrics that were requested. Each is charged. */
  metrics: z.int(),
});
export type Charts = z.infer<typeof chartsSchema>;

const chartsInput = z.strictObject({
  range: chartRange,
  groups: z.array(chartGroup).max(chartGroups.length),
});

/** The expected cost of polling, by a named price book. */
const pollBudgetSchema = z.strictObject({
  /** The metrics of a look that reads everything, which are charged one by one, and its calls. */
  metrics: z.int(),
  calls: z.int(),
  /**
   * The exact cost of CloudWatch in dollars for thirty days without a pause, by the interval of the looks: while all is
   * quiet, and if something were wrong all the time. Null if the book has no price for it. It excludes the table reads
   * of the throughput charts.
   */
  months: z.array(z.strictObject({ seconds: z.int(), quiet: text, wrong: text })),
  priceBook: z.strictObject({ id: z.string(), name: z.string() }),
});
export type PollBudget = z.infer<typeof pollBudgetSchema>;

const pollerSchema = z.strictObject({
  state: z.enum([
    /** The next look comes when it is due. */
    'waiting',
    'looking',
    /** No window of the console is in sight. */
    'hidden',
    /** AWS could not be reached the last time. The poller keeps trying at its own pace. */
    'offline',
    /** This connection or this person has no polling; `why` gives the reason. */
    'off',
  ]),
  why: text,
  seconds: z.int(),
  lastAt: text,
  /** Null while the poller is hidden or off. */
  nextAt: text,
  /** Counted since the console was opened on this connection. */
  looks: z.int(),
  calls: z.int(),
  budget: pollBudgetSchema,
});
export type Poller = z.infer<typeof pollerSchema>;

/** An event that is reported once. */
const noticeSchema = z.strictObject({
  /** The number of the notice since the console was started, counted from 1. */
  number: z.int(),
  kind: z.enum(['alarm', 'dead-letters', 'costs', 'objective']),
  /** The time of the event itself, not of its discovery. */
  at: z.iso.datetime(),
  title: z.string(),
  says: z.string(),
  place: placeSchema,
  /** A desktop notification was shown, so no page needs to show one. */
  onDesktop: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

const queueDepthSchema = z.strictObject({
  queue: z.string(),
  /** The desk that handles its dead letters. */
  place: placeSchema,
  /** Null if nothing was reported lately. */
  depth: z.number().nullable(),
  oldestSeconds: z.number().nullable(),
  at: text,
});
export type QueueDepth = z.infer<typeof queueDepthSchema>;

const monitorSchema = z.strictObject({
  poller: pollerSchema,
  /** Null until the first look. Firing alarms come first, then the rest by name. */
  alarms: z.array(alarmSchema).nullable(),
  /** All metric alarms are listed. */
  isAll: z.boolean(),
  /** The dead-letter queues by their last reported depth, or null until the first look. */
  deadLetters: z.array(queueDepthSchema).nullable(),
  /** The newest comes last, and there are at most fifty. */
  notices: z.array(noticeSchema),
  /** The error of the last look, if it failed. The data shown is then from the look before. */
  failure: text,
  /**
   * The time at which all the shown data was read, or null until a look has read all of it. A failed look does not
   * change it.
   */
  readAt: text,
  /**
   * How far AWS's clock, which stamps alarms, figures and notices, is ahead of the console's clock, measured by the
   * last look. It is 0 until a look has measured it. The poller's own times and `readAt` are the console's.
   */
  aheadMs: z.number(),
});
export type Monitor = z.infer<typeof monitorSchema>;

/** All windows of a console share one poller. A preference limits its cost. */
export const monitorOperations = {
  'monitor.watch': watch({
    does: 'Pushes alarms, depths of dead-letter queues and what has just happened; checks only while a window shows them.',
    input: z.strictObject({
      /** This page is in sight. */
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
    does: 'Checks alarms, depths and the open charts once, now.',
    input: nothing,
    output: monitorSchema,
    audited: false,
    remembered: false,
    writes: false,
  }),
  'monitor.alarmHistory': query({
    does: 'Lists the changes of an alarm, newest first.',
    input: z.strictObject({ name: z.string().min(1).max(255), cursor }),
    output: z.strictObject({ changes: z.array(alarmChangeSchema), cursor: z.string().nullable() }),
  }),
  ...objectiveOperations,
  'monitor.opened': watch({
    does: 'Pushes where a clicked desktop notification leads.',
    input: nothing,
    output: z.strictObject({
      opened: z
        .strictObject({
          number: z.int(),
          /**
           * The time of the click. Numbers restart at 1 with each process of the console, and a page may outlive one.
           */
          at: z.iso.datetime(),
          place: placeSchema,
        })
        .nullable(),
    }),
  }),
} as const;
