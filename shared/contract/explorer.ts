import { z } from 'zod';
import type { AttributeValue, Attributes } from '../catalogue/items/attribute-value.ts';
import { systemSchema } from '../catalogue/loading/system-schema.ts';
import { roleSchema } from './define.ts';

const name = z.string().min(1).max(128);

/** Values as they were typed. The main process reads each by its template. */
const paramsSchema = z.record(z.string().max(64), z.string().max(2_048));

const maskSchema = z.strictObject({
  what: z.string(),
  note: z.string().optional(),
  revealable: z.boolean(),
});

export const attributeValueSchema: z.ZodType<AttributeValue> = z.union([
  z.strictObject({ S: z.string() }),
  z.strictObject({ N: z.string() }),
  z.strictObject({ B: z.string() }),
  z.strictObject({ BOOL: z.boolean() }),
  z.strictObject({ NULL: z.literal(true) }),
  z.strictObject({ SS: z.array(z.string()) }),
  z.strictObject({ NS: z.array(z.string()) }),
  z.strictObject({ BS: z.array(z.string()) }),
  z.strictObject({
    get L() {
      return z.array(attributeValueSchema);
    },
  }),
  z.strictObject({
    get M() {
      return attributesSchema;
    },
  }),
  z.strictObject({ MASKED: maskSchema }),
]);
const attributesSchema: z.ZodType<Attributes> = z.lazy(() => z.record(z.string(), attributeValueSchema));

/** The declared system, with the names that its tables have on the open connection. */
const openSystemSchema = z.strictObject({
  declaration: systemSchema,
  origin: z.enum(['built-in', 'file']),
  /** The name of the saved file that it comes from, if it is one that can be corrected here. */
  savedAs: z.string().optional(),
  /** The names by table, or null if neither the connection nor a convention gives one. */
  tableNames: z.record(z.string(), z.string().nullable()),
});
export type OpenSystem = z.infer<typeof openSystemSchema>;

export const catalogueSchema = z.strictObject({
  systems: z.array(openSystemSchema),
  /** The file given with --catalogue. Each problem names the path in it, the value and what is expected. */
  file: z
    .strictObject({
      path: z.string(),
      problems: z.array(z.strictObject({ path: z.string(), value: z.string(), problem: z.string() })),
    })
    .nullable(),
});

export const questionSchema = z.strictObject({
  system: name,
  pattern: name,
  /** One set of parameters, or up to 100 for a pattern that asks for many items by key. */
  params: z.array(paramsSchema).min(1).max(100),
  cursor: z.string().max(8_192).optional(),
  pageSize: z.int().min(1).max(1_000).optional(),
  consistent: z.boolean().optional(),
});
export type Question = z.infer<typeof questionSchema>;

const readItemSchema = z.strictObject({
  /** Identifies the item to the main process. A page cannot interpret it. */
  handle: z.string(),
  /** The entity by the item's keys, or null if no template of the system fits them. */
  entity: z.string().nullable(),
  attributes: attributesSchema,
  /** The size in bytes as DynamoDB counts it, before masking. */
  bytes: z.int(),
  /** The item was read by its base key after an action, and the index still has the old state. */
  catchingUp: z.boolean(),
  /** The time to live has passed, but the item is not deleted yet. */
  expired: z.boolean(),
});
export type ReadItem = z.infer<typeof readItemSchema>;

export const readingSchema = z.strictObject({
  /** Identifies everything read so far to `explorer.export`. The pages of one question share it. */
  reading: z.string(),
  items: z.array(readItemSchema),
  /** Null on the last page. */
  cursor: z.string().nullable(),
  /** The request to DynamoDB, for display. */
  asked: z.strictObject({
    operation: z.enum(['GetItem', 'Query', 'BatchGetItem']),
    table: z.string(),
    index: z.string().nullable(),
    /** Each key attribute with its filled key or condition in words: "begins with DOCUMENT#". */
    conditions: z.array(z.strictObject({ attribute: z.string(), says: z.string() })),
  }),
  /** The number of throttled attempts before DynamoDB answered. */
  throttled: z.int(),
});
export type Reading = z.infer<typeof readingSchema>;

export const revealInput = z.strictObject({
  handle: z.string().max(8_192),
  attribute: z.string().min(1).max(2_048),
});

export const exportInput = z.strictObject({
  reading: name,
  format: z.enum(['csv', 'json']),
  /** Attribute names, in order. */
  columns: z.array(z.string().max(2_048)).min(1).max(500),
  /** Handles of the rows, in the order in which they are shown. */
  rows: z.array(z.string().max(8_192)).max(20_000),
});

export const exportedSchema = z.strictObject({
  fileName: z.string(),
  mediaType: z.string(),
  text: z.string(),
});

/** A question that no index answers, with the attributes it asks by. */
export const refusedQuestionSchema = z.strictObject({
  system: name,
  entity: name,
  // The longest attribute name that DynamoDB allows.
  by: z.array(z.string().min(1).max(255)).min(1).max(4),
  question: z.string().min(1).max(300),
});
export type RefusedQuestion = z.infer<typeof refusedQuestionSchema>;

export const refusalSchema = refusedQuestionSchema.extend({
  times: z.int(),
  people: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type CountedRefusal = z.infer<typeof refusalSchema>;

export const policyInput = z.strictObject({
  role: roleSchema,
  tenant: z.string().min(1).max(256).nullable(),
});
export const policySchema = z.strictObject({
  fileName: z.string(),
  text: z.string(),
  /** Explains what the policy cannot limit to a tenant. */
  notes: z.array(z.string()),
});
