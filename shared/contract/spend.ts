import { z } from 'zod';
import { spendScreens } from '../domain/spend-screens.ts';
import { nothing, watch } from './define.ts';

const calls = z.int().min(0);
const day = z.iso.date();

/** What was asked of one service: a pattern of a table, or "SQS: ReceiveMessage". */
const spentOnSchema = z.strictObject({
  pattern: z.string(),
  calls,
  /** Read units; 0 where the service counts none. */
  rru: z.number().min(0),
  items: calls,
});
export type SpentOn = z.infer<typeof spentOnSchema>;

export const spendRowSchema = spentOnSchema.extend({
  screen: z.enum(spendScreens),
  index: z.string(),
});
export type SpendRow = z.infer<typeof spendRowSchema>;

const spendSchema = z.strictObject({
  /** Of this session, as all that follows before the month. */
  calls,
  rru: z.number(),
  byPattern: z.array(spentOnSchema.extend({ index: z.string() })),
  /** Dearest first by read units, then by calls. */
  rows: z.array(spendRowSchema),
  since: z.iso.datetime(),
  /** Of this home since the first of the month, by UTC, this session with it. */
  month: z.strictObject({
    from: day,
    rows: z.array(spendRowSchema),
    /** False where a day of it could not be read from disk: then it was at least so much. */
    isWhole: z.boolean(),
  }),
  /** Of the last 35 days those on which something was asked, oldest first; patterns of tables are "DynamoDB" here. */
  days: z.array(z.strictObject({ day, rows: z.array(spentOnSchema) })),
});
export type Spend = z.infer<typeof spendSchema>;

/** What the console costs by itself. */
export const spendOperations = {
  'spend.watch': watch({
    does: "Pushes what the console's own reads have cost, by screen and access pattern: of this session, of the month, by day.",
    input: nothing,
    output: spendSchema,
  }),
} as const;
