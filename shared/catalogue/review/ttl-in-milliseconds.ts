import type { Attributes } from '../items/attribute-value.ts';
import type { AttributeType, SystemDeclaration, TableDeclaration } from '../declaration.ts';
import { findDeclared } from '../find-declared.ts';
import type { Observation, ReviewRule } from './finding.ts';

/**
 * A time to live is a Number of epoch seconds. In milliseconds it is a date some 50,000 years away; and what
 * expired more than five years ago is not deleted either.
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
      const worst = worstOf(table, findDeclared(sampled, tableKey) ?? [], now);
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
      says: `${attribute} of ${entity} says when it may go in milliseconds, and DynamoDB reads it as seconds.`,
      why: 'That is some 50,000 years away, so nothing is ever deleted and storage is paid for without end.',
      remedy:
        'Divide by 1,000 and round down where it is written; items that are there need one update each.',
    };
  }
  const number = type === 'number';
  return {
    ...about,
    severity: number ? 'low' : 'high',
    says: `${attribute} of ${entity} is declared as ${type}, and says when it may go.`,
    why: number
      ? 'A plain number does not say that it is seconds, and milliseconds would never expire.'
      : 'DynamoDB deletes only by a Number of epoch seconds and passes over everything else without a word.',
    remedy: number
      ? 'Declare it as epoch seconds, if that is what is written.'
      : 'Write epoch seconds as a Number.',
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

function worstOf(
  { timeToLive }: TableDeclaration,
  items: readonly Attributes[],
  now: number | undefined,
): Worst | undefined {
  if (timeToLive === undefined) return undefined;
  const defects = items.map((item) => defectOf(item, timeToLive, now));
  const worst = order.find((defect) => defects.includes(defect));
  if (worst === undefined) return undefined;
  const count = defects.filter((defect) => defect === worst).length;
  return { attribute: timeToLive, defect: worst, count, of: items.length };
}

const fiveYears = 5 * 365.25 * 86_400;
/** In seconds the year 5138, in milliseconds 1973: no time to live is meant to be either. */
const surelyMilliseconds = 1e11;

function defectOf(item: Attributes, name: string, now: number | undefined): Defect | undefined {
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
    says: `In ${count} of ${of} items that were read, ${attribute} ${texts[defect].says}.`,
    severity: texts[defect].severity,
    why: texts[defect].why,
    remedy: texts[defect].remedy,
  };
}

const texts: Readonly<Record<Defect, Pick<Observation, 'says' | 'severity' | 'why' | 'remedy'>>> = {
  milliseconds: {
    severity: 'high',
    says: 'is in milliseconds',
    why: 'DynamoDB reads seconds: that is tens of thousands of years away, and these items are never deleted.',
    remedy: 'Divide by 1,000 where it is written, and update the items that are there.',
  },
  type: {
    severity: 'high',
    says: 'is not a Number',
    why: 'DynamoDB passes over it without a word, and these items are never deleted.',
    remedy: 'Write epoch seconds as a Number.',
  },
  far: {
    severity: 'medium',
    says: 'is more than five years ahead',
    why: 'Few items are meant to live that long; it is usually a wrong unit or a wrong sum.',
    remedy: 'Look at where it is worked out; if it is meant, leave the attribute out.',
  },
  old: {
    severity: 'low',
    says: 'is more than five years past',
    why: 'DynamoDB does not delete what expired more than five years ago, so that a wrong value cannot empty a table.',
    remedy: 'Correct the value if the item should go; deleting it otherwise costs a write.',
  },
};
