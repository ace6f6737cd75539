import { z } from 'zod';
import { text } from '../triage/words.ts';

const units = z.int().min(0);

/**
 * What documents consumed, added up. Prices are per unit, so the price of a sum is the sum of the prices: a page can
 * price it by any book, without reading anything again.
 */
export const usageTotalsSchema = z.strictObject({
  documents: units,
  /** Of them those that at least one stage has worked on. */
  processed: units,
  /** Stages that ran, and how long they took. */
  stages: units,
  ms: units,
  /** `unknown` of these documents have no figure. */
  textract: z.strictObject({ documents: units, pages: units, unknown: units }),
  /** Of each stage and model; `unknown` of these documents have no figures. */
  models: z.array(
    z.strictObject({
      stage: z.enum(['gapFill', 'verify']),
      model: text,
      documents: units,
      inputTokens: units,
      outputTokens: units,
      unknown: units,
    }),
  ),
  /** Of the documents those that lack a figure at one stage or more. */
  uncounted: units,
  /** The others by what needs a price: so a document without one is counted once, and not once a stage. */
  mixes: z.array(z.strictObject({ textract: z.boolean(), models: z.array(z.string()), documents: units })),
});
export type UsageTotals = z.infer<typeof usageTotalsSchema>;
