import { z } from 'zod';
import {
  attributeTypes,
  type AttributeDeclaration,
  type EntityDeclaration,
  type IndexDeclaration,
  type KeyAttribute,
  type ParameterDeclaration,
  type PatternDeclaration,
  type PrintedTotal,
  type ReadUsage,
  type SampleItem,
  type SampleValue,
  type SortCondition,
  type StatusMachine,
  type SystemDeclaration,
  type TableDeclaration,
  type WriteDeclaration,
} from '../declaration.ts';
import type { AttributeValue } from '../items/attribute-value.ts';
import { templateProblem } from '../keys/key-template.ts';

/** Accepts an object with only these words. The message for an unknown word lists the expected ones. */
function words<S extends z.core.$ZodLooseShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const expected = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `is not a word here; expected only ${expected}` : undefined,
  });
}

function text(max: number): z.ZodString {
  return z.string().max(max);
}

function shownText(max: number): z.ZodString {
  return z.string().min(1).max(max);
}

/** Lists of names and values must be unique, or forms and tables would show an entry twice. */
function eachOnce(all: readonly string[], context: z.RefinementCtx): void {
  for (const [index, value] of all.entries()) {
    if (all.indexOf(value) === index) continue;
    context.addIssue({ code: 'custom', path: [index], message: 'is in this list before; expected it once' });
  }
}

/**
 * The names that people give to tables, entities, patterns and parameters. Names that every JavaScript object has, such
 * as "constructor", are refused, so that a look-up by name finds only what was declared.
 */
const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z][\w-]{0,63}$/,
    'is not a name; expected a letter, then up to 63 letters, digits, "_" or "-"',
  )
  .refine(isOwnName, 'is a name that every JavaScript object has; expected another one');

/** Follows DynamoDB's rule for names of indexes. */
const indexNameSchema = z
  .string()
  .regex(/^[\w.-]{3,255}$/, 'is not an index name; expected 3 to 255 letters, digits, "_", "-" or "."')
  .refine(isOwnName, 'is a name that every JavaScript object has; expected another one');

/** The pipelines choose the names of attributes, so almost any text is accepted. */
const attributeNameSchema = shownText(255);

function isOwnName(name: string): boolean {
  return !(name in Object.prototype);
}

/**
 * Explains why a word that people look for does not exist. The words are in lower case and without "_", "-" and blanks.
 */
const absent = new Map<string, string>([
  ...each(
    ['filter', 'filters', 'filterexpression', 'where'],
    'there is no such word: a filter reads, and pays for, what it then throws away; declare an index whose key is what you ask by (decision 002)',
  ),
  ...each(
    ['scan', 'fullscan', 'scanindexforward', 'segments', 'totalsegments'],
    'there is no such word: a console that can scan a table will one day scan production; ask by a partition key, and use "order" for the direction (decision 002)',
  ),
  ...each(
    ['statement', 'statements', 'partiql', 'sql', 'executestatement', 'query', 'queries'],
    'there is no such word: a question is a partition and a sort condition, never a statement that could say more (decision 002)',
  ),
  ...each(
    ['put', 'update', 'delete', 'remove', 'transact', 'updateexpression', 'conditionexpression'],
    'there is no such word: the console never writes a table; name what the pipelines write under "writes" for its cost',
  ),
  ...each(
    ['keyconditionexpression', 'keycondition', 'condition'],
    'there is no such word: write the condition as "partition" and "sort"',
  ),
  ...each(['limit', 'maxitems'], 'there is no such word: write "pageSize"'),
  ...each(
    ['projectionexpression', 'attributestoget', 'select'],
    'there is no such word: write the names under "attributes"',
  ),
]);

export function whyAbsent(word: string): string | undefined {
  return absent.get(word.toLowerCase().replace(/[_\s-]/g, ''));
}

function each(names: readonly string[], why: string): [string, string][] {
  return names.map((name) => [name, why]);
}

/** Accepts a key template whose keys can be read back in exactly one way. */
const templateSchema = z
  .string()
  .min(1)
  .max(512)
  .superRefine((template, context) => {
    const problem = templateProblem(template);
    // Later checks compare templates, so they must not receive an invalid one.
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, continue: false });
  });

const keyAttributeSchema: z.ZodType<KeyAttribute> = words({
  name: attributeNameSchema,
  type: z.enum(['S', 'N']),
});

const keys = { partition: keyAttributeSchema, sort: keyAttributeSchema.exactOptional() };

const indexSchema: z.ZodType<IndexDeclaration> = words({
  ...keys,
  projection: z.union(
    [z.enum(['ALL', 'KEYS_ONLY']), z.array(attributeNameSchema).min(1).max(100).superRefine(eachOnce)],
    'expected "ALL", "KEYS_ONLY" or a list of attribute names',
  ),
  about: text(2_000).exactOptional(),
});

const tableSchema: z.ZodType<TableDeclaration> = words({
  ...keys,
  name: z
    .string()
    .regex(
      /^(?=.{3,255}$)(?:[\w.-]|\{stage\})+$/,
      'is not a table name; expected 3 to 255 letters, digits, "_", "-" or ".", with {stage} where the stage stands',
    ),
  about: text(2_000).exactOptional(),
  indexes: z.record(indexNameSchema, indexSchema).exactOptional(),
  timeToLive: attributeNameSchema.exactOptional(),
});

const attributeSchema: z.ZodType<AttributeDeclaration> = words({
  type: z.enum(attributeTypes),
  about: text(2_000).exactOptional(),
  optional: z.literal(true).exactOptional(),
  oneOf: z.array(shownText(256)).min(1).max(200).superRefine(eachOnce).exactOptional(),
  secret: shownText(200).exactOptional(),
  private: shownText(200).exactOptional(),
});

const statusSchema: z.ZodType<StatusMachine> = words({
  attribute: attributeNameSchema,
  moves: z.record(attributeNameSchema, z.array(shownText(255)).max(200).superRefine(eachOnce)),
});

const itemBytes = z.int().min(1).max(10_000_000);

const entitySchema: z.ZodType<EntityDeclaration> = words({
  table: nameSchema,
  about: text(2_000).exactOptional(),
  keys: z.record(attributeNameSchema, templateSchema),
  sparse: z.record(indexNameSchema, shownText(500)).exactOptional(),
  attributes: z.record(attributeNameSchema, attributeSchema),
  status: statusSchema.exactOptional(),
  tenantless: shownText(500).exactOptional(),
  bytes: itemBytes.exactOptional(),
  largestBytes: itemBytes.exactOptional(),
});

const sortSchema: z.ZodType<SortCondition> = z.union(
  [
    words({ equals: templateSchema }),
    words({ beginsWith: templateSchema }),
    words({ between: z.tuple([templateSchema, templateSchema]) }),
    words({ before: templateSchema }),
    words({ upTo: templateSchema }),
    words({ after: templateSchema }),
    words({ from: templateSchema }),
  ],
  'is not a condition on a sort key; expected exactly one of equals, beginsWith, between, before, upTo, after and from, with its template',
);

const aDay = z.number().min(0).max(1e12);
const units = z.number().min(0).max(1e9);

const usageSchema: z.ZodType<ReadUsage> = words({
  callsPerDay: aDay,
  rru: units.exactOptional(),
  items: z.number().min(0).max(1e9).exactOptional(),
  bytes: z.number().min(0).max(1e12).exactOptional(),
  printed: text(100).exactOptional(),
});

const patternSchema: z.ZodType<PatternDeclaration> = words({
  number: shownText(20),
  asks: shownText(300),
  title: shownText(120),
  on: shownText(320),
  partition: templateSchema,
  sort: sortSchema.exactOptional(),
  order: z.enum(['newest first', 'oldest first', 'last to first']).exactOptional(),
  returns: z.array(nameSchema).min(1).max(100).superRefine(eachOnce),
  gives: z.enum(['one', 'many']),
  each: z.literal(true).exactOptional(),
  attributes: z.array(attributeNameSchema).min(1).max(100).superRefine(eachOnce).exactOptional(),
  pageSize: z.int().min(1).max(1_000).exactOptional(),
  usage: usageSchema.exactOptional(),
});

const writeSchema: z.ZodType<WriteDeclaration> = words({
  title: shownText(120),
  about: text(2_000),
  callsPerDay: aDay,
  wru: units,
  items: z.record(nameSchema, aDay).exactOptional(),
  printed: text(100).exactOptional(),
});

const digits = z
  .string()
  .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, 'is not a number; expected its digits as text');
const base64 = z.base64('is not Base64');

/** Accepts every value that an item can hold. A mask is never part of an item. */
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

/** JSON has already rounded such numbers, so they would be shown as if they were the item's own. */
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

const sampleItemSchema: z.ZodType<SampleItem> = z.record(attributeNameSchema, sampleValueSchema);

const parameterSchema: z.ZodType<ParameterDeclaration> = words({
  label: shownText(80),
  about: text(500).exactOptional(),
  oneOf: z.array(shownText(256)).min(1).max(200).superRefine(eachOnce).exactOptional(),
  spreads: z.literal(true).exactOptional(),
  example: shownText(1_024).exactOptional(),
});

const printedSchema: z.ZodType<PrintedTotal> = words({
  day: shownText(100),
  month: shownText(100).exactOptional(),
  source: shownText(300),
  differs: shownText(1_000).exactOptional(),
});

/** Checks which words a declaration has. Their consistency is checked afterwards. */
export const systemShape: z.ZodType<SystemDeclaration> = words({
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,39}$/,
      'is not an id; expected a small letter, then up to 39 of a-z, 0-9 and "-"',
    ),
  name: shownText(80),
  about: text(4_000),
  tenant: nameSchema.exactOptional(),
  tables: z.record(nameSchema, tableSchema),
  entities: z.record(nameSchema, entitySchema),
  patterns: z.record(nameSchema, patternSchema),
  parameters: z.record(nameSchema, parameterSchema).exactOptional(),
  writes: z.record(nameSchema, writeSchema).exactOptional(),
  samples: z.record(nameSchema, z.array(sampleItemSchema).max(2_000)).exactOptional(),
  examplesWrittenOn: z.iso.date().exactOptional(),
  printed: printedSchema.exactOptional(),
});
