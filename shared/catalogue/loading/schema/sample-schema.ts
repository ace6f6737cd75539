import { z } from 'zod';
import type { AttributeValue } from '../../items/attribute-value.ts';
import type { SampleItem, SampleValue } from '../../declaration.ts';
import { attributeNameSchema } from './words.ts';

const digits = z
  .string()
  .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, 'is not a number; expected its digits as text');
const base64 = z.base64('is not Base64');

/** All that an item can hold; a mask is not an item's. */
const exactSchema: z.ZodType<Exclude<AttributeValue, { MASKED: unknown }>> = z.union(
  [
    z.strictObject({ S: z.string() }),
    z.strictObject({ N: digits }),
    z.strictObject({ B: base64 }),
    z.strictObject({ BOOL: z.boolean() }),
    z.strictObject({ NULL: z.literal(true) }),
    z.strictObject({ SS: z.array(z.string()).min(1) }),
    z.strictObject({ NS: z.array(digits).min(1) }),
    z.strictObject({ BS: z.array(base64).min(1) }),
    z.strictObject({
      get L() {
        return z.array(exactSchema);
      },
    }),
    z.strictObject({
      get M() {
        return z.record(z.string(), exactSchema);
      },
    }),
  ],
  'is not a value as DynamoDB writes it; expected for example { "N": "1" }',
);

/** Numbers that JSON has already rounded would be shown as if they were the item's. */
const exactNumber = z
  .number()
  .refine(
    (value) => !Number.isInteger(value) || Number.isSafeInteger(value),
    'is a number that loses digits in JSON; expected { "$": { "N": "its digits" } }',
  );

const sampleValueSchema: z.ZodType<SampleValue> = z.lazy(() =>
  z.union(
    [
      z.string(),
      exactNumber,
      z.boolean(),
      z.null(),
      z.array(sampleValueSchema),
      z.strictObject({ $: exactSchema }),
      z.record(
        z.string().refine((name) => name !== '$', 'stands alone, around one exact value'),
        sampleValueSchema,
      ),
    ],
    'is not a value of an item; expected plain JSON, or { "$": { "N": "1" } } for an exact one',
  ),
);

export const sampleItemSchema: z.ZodType<SampleItem> = z.record(attributeNameSchema, sampleValueSchema);
