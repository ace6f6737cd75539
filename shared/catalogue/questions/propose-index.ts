import { grouped } from '../../domain/formatting.ts';
import {
  findDeclared,
  type AttributeType,
  type EntityDeclaration,
  type SystemDeclaration,
} from '../declaration.ts';
import { attributeOfHole, fewValues, sameName } from '../keys/key-places.ts';
import { parsePieces, toPrefix, type HoleKind } from '../keys/key-template.ts';

export interface ProposedKey {
  /** The table already has this key, so a pattern is missing and not an index. */
  readonly ownKey?: true;
  readonly partition: string;
  readonly sort?: string;
  /** Describes which items need the keys of the index. */
  readonly sparse?: string;
}

/** Proposes the keys of an index that would answer a question, with the tenant first and time in the sort key. */
export function proposeIndex(
  system: SystemDeclaration,
  entity: EntityDeclaration | undefined,
  by: readonly string[],
  tenant: string | undefined,
): ProposedKey {
  const names = by.map((name) =>
    entity === undefined ? name : (attributeOfHole(entity, name)?.name ?? name),
  );
  const others = names.filter((name) => tenant === undefined || !sameName(name, tenant));
  // A time goes into the sort key, where it can be asked by range too.
  const times = others.filter((name) => findHoleKind(entity, name) !== 'text');
  const asSort = times.find((name) => findHoleKind(entity, name) !== 'date') ?? times[0];
  const inPartition = others.filter((name) => name !== asSort);
  const parts = inPartition.map((name) => part(system, name, findHoleKind(entity, name)));
  if (tenant !== undefined) parts.unshift(part(system, tenant, 'text'));
  else if (isNarrow(system, entity, inPartition)) {
    // Otherwise all items would share a few partitions, which the review reports as hot.
    parts.push(inPartition.length === 0 ? 'DAY#{day:date}' : 'SHARD#{shard:number}');
  }
  const sort = asSort ?? (entity === undefined ? undefined : findTimeAttribute(entity, inPartition));
  const sparse = entity === undefined ? undefined : sparseNote(entity, inPartition);
  return {
    partition: parts.join('#'),
    ...(sort === undefined ? {} : { sort: hole(sort, findHoleKind(entity, sort)) }),
    ...(sparse === undefined ? {} : { sparse }),
  };
}

function isNarrow(
  system: SystemDeclaration,
  entity: EntityDeclaration | undefined,
  names: readonly string[],
): boolean {
  if (entity === undefined) return names.length === 0;
  return names.every((name) => fewValues(system, entity, name) !== undefined);
}

/** Uses the prefix that the system's keys already have for it. */
function part(system: SystemDeclaration, name: string, kind: HoleKind): string {
  return `${prefixIn(system, name) ?? toPrefix(name)}#${hole(name, kind)}`;
}

function hole(name: string, kind: HoleKind): string {
  return kind === 'text' ? `{${name}}` : `{${name}:${kind}}`;
}

function prefixIn(system: SystemDeclaration, name: string): string | undefined {
  for (const template of Object.values(system.entities).flatMap(({ keys }) => Object.values(keys))) {
    const pieces = parsePieces(template);
    for (const [index, piece] of pieces.entries()) {
      const before = pieces[index - 1];
      if (typeof piece === 'string' || !sameName(piece.name, name) || typeof before !== 'string') continue;
      const prefix = /([^#]+)#$/.exec(before)?.[1];
      if (prefix !== undefined) return prefix;
    }
  }
  return undefined;
}

const kinds: Partial<Record<AttributeType, HoleKind>> = {
  date: 'date',
  time: 'time',
  'epoch seconds': 'epochSeconds',
  'epoch milliseconds': 'epochMs',
};

function findHoleKind(entity: EntityDeclaration | undefined, name: string): HoleKind {
  const type = entity === undefined ? undefined : attributeOfHole(entity, name)?.declaration.type;
  return (type === undefined ? undefined : kinds[type]) ?? 'text';
}

/** Prefers the time of the last change, then the time of creation, then any time that every item has. */
function findTimeAttribute(entity: EntityDeclaration, taken: readonly string[]): string | undefined {
  const always = Object.entries(entity.attributes).filter(
    ([name, { optional }]) => optional !== true && !taken.includes(name) && !/ttl|expire/i.test(name),
  );
  const times = always.filter(([, { type }]) => type in kinds).map(([name]) => name);
  const ulids = always.filter(([, { type }]) => type === 'ulid').map(([name]) => name);
  return (
    times.find((name) => changes.test(name)) ??
    times.find((name) => begins.test(name)) ??
    ulids.find((name) => begins.test(name)) ??
    times[0]
  );
}

const changes = /updated|changed/i;
const begins = /created|received|posted|submitted|started|hired/i;

function sparseNote(entity: EntityDeclaration, names: readonly string[]): string | undefined {
  const { status } = entity;
  if (status !== undefined && names.some((name) => sameName(name, status.attribute))) {
    return `only while ${status.attribute} is one that is asked for`;
  }
  const optional = names.find((name) => attributeOfHole(entity, name)?.declaration.optional === true);
  return optional === undefined ? undefined : `only on items that have ${optional}`;
}

export interface ExtraWrites {
  readonly wru: number;
  /** Explains how the number was computed. */
  readonly basis: string;
}

/** Computes what one more index of whole items would add to a day, from the writes that the system declares. */
export function extraWritesADay(
  system: SystemDeclaration,
  entity: string,
  { bytes }: EntityDeclaration,
): ExtraWrites | null {
  const writes = Object.values(system.writes ?? {})
    .map(({ title, callsPerDay, items = {} }) => ({
      title,
      aDay: callsPerDay * (findDeclared(items, entity) ?? 0),
    }))
    .filter(({ aDay }) => aDay > 0);
  if (writes.length === 0) return null;
  const aDay = writes.reduce((sum, write) => sum + write.aDay, 0);
  const units = Math.max(1, Math.ceil((bytes ?? 1) / 1_024));
  const size = bytes === undefined ? 'if an item is no more than 1 KB' : `for ${units} KB`;
  const titles = writes.map(({ title }) => title).join(', ');
  return {
    wru: aDay * units,
    basis: `${grouped(aDay)} items written a day (${titles}), each ${units} more write unit${units === 1 ? '' : 's'} ${size}; twice that where a write changes the new key`,
  };
}
