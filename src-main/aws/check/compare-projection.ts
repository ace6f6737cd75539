import type { Projection } from '@aws-sdk/client-dynamodb';
import {
  findDeclared,
  type IndexDeclaration,
  type SystemDeclaration,
} from '#shared/catalogue/declaration.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import { listed } from '#shared/domain/formatting.ts';
import type { Difference } from './planned-check.ts';

interface Compared {
  readonly name: string;
  readonly declared: IndexDeclaration;
  readonly found: Projection | undefined;
  readonly system: SystemDeclaration;
  /** Those that are asked of this index. */
  readonly questions: readonly Located[];
}

/** What an index holds beside its keys: less than is declared is read as "not projected", more costs. */
export function compareProjection({
  name,
  declared,
  found,
  system,
  questions,
}: Compared): readonly Difference[] {
  const kept = keptBy(found);
  const wanted = declared.projection;
  const expected = inWords(wanted);
  const difference = (means: string, matters: boolean): readonly Difference[] => [
    { where: `projection of index ${name}`, expected, found: inWords(kept), means, matters },
  ];
  if (sameProjection(wanted, kept)) return [];
  if (kept === 'ALL')
    return difference('Nothing is missing; it holds more than is asked for, which costs.', false);
  const asked = wanted === 'KEYS_ONLY' ? [] : attributesOf(system, questions, wanted);
  const holds = kept === 'KEYS_ONLY' ? [] : kept;
  const missing = asked.filter((attribute) => !holds.includes(attribute));
  if (missing.length === 0) return difference('All that is asked of it is there.', false);
  return difference(`These will read as not projected in its lists: ${some(missing)}.`, true);
}

/** What its questions bring, as far as the declared index holds it. */
function attributesOf(
  system: SystemDeclaration,
  questions: readonly Located[],
  wanted: 'ALL' | readonly string[],
): readonly string[] {
  const keys = new Set(
    Object.values(system.tables).flatMap((table) =>
      [table, ...Object.values(table.indexes ?? {})].flatMap(({ partition, sort }) => [
        partition.name,
        sort?.name,
      ]),
    ),
  );
  const all = questions.flatMap(
    ({ pattern }) =>
      pattern.attributes ??
      pattern.returns.flatMap((entity) =>
        Object.keys(findDeclared(system.entities, entity)?.attributes ?? {}),
      ),
  );
  return [...new Set(all)].filter((one) => !keys.has(one) && (wanted === 'ALL' || wanted.includes(one)));
}

type Kept = IndexDeclaration['projection'];

function keptBy(found: Projection | undefined): Kept {
  if (found?.ProjectionType === 'ALL') return 'ALL';
  return found?.ProjectionType === 'INCLUDE' ? (found.NonKeyAttributes ?? []) : 'KEYS_ONLY';
}

function sameProjection(one: Kept, other: Kept): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

function inWords(kept: Kept): string {
  if (kept === 'ALL') return 'all attributes';
  return kept === 'KEYS_ONLY' ? 'keys alone' : `keys, ${some(kept.toSorted())}`;
}

function some(attributes: readonly string[]): string {
  const named = attributes.slice(0, mostNamed);
  const more = attributes.length - named.length;
  return listed(more > 0 ? [...named, `${more} more`] : named);
}

const mostNamed = 6;
