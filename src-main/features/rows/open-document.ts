import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { Field, OpenDocument } from '#shared/contract/triage/documents.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { documentOf } from './document-row.ts';
import type { AttributeReading } from './read-attributes.ts';
import { readRow } from './row-reading.ts';

/** A document with all that may be told of its fields while their values stay in main. */
export function openDocument(item: StoredItem): OpenDocument {
  const row = readRow(item, 'Document');
  const { read } = row;
  return {
    ...documentOf(row),
    fields: fieldsOf(read.map('fields', 'optional')),
    lineItems: read.list('lineItems', 'optional')?.length ?? 0,
    checks: (read.list('checks', 'optional') ?? []).flatMap((check, at) => checkOf(read, check, at)),
    resultsInS3: read.map('resultsAt', 'optional') !== null,
    objectKey: read.text('objectKey', 'optional'),
    reviewedAt: read.time('reviewedAt', 'optional'),
    decision: read.oneOf('decision', ['approve', 'reject'], 'optional'),
  };
}

function fieldsOf(fields: AttributeReading | null): Field[] {
  return (fields?.names() ?? []).map((name) => {
    // Only that there are fields is declared: one may be a bare value.
    const value = fields?.anything(name) ?? null;
    const field = value !== null && 'M' in value ? (fields?.map(name) ?? null) : null;
    return {
      name,
      confidence: field?.number('confidence', 'optional') ?? null,
      readBy: field?.text('readBy', 'optional') ?? null,
      page: field?.count('page', 'optional') ?? null,
      flags: flagsOf(field),
      readings: readingsOf(field?.map('readings', 'optional') ?? null),
    };
  });
}

function flagsOf(field: AttributeReading | null): string[] {
  return (field?.list('flags', 'optional') ?? []).flatMap((flag, at) => {
    // Any other text may be a value that was put in the wrong place.
    if ('S' in flag && knownFlags.has(flag.S)) return [flag.S];
    field?.note(`flags.${at}`, 'is no flag that is known');
    return [];
  });
}

const knownFlags: ReadonlySet<string> = new Set(['below threshold', 'readers disagree', 'check failed']);

function readingsOf(readings: AttributeReading | null): Field['readings'] {
  return (readings?.names() ?? []).map((reader) => ({
    reader,
    confidence: readings?.map(reader)?.number('confidence', 'optional') ?? null,
  }));
}

function checkOf(read: AttributeReading, check: AttributeValue, at: number): OpenDocument['checks'] {
  const { M: members } = 'M' in check ? check : { M: {} };
  const name = Object.hasOwn(members, 'name') ? members['name'] : undefined;
  const passed = Object.hasOwn(members, 'passed') ? members['passed'] : undefined;
  if (name !== undefined && 'S' in name && passed !== undefined && 'BOOL' in passed) {
    return [{ name: name.S, passed: passed.BOOL }];
  }
  read.note(`checks.${at}`, 'expected a name and whether it passed');
  return [];
}
