import type { AttributeValue, Attributes } from './attribute-value.ts';
import { parseTemplate } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';
import { sortTemplates } from '../questions/locate.ts';
import type { Located } from '../questions/locate.ts';

/** Values as they would be typed. */
export type Typed = Readonly<Record<string, string>>;

/** The parameters with which this item would be found by this pattern; undefined where it would not. */
export function keyValues({ schema, pattern }: Located, attributes: Attributes): Typed | undefined {
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
function parsePrefix(template: string, key: string): Typed | undefined {
  if (!template.includes('{')) return key.startsWith(template) ? {} : undefined;
  for (let end = 1; end <= key.length; end += 1) {
    if (end < key.length && key[end] !== '#' && key[end - 1] !== '#') continue;
    const values = parseTemplate(template, key.slice(0, end));
    if (values !== undefined) return values;
  }
  return undefined;
}
