import type { AttributeType, EntityDeclaration, SystemDeclaration } from '../declaration.ts';
import { findDeclared } from '../find-declared.ts';
import { attributeOfHole, holeNames } from '../keys/hole-meaning.ts';
import { sortTemplates } from './locate.ts';

/** What somebody may want to find an entity by: what its keys hold, then its attributes that can be in a key. */
export function askableBy(system: SystemDeclaration, entity: string): readonly string[] {
  const declaration = findDeclared(system.entities, entity);
  if (declaration === undefined) return [];
  const asked = Object.values(system.patterns)
    .filter(({ returns }) => returns.includes(entity))
    // Ends of ranges have names of their own, "since" and "until", that are not the entity's.
    .flatMap(({ partition, sort }) =>
      sort !== undefined && 'equals' in sort ? [partition, ...sortTemplates(sort)] : [partition],
    );
  const inKeys = holeNames([...Object.values(declaration.keys), ...asked]).map(
    (hole) => attributeOfHole(declaration, hole)?.name ?? hole,
  );
  const timeToLive = findDeclared(system.tables, declaration.table)?.timeToLive;
  return [...new Set([...inKeys, ...attributesOf(declaration)])].filter((name) => name !== timeToLive);
}

/** Keys are left out that only repeat other attributes, such as GSI1PK. */
function attributesOf({ attributes, keys }: EntityDeclaration): readonly string[] {
  return Object.entries(attributes)
    .filter(([name, { type, secret, oneOf }]) => {
      const alwaysTheSame = oneOf?.length === 1;
      return secret === undefined && !alwaysTheSame && !neverKeys.has(type) && !Object.hasOwn(keys, name);
    })
    .map(([name]) => name);
}

const neverKeys: ReadonlySet<AttributeType> = new Set([
  'flag',
  'presigned address',
  'text set',
  'number set',
  'list',
  'map',
  'binary',
]);
