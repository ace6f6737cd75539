import { grouped } from '../../domain/formatting.ts';
import {
  findDeclared,
  type AttributeType,
  type SystemDeclaration,
  type TableDeclaration,
} from '../declaration.ts';
import { itemBytes, type Attributes } from '../items/attribute-value.ts';
import {
  attributeOfHole,
  findEntity,
  keyPlaces,
  type KeyPlace,
  type WrittenKey,
} from '../keys/key-places.ts';
import { listHoles, type Hole } from '../keys/key-template.ts';
import type { Observation, ReviewRule, SampledItems, Severity } from './finding.ts';

const trap =
  'DynamoDB compares text character by character: "999" comes after "1000", because 9 is more than 1.';

/** Numbers sort numerically only in a Number key, and times sort as text only in a text key. */
export const timeOrNumberAsText: ReviewRule = {
  name: 'time-or-number-as-text',
  check: (system) =>
    keyPlaces(system).flatMap((place) => place.written.flatMap((key) => checkKey(system, place, key))),
  checkItems: (system, sampled) => keyPlaces(system).flatMap((place) => checkSorted(system, place, sampled)),
};

function checkKey(system: SystemDeclaration, place: KeyPlace, key: WrittenKey): readonly Observation[] {
  const sort = place.schema.sort;
  if (sort === undefined || key.sort === undefined) return [];
  const about = { at: `${system.id}.${place.on}`, table: place.tableKey };
  return listHoles(key.sort).flatMap((hole): Observation[] => {
    const meaning = findMeaning(key, hole);
    if (sort.type === 'N') {
      if (meaning !== 'time' && meaning !== 'date') return [];
      return [
        {
          ...about,
          severity: 'high',
          says: `${sort.name} of ${place.on} is a Number, and ${key.entity} writes the ${meaning} {${hole.name}} to it as text.`,
          why: 'DynamoDB rejects an item whose key has a different type than the table or index declares.',
          remedy: 'Write it as epoch milliseconds, or create an index with a text sort key.',
        },
      ];
    }
    if (meaning === undefined || meaning === 'time' || meaning === 'date') return [];
    return [
      {
        ...about,
        severity: rateSeverity(system, place, key, meaning),
        says: `${sort.name} of ${place.on} is text, and ${key.entity} is sorted by {${hole.name}}, which is ${meaning === 'number' ? 'a number' : meaning}.`,
        why:
          meaning === 'number'
            ? trap
            : `${trap} Current times all have the same number of digits, so only early or mistaken values end up at the wrong end.`,
        remedy:
          meaning === 'number'
            ? 'Pad it with zeros to a fixed width, or create an index with a Number sort key.'
            : 'Write it as an ISO 8601 time, which sorts as text, or create an index with a Number sort key.',
      },
    ];
  });
}

type Meaning = Extract<AttributeType, 'number' | 'epoch seconds' | 'epoch milliseconds' | 'time' | 'date'>;

/** The names are the kinds of holes and the types of attributes. */
const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['number', 'number'],
  ['epochSeconds', 'epoch seconds'],
  ['epoch seconds', 'epoch seconds'],
  ['epochMs', 'epoch milliseconds'],
  ['epoch milliseconds', 'epoch milliseconds'],
  ['time', 'time'],
  ['date', 'date'],
]);

function findMeaning({ declaration }: WrittenKey, { name, kind }: Hole): Meaning | undefined {
  return meanings.get(kind) ?? meanings.get(attributeOfHole(declaration, name)?.declaration.type ?? '');
}

/** A number in a key that is asked by range or in order gives wrong answers, not just an odd order. */
function rateSeverity(
  system: SystemDeclaration,
  { on }: KeyPlace,
  { entity }: WrittenKey,
  meaning: Meaning,
): Severity {
  if (meaning !== 'number') return 'medium';
  const asked = Object.values(system.patterns).some(
    ({ on: place, returns, order, sort }) =>
      place === on &&
      returns.includes(entity) &&
      (order !== undefined || (sort !== undefined && !('equals' in sort) && !('beginsWith' in sort))),
  );
  return asked ? 'high' : 'medium';
}

function checkSorted(
  system: SystemDeclaration,
  { on, tableKey, schema }: KeyPlace,
  sampled: SampledItems,
): readonly Observation[] {
  const sort = schema.sort;
  if (sort?.type !== 'S') return [];
  const values = (findDeclared(sampled, tableKey) ?? []).flatMap((item) => textAt(item, sort.name));
  const lengths = new Set(values.filter((value) => /^\d+$/.test(value)).map(({ length }) => length));
  if (lengths.size < 2) return [];
  const [short, long] = [Math.min(...lengths), Math.max(...lengths)];
  return [
    {
      severity: 'medium',
      at: `${system.id}.${on}`,
      says: `${sort.name} of ${on} has numbers of ${short} to ${long} digits stored as text in the items read.`,
      why: trap,
      remedy: 'Pad them with zeros to a fixed width, or create an index with a Number sort key.',
      table: tableKey,
    },
  ];
}

function textAt(item: Attributes, name: string): readonly string[] {
  const value = findDeclared(item, name);
  return value !== undefined && 'S' in value ? [value.S] : [];
}

/**
 * A time to live is a Number of epoch seconds. In milliseconds it is a date some 50,000 years away. DynamoDB also does
 * not delete items that expired more than five years ago.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html
 */
export const ttlInMilliseconds: ReviewRule = {
  name: 'ttl-in-milliseconds',
  check: (system) =>
    Object.entries(system.entities).flatMap(([entity, { table: tableKey, attributes }]) => {
      const attribute = findDeclared(system.tables, tableKey)?.timeToLive;
      const type = attribute === undefined ? undefined : findDeclared(attributes, attribute)?.type;
      if (attribute === undefined || type === undefined || type === 'epoch seconds') return [];
      return [declared(system, { entity, tableKey, attribute, type })];
    }),
  checkItems: (system, sampled, now) =>
    Object.entries(system.tables).flatMap(([tableKey, table]) => {
      const worst = findWorst(table, findDeclared(sampled, tableKey) ?? [], now);
      return worst === undefined ? [] : [seen(system, tableKey, worst)];
    }),
};

interface DeclaredTtl {
  readonly entity: string;
  readonly tableKey: string;
  readonly attribute: string;
  readonly type: AttributeType;
}

function declared(
  system: SystemDeclaration,
  { entity, tableKey, attribute, type }: DeclaredTtl,
): Observation {
  const about = { at: `${system.id}.${entity}.${attribute}`, table: tableKey };
  if (type === 'epoch milliseconds') {
    return {
      ...about,
      severity: 'high',
      says: `${attribute} of ${entity} is an expiry time in milliseconds, and DynamoDB reads it as seconds.`,
      why: 'That is about 50,000 years away, so nothing is ever deleted and storage keeps costing.',
      remedy: 'Divide by 1,000 and round down when writing it; each existing item needs one update.',
    };
  }
  const number = type === 'number';
  return {
    ...about,
    severity: number ? 'low' : 'high',
    says: `${attribute} of ${entity} is an expiry time, and is declared as ${type}.`,
    why: number
      ? 'A plain number may be seconds or milliseconds, and milliseconds would never expire.'
      : 'DynamoDB expires items only by a Number of epoch seconds and silently ignores anything else.',
    remedy: number ? 'If it is epoch seconds, declare it as such.' : 'Write epoch seconds as a Number.',
  };
}

type Defect = 'milliseconds' | 'far' | 'old' | 'type';
interface Worst {
  readonly attribute: string;
  readonly defect: Defect;
  readonly count: number;
  readonly of: number;
}

const order: readonly Defect[] = ['milliseconds', 'type', 'far', 'old'];

function findWorst(
  { timeToLive }: TableDeclaration,
  items: readonly Attributes[],
  now: number | undefined,
): Worst | undefined {
  if (timeToLive === undefined) return undefined;
  const defects = items.map((item) => findDefect(item, timeToLive, now));
  const worst = order.find((defect) => defects.includes(defect));
  if (worst === undefined) return undefined;
  const count = defects.filter((defect) => defect === worst).length;
  return { attribute: timeToLive, defect: worst, count, of: items.length };
}

const fiveYears = 5 * 365.25 * 86_400;
/** In seconds this is the year 5138 and in milliseconds 1973. Neither makes sense as a time to live. */
const surelyMilliseconds = 1e11;

function findDefect(item: Attributes, name: string, now: number | undefined): Defect | undefined {
  const value = findDeclared(item, name);
  if (value === undefined || 'MASKED' in value) return undefined;
  if (!('N' in value)) return 'type';
  const seconds = Number(value.N);
  if (seconds >= surelyMilliseconds) return 'milliseconds';
  if (now === undefined) return undefined;
  if (seconds > now / 1_000 + fiveYears) return 'far';
  return seconds < now / 1_000 - fiveYears ? 'old' : undefined;
}

function seen(
  system: SystemDeclaration,
  tableKey: string,
  { attribute, defect, count, of }: Worst,
): Observation {
  return {
    at: `${system.id}.${tableKey}.${attribute}`,
    table: tableKey,
    says: `In ${count} of ${of} items read, ${attribute} ${texts[defect].says}.`,
    severity: texts[defect].severity,
    why: texts[defect].why,
    remedy: texts[defect].remedy,
  };
}

const texts: Readonly<Record<Defect, Pick<Observation, 'says' | 'severity' | 'why' | 'remedy'>>> = {
  milliseconds: {
    severity: 'high',
    says: 'is in milliseconds',
    why: 'DynamoDB reads it as seconds, tens of thousands of years away, so these items are never deleted.',
    remedy: 'Divide by 1,000 when writing it, and update existing items.',
  },
  type: {
    severity: 'high',
    says: 'is not a Number',
    why: 'DynamoDB silently ignores it, so these items are never deleted.',
    remedy: 'Write epoch seconds as a Number.',
  },
  far: {
    severity: 'medium',
    says: 'is more than five years ahead',
    why: 'Few items are meant to live that long; usually the unit or the calculation is wrong.',
    remedy: 'Check the calculation. If items should stay, leave the attribute out.',
  },
  old: {
    severity: 'low',
    says: 'is more than five years ago',
    why: 'DynamoDB never deletes items that expired more than five years ago, so that a wrong value cannot empty a table.',
    remedy: 'If the item should go, correct the value. Deleting it by hand costs a write.',
  },
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
const limit = 400 * 1_024;
const near = limit * 0.8;

/** DynamoDB refuses items above 400 KB, names of attributes included. */
export const itemNear400Kb: ReviewRule = {
  name: 'item-near-400kb',
  check: (system) =>
    Object.entries(system.entities).flatMap(([entity, { table, largestBytes, bytes }]) => {
      const largest = largestBytes ?? bytes ?? 0;
      if (largest < near) return [];
      return [observed(`${system.id}.${entity}`, table, `The largest expected ${entity}`, largest)];
    }),
  checkItems: (system, sampled) =>
    Object.entries(sampled).flatMap(([table, items]) => {
      const sizes = items.map((item) => ({ item, size: itemBytes(item) }));
      const big = sizes.filter(({ size }) => size >= near).toSorted((one, other) => other.size - one.size);
      const [largest] = big;
      if (largest === undefined) return [];
      const entity = findEntity(system, table, largest.item) ?? 'item';
      const what = `The largest ${entity} of ${big.length} near the limit that ${big.length === 1 ? 'was' : 'were'} read`;
      return [observed(`${system.id}.${table}`, table, what, largest.size)];
    }),
};

function observed(at: string, table: string, what: string, bytes: number): Observation {
  const kilobytes = Math.ceil(bytes / 1_024);
  return {
    severity: bytes >= limit ? 'high' : 'medium',
    at,
    says: `${what} is ${grouped(kilobytes)} KB of the 400 KB limit.`,
    why: `Above 400 KB the write fails, usually in the middle of a run. Until then each read costs ${grouped(Math.ceil(bytes / 4_096) / 2)} read units and each write ${grouped(kilobytes)} write units, plus as many for each index that projects everything.`,
    remedy:
      'Store the large part in S3 with its address in the item, or split it into items with the same partition key.',
    table,
  };
}
