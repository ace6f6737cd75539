import { z } from 'zod';
import { text } from '../triage/words.ts';
import { metricSchema } from './alarms.ts';

export const chartRanges = ['1h', '3h', '12h', '24h', '3d', '7d', '14d'] as const;
export const chartRange = z.enum(chartRanges);
export type ChartRange = z.infer<typeof chartRange>;

/** Each is read only where somebody wants it: every metric of it is charged. */
export const chartGroups = ['queues', 'executions', 'functions', 'tables', 'throughput'] as const;
export const chartGroup = z.enum(chartGroups);
export type ChartGroup = z.infer<typeof chartGroup>;

export const seriesSchema = z.strictObject({
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

export const chartsSchema = z.strictObject({
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

export const chartsInput = z.strictObject({
  range: chartRange,
  groups: z.array(chartGroup).max(chartGroups.length),
});
