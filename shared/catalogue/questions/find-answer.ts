import { bringsOnlySome } from './brings-only-some.ts';
import type { EntityDeclaration, SystemDeclaration } from '../declaration.ts';
import { extraWritesADay } from './extra-writes.ts';
import type { ExtraWrites } from './extra-writes.ts';
import { findDeclared } from '../find-declared.ts';
import { holeNames, sameName } from '../keys/hole-meaning.ts';
import { keyPlaces } from '../keys/key-places.ts';
import { knownOwnKey } from './known-own-key.ts';
import { parameterNames } from './parameter-names.ts';
import { proposeIndex } from './propose-index.ts';
import type { ProposedKey } from './propose-index.ts';

export interface AskedBy {
  readonly entity: string;
  /** Attributes or parameters whose values who asks has. */
  readonly by: readonly string[];
}

export type FoundAnswer =
  | { readonly answered: true; readonly pattern: string }
  | {
      readonly answered: false;
      /** The question that comes closest, where any has something in common. */
      readonly nearest: string | null;
      readonly wouldNeed: ProposedKey;
      /** Null where no index is missing, and where the system does not say how often the entity is written. */
      readonly extraWritesADay: ExtraWrites | null;
    };

/** Which question of the system answers this one; else what it would take. */
export function findAnswer(system: SystemDeclaration, { entity, by }: AskedBy): FoundAnswer {
  const declaration = findDeclared(system.entities, entity);
  const tenant = tenantOver(system, declaration);
  const candidates = candidatesFor(system, entity, declaration, by);
  const [answer] = candidates
    .filter(answers)
    .toSorted((one, other) => one.open - other.open || one.brings - other.brings);
  if (answer !== undefined) return { answered: true, pattern: answer.name };
  // A console always has a tenant at hand, so questions are compared as if it had been named.
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
  // Where the tenant is all that is missing, an index with the tenant in its key would answer nothing new.
  return {
    answered: false,
    nearest: nearest?.name ?? null,
    wouldNeed: proposeIndex(system, declaration, by, withTenant.some(answers) ? undefined : tenant),
    extraWritesADay: declaration === undefined ? null : extraWritesADay(system, entity, declaration),
  };
}

interface Candidate {
  readonly name: string;
  /** How many of the names asked by its key condition uses, and how many it has no use for. */
  readonly shared: number;
  readonly unused: number;
  /** What it must be given and was not. */
  readonly missing: number;
  /** Ends of ranges that were not given. */
  readonly open: number;
  /** It leaves out items that are asked for. */
  readonly some: boolean;
  readonly brings: number;
}

/** Whom the entity belongs to; a tenant itself belongs to none, and what is tenantless may belong to several. */
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
        some: bringsOnlySome(pattern, place, entity, by),
        brings: pattern.returns.length,
      },
    ];
  });
}
