import { z } from 'zod';
import type { AttributeValue, Attributes } from '../catalogue/items/attribute-value.ts';
import { systemSchema } from '../catalogue/loading/system-schema.ts';
import { roleSchema } from './define.ts';

const name = z.string().min(1).max(128);

/** Values as they were typed; main reads each as its template says. */
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

/** The system as declared, with the names its tables have on the open connection. */
const openSystemSchema = z.strictObject({
  declaration: systemSchema,
  origin: z.enum(['built-in', 'file']),
  /** By table; null where the connection does not say and no convention does. */
  tableNames: z.record(z.string(), z.string().nullable()),
});
export type OpenSystem = z.infer<typeof openSystemSchema>;

export const catalogueSchema = z.strictObject({
  systems: z.array(openSystemSchema),
  /** The file of --catalogue; its problems name the path in it, the value and what is expected. */
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
  /** One set, or for a pattern that asks for many items by key up to 100. */
  params: z.array(paramsSchema).min(1).max(100),
  cursor: z.string().max(8_192).optional(),
  pageSize: z.int().min(1).max(1_000).optional(),
  consistent: z.boolean().optional(),
});
export type Question = z.infer<typeof questionSchema>;

const readItemSchema = z.strictObject({
  /** Names the item to main; says nothing to a page. */
  handle: z.string(),
  /** As its keys say; null where no template of the system fits them. */
  entity: z.string().nullable(),
  attributes: attributesSchema,
  /** Bytes as DynamoDB counts them, before masking. */
  bytes: z.int(),
  /** Read again by its base key after an action, while the index still says otherwise. */
  catchingUp: z.boolean(),
  /** Past its time to live and not yet deleted. */
  expired: z.boolean(),
});
export type ReadItem = z.infer<typeof readItemSchema>;

export const readingSchema = z.strictObject({
  /** Names what has been read so far to `explorer.export`; pages of one question share it. */
  reading: z.string(),
  items: z.array(readItemSchema),
  /** Null when the last page is here. */
  cursor: z.string().nullable(),
  /** What was asked of DynamoDB, to be shown. */
  asked: z.strictObject({
    operation: z.enum(['GetItem', 'Query', 'BatchGetItem']),
    table: z.string(),
    index: z.string().nullable(),
    /** Key attribute → the filled key or condition, in words: "begins with DOCUMENT#". */
    conditions: z.array(z.strictObject({ attribute: z.string(), says: z.string() })),
  }),
  /** How often DynamoDB said "slower" before it answered. */
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
  /** Handles, in the order they are shown. */
  rows: z.array(z.string().max(8_192)).max(20_000),
});

export const exportedSchema = z.strictObject({
  fileName: z.string(),
  mediaType: z.string(),
  text: z.string(),
});

/** A question that no index answers, by what it would have asked by. */
export const refusedQuestionSchema = z.strictObject({
  system: name,
  entity: name,
  // As long as DynamoDB lets an attribute's name be.
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
  /** What the policy cannot hold to a tenant, and why. */
  notes: z.array(z.string()),
});
