import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { KeyAttribute, SortCondition } from '#shared/catalogue/declaration.ts';
import { fillTemplate, type Params } from '#shared/catalogue/keys/key-template.ts';
import { keyBytes } from '#shared/catalogue/keys/hole-value.ts';
import { sortTemplates, type Located } from '#shared/catalogue/questions/locate.ts';

/** The declaration's own words for conditions on a sort key. */
export type SortWord = SortCondition extends infer C ? (C extends C ? keyof C : never) : never;

/** A pattern's key templates with their parameters in. */
export interface FilledKey {
  readonly partition: { readonly name: string; readonly value: AttributeValue };
  readonly sort: {
    readonly name: string;
    readonly word: SortWord;
    readonly values: readonly AttributeValue[];
  } | null;
}

export interface FillProblem {
  /** "params.0.batchId" */
  readonly path: string;
  readonly problem: string;
}

export type FilledQuestion =
  | { readonly ok: true; readonly keys: readonly FilledKey[] }
  | { readonly ok: false; readonly problems: readonly FillProblem[] };

/** Every problem at once, each parameter's first one. */
export function fillQuestion(located: Located, params: readonly Params[]): FilledQuestion {
  const problems = new Map<string, string>();
  const keys = params.map((one, at) =>
    fillKey(located, one, (parameter, problem) => {
      const path = `params.${at}.${parameter}`;
      if (!problems.has(path)) problems.set(path, problem);
    }),
  );
  if (problems.size === 0) return { ok: true, keys };
  return { ok: false, problems: [...problems].map(([path, problem]) => ({ path, problem })) };
}

/** The base key of an item that is asked for by its whole key. */
export function wholeKey({ partition, sort }: FilledKey): Attributes {
  const [value] = sort?.values ?? [];
  const parts: [string, AttributeValue][] = [[partition.name, partition.value]];
  if (sort !== null && value !== undefined) parts.push([sort.name, value]);
  return Object.fromEntries(parts);
}

function fillKey(
  { pattern, schema }: Located,
  params: Params,
  report: (parameter: string, problem: string) => void,
): FilledKey {
  const filled = (template: string, { type }: KeyAttribute, most: number): AttributeValue => {
    const result = fillTemplate(template, params, most);
    if (!result.ok) report(result.parameter, result.problem);
    const text = result.ok ? result.key : '';
    return type === 'N' ? { N: text } : { S: text };
  };
  const partition = {
    name: schema.partition.name,
    value: filled(pattern.partition, schema.partition, keyBytes.partition),
  };
  const { sort } = schema;
  const [word] = Object.keys(pattern.sort ?? {});
  if (sort === undefined || word === undefined) return { partition, sort: null };
  const values = sortTemplates(pattern.sort).map((template) => filled(template, sort, keyBytes.sort));
  return { partition, sort: { name: sort.name, word: word as SortWord, values } };
}
