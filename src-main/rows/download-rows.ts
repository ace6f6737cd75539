import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import {
  downloadBatchStatuses,
  downloadFileStatuses,
  type DownloadBatch,
  type DownloadFile,
  type TimeToLive,
} from '#shared/contract/downloads.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { parseTimeToLive } from '#shared/domain/download-files.ts';
import type { CatalogueReader, PageRead, StoredItem } from '../aws/dynamodb/reading.ts';
import { keepingBack } from './download-secrets.ts';
import { readAttributes, type AttributeReading } from './read-row.ts';
import { addressEnds, isEmpty, shownText } from './shown-text.ts';

/** Makes a row of any item; missing attributes become null and are named in `problems`. */
export function downloadBatchRow(item: StoredItem, now: number): DownloadBatch {
  const { attributes, catchingUp } = item;
  const problems: string[] = [];
  const read = readAttributes(attributes, problems);
  const shown = shownFileIds(readAttributes(attributes, []));
  const files = (name: string): string[] =>
    [...new Set(read.texts(name).map((id) => shown.get(id) ?? id))].toSorted();
  return {
    batchId: idOfKey(item, 'BatchID', read),
    date: read.text('PollingDate'),
    status: read.oneOf('Status', downloadBatchStatuses),
    startedAt: read.time('StartTime'),
    updatedAt: read.time('UpdatedAt'),
    timedOutAt: read.time('TimeoutAt', 'optional'),
    expected: files('ExpectedFiles'),
    completed: files('CompletedFiles'),
    failed: files('FailedFiles'),
    triggeredBy: read.text('TriggeredBy', 'optional'),
    triggerReason: read.text('TriggerReason', 'optional'),
    closedBy: read.text('ClosedBy', 'optional'),
    closeReason: read.text('CloseReason', 'optional'),
    timeToLive: storedTimeToLive(attributes, read, now),
    catchingUp,
    problems,
  };
}

/**
 * Makes a row of any item; missing attributes become null and are named in `problems`. Secrets appear only as
 * present or absent.
 */
export function fileRow(item: StoredItem, now: number): DownloadFile {
  const { attributes, catchingUp } = item;
  const problems: string[] = [];
  const read = readAttributes(attributes, problems);
  const row: DownloadFile = {
    fileId: idOfKey(item, 'FileID', read),
    batchId: read.text('BatchID'),
    entity: read.text('Entity'),
    date: read.text('DownloadDate'),
    status: read.oneOf('Status', downloadFileStatuses),
    ...standsSince(attributes, read),
    createdAt: read.time('CreatedAt'),
    completedAt: read.time('CompletedAt', 'optional'),
    error: read.text('ErrorMessage', 'optional'),
    lastEvent: readLastEvent(read.map('LastEvent', 'optional')),
    address: describeAddress(attributes),
    key: {
      isThere: isThere(attributes, 'EncryptedAESKey'),
      vectorIsThere: isThere(attributes, 'EncodedAESIV'),
    },
    timeToLive: storedTimeToLive(attributes, read, now),
    catchingUp,
    problems,
  };
  const told = keepingBack(attributes)(row);
  // The replacement for a masked e-mail address may be longer than the address.
  return { ...told, fileId: told.fileId.slice(0, longestId) };
}

const stamp = 'StatusUpdatedAt';
const latestMs = 8_640_000_000_000_000;

/** The digits serve as the version, so they are kept exactly as stored. */
function standsSince(
  attributes: Attributes,
  read: AttributeReading,
): Pick<DownloadFile, 'statusSince' | 'version'> {
  const value = findDeclared(attributes, stamp);
  if (value === undefined || !('N' in value)) {
    read.note(stamp, `expected milliseconds since 1970, found ${value === undefined ? 'none' : 'no number'}`);
    return { statusSince: null, version: null };
  }
  const ms = Number(value.N);
  if (Math.abs(ms) <= latestMs) return { statusSince: new Date(ms).toISOString(), version: value.N };
  read.note(stamp, 'expected milliseconds since 1970, found more than any date has');
  return { statusSince: null, version: value.N };
}

function readLastEvent(event: AttributeReading | null): DownloadFile['lastEvent'] {
  return (
    event && {
      what: event.text('What'),
      by: event.text('By'),
      at: event.time('At'),
      reason: event.text('Reason', 'optional'),
    }
  );
}

function describeAddress(attributes: Attributes): DownloadFile['address'] {
  const value = findDeclared(attributes, 'PresignedURL');
  const ends = value !== undefined && 'S' in value ? addressEnds(value.S) : undefined;
  const isKnown = ends !== undefined && Math.abs(ends) <= latestMs;
  return {
    isThere: isThere(attributes, 'PresignedURL'),
    expiresAt: isKnown ? new Date(ends).toISOString() : null,
  };
}

function isThere(attributes: Attributes, attribute: string): boolean {
  const value: AttributeValue | undefined = findDeclared(attributes, attribute);
  return value !== undefined && !isEmpty(value);
}

export const longestId = 256;

/** The id is never empty, because DynamoDB keeps no item without its key. */
function idOfKey({ key }: StoredItem, name: 'FileID' | 'BatchID', read: AttributeReading): string {
  const id = keyText(key, name) ?? '';
  if (id === '') read.note(name, 'expected text, found none');
  if (id.length > longestId) read.note(name, `longer than ${longestId} characters, and cut`);
  return id.slice(0, longestId) || 'unknown';
}

/** DynamoDB only honours a Number and silently ignores any other type. */
function storedTimeToLive(attributes: Attributes, read: AttributeReading, now: number): TimeToLive {
  const value = findDeclared(attributes, 'TTL');
  if (value !== undefined && 'N' in value) return parseTimeToLive(value.N, now);
  if (value !== undefined) read.note('TTL', 'expected a number of seconds since 1970, found something else');
  return parseTimeToLive(undefined, now);
}

const sets = ['ExpectedFiles', 'CompletedFiles', 'FailedFiles'] as const;

/**
 * Maps the file ids of a batch to the texts shown instead. A file gets the same text in each set, and two files
 * never share one; otherwise two ids that are masked alike would count as one.
 */
export function shownFileIds(read: Pick<AttributeReading, 'texts'>): ReadonlyMap<string, string> {
  const ids = [...new Set(sets.flatMap((name) => read.texts(name)))].toSorted();
  const shown = new Map(ids.flatMap((id) => (shownText(id) === id ? [[id, id] as const] : [])));
  const taken = new Set(shown.values());
  for (const id of ids) {
    if (shown.has(id)) continue;
    const text = shownText(id);
    let told = text;
    for (let number = 2; taken.has(told); number += 1) told = `${text} ${number}`;
    taken.add(told);
    shown.set(id, told);
  }
  return shown;
}

interface Parts {
  readonly reader: CatalogueReader;
  /** Adds the read to the receipt of the caller. */
  readonly paid: (result: Result<PageRead>) => Result<PageRead>;
}

/**
 * Returns the items by the ids that were asked for, since a row may mask parts of its own. Missing files are left
 * out.
 */
export async function filesById(
  ids: readonly string[],
  { reader, paid }: Parts,
): Promise<Result<ReadonlyMap<string, StoredItem>>> {
  if (ids.length === 0) return ok(new Map());
  const asked = ids.map((fileId) => ({ fileId }));
  const read = paid(await reader.run('downloads.filesById', asked, { consistent: true }));
  if (!read.ok) return read;
  return ok(new Map(read.value.items.map((item) => [keyText(item.key, 'FileID') ?? '', item])));
}
