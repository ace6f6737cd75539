import type { EntityDeclaration, KeyAttribute, KeySchema, PatternDeclaration } from '../declaration.ts';
import { holesOf, piecesOf } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';
import { attributeOfHole, sameName } from '../keys/hole-meaning.ts';
import { sortTemplates } from './locate.ts';
import type { Piece } from '../templates/read-template.ts';

/** Each parameter of a pattern by all the names it can be known under. */
export interface ParameterNames {
  /** What it cannot be asked without. */
  readonly needed: readonly (readonly string[])[];
  /** Beginnings and ends of ranges. */
  readonly ranged: readonly (readonly string[])[];
}

/** A pattern's parameters as attributes of an entity, since people ask by those. */
export function parameterNames(
  { partition, sort }: Pick<PatternDeclaration, 'partition' | 'sort'>,
  entity: EntityDeclaration,
  schema: KeySchema,
  by: readonly string[],
): ParameterNames {
  const inPartition = namesIn(partition, entity, schema.partition, by);
  const inSort = sortTemplates(sort).flatMap((template) =>
    schema.sort === undefined ? [] : namesIn(template, entity, schema.sort, by),
  );
  return sort !== undefined && 'equals' in sort
    ? { needed: [...inPartition, ...inSort], ranged: [] }
    : { needed: inPartition, ranged: inSort };
}

function namesIn(
  template: string,
  entity: EntityDeclaration,
  key: KeyAttribute,
  by: readonly string[],
): readonly (readonly string[])[] {
  const own = findDeclared(entity.keys, key.name) ?? '';
  const isWhole = piecesOf(template).length === 1;
  // `{fileId}` for a key made as `{entity}-{date}`: who knows the parts knows the whole.
  const parts = holesOf(own);
  const knowsParts =
    isWhole && parts.length > 1 && parts.every(({ name }) => by.some((one) => isNamed(entity, name, one)));
  const asked = knowsParts ? own : template;
  const whole = isWhole && !knowsParts ? [key.name] : [];
  return holesOf(asked).map(({ name }) => {
    const beside = holeBeside(asked, own, name);
    return [name, beside, ...whole].flatMap((one) =>
      one === undefined ? [] : [one, attributeOfHole(entity, one)?.name ?? one],
    );
  });
}

function isNamed(entity: EntityDeclaration, hole: string, name: string): boolean {
  return sameName(hole, name) || attributeOfHole(entity, hole)?.name === name;
}

/** What the entity's own template has in the same place, as far as the two are alike. */
function holeBeside(template: string, own: string, hole: string): string | undefined {
  const [pieces, ownPieces] = [piecesOf(template), piecesOf(own)];
  for (const [index, piece] of pieces.entries()) {
    const beside = ownPieces[index];
    if (typeof piece === 'string' || typeof beside === 'string' || beside === undefined) {
      if (piece !== beside) return undefined;
    } else if (piece.name === hole) {
      return endsAlike(pieces[index + 1], ownPieces[index + 1]) ? beside.name : undefined;
    }
  }
  return undefined;
}

/** `{fileId}` takes in all of `{entity}-{date}`, so it is not the entity alone. */
function endsAlike(next: Piece | undefined, ownNext: Piece | undefined): boolean {
  return typeof next === 'string' && typeof ownNext === 'string'
    ? ownNext.startsWith(next)
    : next === ownNext;
}
