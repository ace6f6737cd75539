import { z } from 'zod';
import { text } from '../triage/words.ts';

export const alarmStates = ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const;
export const alarmState = z.enum(alarmStates);
export type AlarmState = z.infer<typeof alarmState>;

/** Which metric of which part of which service. */
export const metricSchema = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  dimensions: z.record(z.string(), z.string()),
});
export type Metric = z.infer<typeof metricSchema>;

/** Which of the desks it is for, and what to open there. */
export const placeSchema = z.discriminatedUnion('desk', [
  z.strictObject({ desk: z.literal('dead-letters'), queue: z.string() }),
  z.strictObject({ desk: z.literal('triage'), status: z.enum(['FAILED', 'PROCESSING']) }),
  z.strictObject({ desk: z.literal('review') }),
  z.strictObject({ desk: z.literal('downloads'), standing: z.enum(['stuck', 'never-picked-up']).nullable() }),
  /** A group of its charts, or one of its alarms. */
  z.strictObject({ desk: z.literal('monitor'), group: text, alarm: text }),
]);
export type Place = z.infer<typeof placeSchema>;

export const alarmSchema = z.strictObject({
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

export const alarmChangeSchema = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum(['state', 'configuration', 'action']),
  /** Of a change of state. */
  from: alarmState.nullable(),
  to: alarmState.nullable(),
  says: z.string(),
});
export type AlarmChange = z.infer<typeof alarmChangeSchema>;
