import { z } from 'zod';

/** An object of these words and no others; a wrong one is told what the right ones are. */
export function words<S extends z.core.$ZodLooseShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const expected = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `is not a word here; expected only ${expected}` : undefined,
  });
}

export function text(max: number): z.ZodString {
  return z.string().max(max);
}

export function shownText(max: number): z.ZodString {
  return z.string().min(1).max(max);
}

/** For lists of names and values: of two that are the same, forms and tables would show one twice. */
export function eachOnce(all: readonly string[], context: z.RefinementCtx): void {
  for (const [index, value] of all.entries()) {
    if (all.indexOf(value) === index) continue;
    context.addIssue({ code: 'custom', path: [index], message: 'is in this list before; expected it once' });
  }
}

/**
 * Names that people give: of tables, entities, patterns and parameters. Those that every JavaScript object
 * has, such as "constructor", are left out, so that a look-up by name finds what was declared or nothing.
 */
export const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z][\w-]{0,63}$/,
    'is not a name; expected a letter, then up to 63 letters, digits, "_" or "-"',
  )
  .refine(isOwnName, 'is a name that every JavaScript object has; expected another one');

/** As DynamoDB names its indexes. */
export const indexNameSchema = z
  .string()
  .regex(/^[\w.-]{3,255}$/, 'is not an index name; expected 3 to 255 letters, digits, "_", "-" or "."')
  .refine(isOwnName, 'is a name that every JavaScript object has; expected another one');

/** Attributes are called what the pipelines call them, so nearly everything is right. */
export const attributeNameSchema = shownText(255);

function isOwnName(name: string): boolean {
  return !(name in Object.prototype);
}

/** Why a word that people look for is not there. Written in lower case and without "_", "-" and blanks. */
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
