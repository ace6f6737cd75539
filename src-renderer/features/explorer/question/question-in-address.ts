import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { Question } from '#shared/contract/explorer.ts';
import type { ExplorerAddress } from '../address.ts';
import { listFields, readValue, type Field, type Values } from './fields.ts';

/** A question of a system without values. */
export interface PlacedQuestion {
  readonly system: string;
  readonly pattern: string;
  readonly located: Located;
  readonly fields: readonly Field[];
  /** Null if the answer has no pages. */
  readonly usualPageSize: number | null;
  readonly mayBeConsistent: boolean;
}

export interface HowToRead {
  readonly pageSize: number | null;
  readonly consistent: boolean;
}

const pageSizeElsewhere = 25;

export function placeQuestion(system: SystemDeclaration, pattern: string): PlacedQuestion {
  const located = locate(system, pattern);
  const hasPages = located.operation === 'Query' && located.pattern.gives === 'many';
  return {
    system: system.id,
    pattern,
    located,
    fields: listFields(system, located),
    usualPageSize: hasPages ? (located.pattern.pageSize ?? pageSizeElsewhere) : null,
    mayBeConsistent: located.indexName === null,
  };
}

/** Equal questions must be equal values, or their answer would be read twice. */
export function buildQuestion(placed: PlacedQuestion, sets: readonly Values[], how: HowToRead): Question {
  const { system, pattern, fields, usualPageSize, mayBeConsistent } = placed;
  const pageSize = how.pageSize ?? usualPageSize;
  return {
    system,
    pattern,
    params: sets.map((set) =>
      Object.fromEntries(fields.map(({ name }) => [name, readValue(set, name).trim()])),
    ),
    ...(usualPageSize === null || pageSize === null ? {} : { pageSize }),
    ...(how.consistent && mayBeConsistent ? { consistent: true } : {}),
  };
}

/** Reads the question from an address and adds the private values; null if a value is missing. */
export function readQuestion(
  placed: PlacedQuestion,
  address: Pick<ExplorerAddress, 'values' | 'pageSize' | 'consistent'>,
  personal: readonly Values[],
): Question | null {
  const places = Math.max(1, address.values.length, personal.length);
  const sets = Array.from({ length: places }, (_, place) =>
    Object.fromEntries(
      placed.fields.map((field) => {
        const from = field.personal ? personal[place] : address.values[place];
        return [field.name, readValue(from ?? {}, field.name)];
      }),
    ),
  );
  const question = buildQuestion(placed, sets, address);
  return question.params.some((set) => Object.values(set).includes('')) ? null : question;
}

export function isSameQuestion(one: Question | null, other: Question | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Splits values into those that an address may contain and the private ones. */
export function splitValues(
  fields: readonly Field[],
  sets: readonly Values[],
): { readonly shared: readonly Values[]; readonly personal: readonly Values[] } {
  const half = (personal: boolean) => {
    const names = fields.filter((field) => field.personal === personal).map(({ name }) => name);
    return names.length === 0
      ? []
      : sets.map((set) => Object.fromEntries(names.map((name) => [name, readValue(set, name)])));
  };
  return { shared: half(false), personal: half(true) };
}
