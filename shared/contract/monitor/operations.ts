import { z } from 'zod';
import { command, nothing, query, watch } from '../define.ts';
import { cursor } from '../triage/words.ts';
import { alarmChangeSchema, placeSchema } from './alarms.ts';
import { chartsInput, chartsSchema } from './charts.ts';
import { monitorSchema } from './poller.ts';

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
