import {
  findDeclared,
  type EntityDeclaration,
  type KeyAttribute,
  type KeySchema,
  type PatternDeclaration,
  type SystemDeclaration,
} from '../declaration.ts';
import {
  attributeOfHole,
  holeNames,
  isShard,
  isStatus,
  keyNames,
  keyPlaces,
  sameName,
  type KeyPlace,
  type WrittenKey,
} from '../keys/key-places.ts';
import { listHoles, parsePieces, type Piece } from '../keys/key-template.ts';
import { sortTemplates } from './locate.ts';
import { extraWritesADay, proposeIndex, type ExtraWrites, type ProposedKey } from './propose-index.ts';

export interface AskedBy {
  readonly entity: string;
  /** The attributes or parameters whose values the caller knows. */
  readonly by: readonly string[];
}

export type FoundAnswer =
  | { readonly answered: true; readonly pattern: string }
  | {
      readonly answered: false;
      /** The closest question, if any has something in common. */
      readonly nearest: string | null;
      readonly wouldNeed: ProposedKey;
      /** Null if no index is missing, or if the system does not declare how often the entity is written. */
      readonly extraWritesADay: ExtraWrites | null;
    };

/** Finds the question of the system that answers this one, or says what it would take. */
export function findAnswer(system: SystemDeclaration, { entity, by }: AskedBy): FoundAnswer {
  const declaration = findDeclared(system.entities, entity);
  const tenant = tenantOver(system, declaration);
  const candidates = candidatesFor(system, entity, declaration, by);
  const [answer] = candidates
    .filter(answers)
    .toSorted((one, other) => one.open - other.open || one.brings - other.brings);
  if (answer !== undefined) return { answered: true, pattern: answer.name };
  // A console always knows the tenant, so questions are compared as if it had been given.
  const withTenant = candidatesFor(system, entity, declaration, namingTenant(tenant, by));
  const [nearest] = withTenant
    .filter(({ shared }) => shared > 0)
    .toSorted(
      (one, other) =>
        other.shared - one.shared ||
        one.missing - other.missing ||
        Number(one.some) - Number(other.some) ||
        one.open - other.open,
    );
  const own =
    declaration === undefined || withTenant.some(answers)
      ? undefined
      : knownOwnKey(system, declaration, namingTenant(tenant, by));
  if (own !== undefined) {
    const bringing = withTenant.find(({ missing }) => missing === 0);
    return {
      answered: false,
      nearest: (nearest ?? bringing)?.name ?? null,
      wouldNeed: { ownKey: true, ...own },
      extraWritesADay: null,
    };
  }
  // If only the tenant is missing, an index with the tenant in its key would answer nothing new.
  return {
    answered: false,
    nearest: nearest?.name ?? null,
    wouldNeed: proposeIndex(system, declaration, by, withTenant.some(answers) ? undefined : tenant),
    extraWritesADay: declaration === undefined ? null : extraWritesADay(system, entity, declaration),
  };
}

interface Candidate {
  readonly name: string;
  /** How many of the given names its key condition uses, and how many it does not use. */
  readonly shared: number;
  readonly unused: number;
  /** The number of required parameters that were not given. */
  readonly missing: number;
  /** The number of range ends that were not given. */
  readonly open: number;
  /** The pattern leaves out some of the requested items. */
  readonly some: boolean;
  readonly brings: number;
}

/**
 * Returns the parameter of the tenant that owns the entity. A tenant itself has no owner, and a tenantless entity may
 * belong to several.
 */
function tenantOver(
  { tenant }: SystemDeclaration,
  declaration: EntityDeclaration | undefined,
): string | undefined {
  if (tenant === undefined || declaration === undefined) return tenant;
  const names = holeNames(Object.values(declaration.keys));
  const isTenant = names.length > 0 && names.every((name) => sameName(name, tenant));
  return isTenant || declaration.tenantless !== undefined ? undefined : tenant;
}

function namingTenant(tenant: string | undefined, by: readonly string[]): readonly string[] {
  return tenant === undefined || by.some((name) => sameName(name, tenant)) ? by : [...by, tenant];
}

function answers({ missing, unused, some }: Candidate): boolean {
  return missing === 0 && unused === 0 && !some;
}

function candidatesFor(
  system: SystemDeclaration,
  entity: string,
  declaration: EntityDeclaration | undefined,
  by: readonly string[],
): readonly Candidate[] {
  if (declaration === undefined) return [];
  const places = new Map(keyPlaces(system).map((place) => [place.on, place]));
  return Object.entries(system.patterns).flatMap(([name, pattern]): Candidate[] => {
    const place = places.get(pattern.on);
    if (place === undefined || !pattern.returns.includes(entity)) return [];
    const { needed, ranged } = parameterNames(pattern, declaration, place.schema, by);
    const has = (names: readonly string[]): boolean =>
      names.some((one) => by.some((other) => sameName(one, other)));
    const all = [...needed, ...ranged].flat();
    const shared = by.filter((one) => all.some((other) => sameName(one, other))).length;
    return [
      {
        name,
        shared,
        unused: by.length - shared,
        missing: needed.filter((names) => !has(names)).length,
        open: ranged.filter((names) => !has(names)).length,
        some: bringsOnlySome(system, pattern, place, entity, by),
        brings: pattern.returns.length,
      },
    ];
  });
}

/** Returns the table's own key if exactly its parts are known. No index is missing then. */
function knownOwnKey(
  system: SystemDeclaration,
  { table, keys }: EntityDeclaration,
  known: readonly string[],
): { readonly partition: string; readonly sort?: string } | undefined {
  const schema = findDeclared(system.tables, table);
  const [partition, sort] = (schema === undefined ? [] : keyNames(schema)).map((name) =>
    findDeclared(keys, name),
  );
  if (partition === undefined) return undefined;
  const names = holeNames(sort === undefined ? [partition] : [partition, sort]);
  const isWhole = names.length > 0 && isWithin(names, known) && isWithin(known, names);
  if (!isWhole) return undefined;
  return { partition, ...(sort === undefined ? {} : { sort }) };
}

function isWithin(names: readonly string[], others: readonly string[]): boolean {
  return names.every((name) => others.some((other) => sameName(name, other)));
}

/**
 * Tells whether a pattern leaves out requested items of an entity: either its index does not have all of them, or the
 * pattern fixes a part that the entity's key leaves open. "Open jobs" does not answer "which jobs".
 */
function bringsOnlySome(
  system: SystemDeclaration,
  pattern: Pick<PatternDeclaration, 'partition' | 'sort'>,
  { written }: KeyPlace,
  entity: string,
  by: readonly string[],
): boolean {
  const key = written.find((one) => one.entity === entity);
  if (key === undefined) return false;
  if (key.sparse !== undefined && !asksByWhatIsSparse(system, key, by)) return true;
  return (
    saysMore(pattern.partition, key.partition) ||
    (key.sort !== undefined &&
      pattern.sort !== undefined &&
      'equals' in pattern.sort &&
      saysMore(pattern.sort.equals, key.sort))
  );
}

/**
 * A question by the status, or by an attribute that only some items have, asks for the items that are in the index. So
 * does one by the shard, which is in no item but only in keys.
 */
function asksByWhatIsSparse(
  system: SystemDeclaration,
  { declaration, partition }: WrittenKey,
  by: readonly string[],
): boolean {
  return listHoles(partition).some(({ name }) => {
    const attribute = attributeOfHole(declaration, name);
    const narrows =
      isStatus(declaration, name) ||
      attribute?.declaration.optional === true ||
      isShard(system, declaration, name);
    return narrows && by.some((one) => sameName(one, name) || sameName(one, attribute?.name ?? name));
  });
}

/** A single hole stands for the whole key, `{fileId}` for `{entity}-{date}`. */
function saysMore(asked: string, own: string): boolean {
  const [first, ...more] = parsePieces(asked);
  if (more.length === 0 && typeof first === 'object') return false;
  return listHoles(asked).length < listHoles(own).length;
}

/** Lists each parameter of a pattern with all the names it may be known by. */
interface ParameterNames {
  /** The parameters that the pattern requires. */
  readonly needed: readonly (readonly string[])[];
  /** The parameters that begin or end a range. */
  readonly ranged: readonly (readonly string[])[];
}

/** Translates a pattern's parameters into attributes of an entity, because people ask by those. */
function parameterNames(
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
  const isWhole = parsePieces(template).length === 1;
  // `{fileId}` stands for a key made as `{entity}-{date}`, so knowing its parts means knowing the whole.
  const parts = listHoles(own);
  const knowsParts =
    isWhole && parts.length > 1 && parts.every(({ name }) => by.some((one) => isNamed(entity, name, one)));
  const asked = knowsParts ? own : template;
  const whole = isWhole && !knowsParts ? [key.name] : [];
  return listHoles(asked).map(({ name }) => {
    const beside = holeBeside(asked, own, name);
    return [name, beside, ...whole].flatMap((one) =>
      one === undefined ? [] : [one, attributeOfHole(entity, one)?.name ?? one],
    );
  });
}

function isNamed(entity: EntityDeclaration, hole: string, name: string): boolean {
  return sameName(hole, name) || attributeOfHole(entity, hole)?.name === name;
}

/** Returns the hole at the same place in the entity's own template, as far as the two templates agree. */
function holeBeside(template: string, own: string, hole: string): string | undefined {
  const [pieces, ownPieces] = [parsePieces(template), parsePieces(own)];
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

/** `{fileId}` covers all of `{entity}-{date}`, so it is not the entity alone. */
function endsAlike(next: Piece | undefined, ownNext: Piece | undefined): boolean {
  return typeof next === 'string' && typeof ownNext === 'string'
    ? ownNext.startsWith(next)
    : next === ownNext;
}
