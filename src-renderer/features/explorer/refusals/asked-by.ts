import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { AskedBy } from '#shared/catalogue/questions/find-answer.ts';
import { listed } from '#shared/domain/formatting.ts';
import { spaced, readValue, type Values } from '../question/fields.ts';

/** As many as a counted refusal holds; more than four conditions are no longer one question. */
export const mostBy = 4;

/** The attributes to ask by, as an address holds them. */
export function askedByValues({ entity, by }: AskedBy): Values {
  return { entity, by: by.join('\n') };
}

export function readAskedBy(values: Values | undefined): AskedBy | null {
  const entity = readValue(values ?? {}, 'entity');
  if (entity === '') return null;
  const by = readValue(values ?? {}, 'by')
    .split('\n')
    .filter((name) => name !== '');
  return { entity, by: by.slice(0, mostBy) };
}

/** "Which documents have a given supplier and total?" */
export function describeQuestion({ entity, by }: AskedBy): string {
  return `Which ${plural(spaced(entity).toLowerCase())} have a given ${listed(by.map(describeAttribute))}?`;
}

export function isSameQuestion(
  one: AskedBy & { readonly system: string },
  other: AskedBy & { readonly system: string },
): boolean {
  return (
    one.system === other.system &&
    one.entity === other.entity &&
    one.by.length === other.by.length &&
    one.by.every((name) => other.by.includes(name))
  );
}

function describeAttribute(name: string): string {
  const words = spaced(name);
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}

/** The plural of "tenant in directory" is "tenants in directory". */
function plural(words: string): string {
  const [noun = words, ...where] = words.split(/ (?=(?:in|of) )/);
  return [many(noun), ...where].join(' ');
}

function many(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns a free name for a further index of the entity's table: GSI4 after GSI3. */
export function freeIndexName(system: SystemDeclaration, entity: string): string {
  const table = findDeclared(system.tables, findDeclared(system.entities, entity)?.table ?? '');
  const names = Object.keys(table?.indexes ?? {});
  let number = names.length + 1;
  while (names.includes(`GSI${String(number)}`)) number += 1;
  return `GSI${String(number)}`;
}
