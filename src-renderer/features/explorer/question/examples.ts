import type { AttributeValue, Attributes } from '#shared/catalogue/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { entityOf } from '#shared/catalogue/entity-of.ts';
import { parseTemplate } from '#shared/catalogue/fill-template.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { sortTemplates } from '#shared/catalogue/locate.ts';
import type { Located } from '#shared/catalogue/locate.ts';
import { sampleAttributes } from '#shared/catalogue/sample-attributes.ts';
import { valueOf } from './values.ts';
import type { Values } from './values.ts';

const mostExamples = 6;

/** Values under which the system's own sample items are found, the fullest first. */
export function examplesOf(system: SystemDeclaration, located: Located): readonly Values[] {
  const { pattern, tableKey, holes } = located;
  const given = Object.fromEntries(
    holes.flatMap(({ name }) => {
      const parameter = findDeclared(system.parameters, name);
      const example = parameter?.example ?? parameter?.oneOf?.[0];
      return example === undefined ? [] : [[name, example]];
    }),
  );
  const found = new Map<string, Values>();
  for (const sample of findDeclared(system.samples, tableKey) ?? []) {
    const attributes = sampleAttributes(system, tableKey, sample);
    const entity = entityOf(system, tableKey, attributes);
    if (entity === null || !pattern.returns.includes(entity)) continue;
    const values = keyValues(located, attributes);
    if (values === undefined) continue;
    const whole = { ...given, ...values };
    found.set(JSON.stringify(holes.map(({ name }) => valueOf(whole, name))), whole);
  }
  const examples =
    found.size === 0 && holes.every(({ name }) => valueOf(given, name)) ? [given] : [...found.values()];
  const missing = (values: Values) => holes.filter(({ name }) => valueOf(values, name) === '').length;
  return examples.toSorted((a, b) => missing(a) - missing(b)).slice(0, mostExamples);
}

/** The parameters with which this item would be found by this pattern; undefined where it would not. */
export function keyValues({ schema, pattern }: Located, attributes: Attributes): Values | undefined {
  const partition = keyText(attributes, schema.partition.name);
  if (partition === undefined) return undefined;
  const values = parseTemplate(pattern.partition, partition);
  if (values === undefined) return undefined;
  if (pattern.sort === undefined || schema.sort === undefined) return values;
  const sort = keyText(attributes, schema.sort.name);
  if (sort === undefined) return undefined;
  const [template = ''] = sortTemplates(pattern.sort);
  if ('equals' in pattern.sort) {
    const more = parseTemplate(template, sort);
    return more === undefined ? undefined : { ...values, ...more };
  }
  if ('beginsWith' in pattern.sort) {
    const more = parsePrefix(template, sort);
    return more === undefined ? undefined : { ...values, ...more };
  }
  // A range is chosen by whoever asks; an item has only the value that lies in it.
  return values;
}

/** A key's text; undefined where it is absent or masked. */
export function keyText(attributes: Attributes, name: string): string | undefined {
  const value: AttributeValue | undefined = findDeclared(attributes, name);
  if (value === undefined) return undefined;
  if ('S' in value) return value.S;
  return 'N' in value ? value.N : undefined;
}

/** `JOB#{day}` begins `JOB#2026-11-20#01HX`: a prefix with holes ends where a part of the key does. */
function parsePrefix(template: string, key: string): Values | undefined {
  if (!template.includes('{')) return key.startsWith(template) ? {} : undefined;
  for (let end = 1; end <= key.length; end += 1) {
    if (end < key.length && key[end] !== '#' && key[end - 1] !== '#') continue;
    const values = parseTemplate(template, key.slice(0, end));
    if (values !== undefined) return values;
  }
  return undefined;
}
