import { z } from 'zod';
import { awsRegion } from '../domain/aws-region.ts';
import { priceNames, type PriceName } from './price-names.ts';

const usd = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,18})?$/, 'expected dollars as exact decimal text, such as "0.625"');
const source = z.string().min(1).max(500);
/** The month or day on which the source was read, which does not mean that it was current; null if unknown. */
const asOf = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$/, 'expected a month or a day, such as "2026-11"')
  .nullable();

const priceSchema = z.strictObject({
  usd,
  per: z.int().refine((per) => /^10{0,12}$/.test(String(per)), 'expected 1, 10, 100 or another power of ten'),
  unit: z.string().min(1).max(80),
  source,
  asOf,
  /** False if the price comes from a second-hand source or from memory. */
  verified: z.boolean(),
  note: z.string().max(500).exactOptional(),
  freePerMonth: z.int().min(0).exactOptional(),
  /** Lower prices above a number of units a month. */
  tiers: z
    .array(z.strictObject({ over: z.int().min(1), usd, verified: z.boolean() }))
    .readonly()
    .exactOptional(),
});

/** A factor for another price: half for a batch, a tenth for a cache hit. */
const factorSchema = z.strictObject({
  times: z.string().regex(/^\d{1,3}(\.\d{1,6})?$/, 'expected a factor as decimal text, such as "0.5"'),
  source,
  asOf,
  verified: z.boolean(),
  note: z.string().max(500).exactOptional(),
});

const day = z.iso.date('expected a date, such as "2024-11-01"');

/** The unit prices of a region for a period. Several books exist side by side, and every figure names its book. */
export const priceBookSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, 'expected lower-case letters, digits, points and hyphens'),
    name: z.string().min(1).max(120),
    region: z.string().regex(awsRegion, 'expected an AWS region, such as "us-east-1"'),
    effectiveFrom: day,
    /** The first day on which the book no longer applies. */
    effectiveUntil: day.exactOptional(),
    source,
    prices: z.partialRecord(z.enum(priceNames), priceSchema).superRefine((prices, context) => {
      for (const name of needed) {
        if (!Object.hasOwn(prices, name)) {
          context.addIssue({ code: 'custom', path: [name], message: 'expected this price in every book' });
        }
      }
    }),
    factors: z.record(z.string().regex(/^[a-z][A-Za-z0-9.]{0,60}$/), factorSchema).exactOptional(),
  })
  .refine(
    ({ effectiveFrom, effectiveUntil }) => effectiveUntil === undefined || effectiveUntil > effectiveFrom,
    { path: ['effectiveUntil'], message: 'expected a day after effectiveFrom' },
  );
const needed = ['dynamodb.read', 'dynamodb.write'] as const satisfies readonly PriceName[];

export type Price = Readonly<z.infer<typeof priceSchema>>;
type Factor = Readonly<z.infer<typeof factorSchema>>;

export interface PriceBook {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly effectiveFrom: string;
  readonly effectiveUntil?: string;
  readonly source: string;
  readonly prices: Readonly<Partial<Record<PriceName, Price>>>;
  readonly factors?: Readonly<Record<string, Factor>>;
}
