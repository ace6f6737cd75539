import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { downloadFileStatuses, type DownloadFile } from '#shared/contract/downloads/downloads.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { addressEnds } from '../explorer/address-ends.ts';
import { isEmpty } from '../explorer/value-texts.ts';
import { readAttributes, type AttributeReading } from '../rows/read-attributes.ts';
import { idOfKey, longestId } from './id-of-key.ts';
import { keepingBack } from './kept-back.ts';
import { storedTimeToLive } from './stored-time-to-live.ts';

/** Whatever the item is like; what it lacks is null and told in `problems`. Of its secrets whether they are there. */
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
    lastEvent: lastEventOf(read.map('LastEvent', 'optional')),
    address: addressOf(attributes),
    key: {
      isThere: isThere(attributes, 'EncryptedAESKey'),
      vectorIsThere: isThere(attributes, 'EncodedAESIV'),
    },
    timeToLive: storedTimeToLive(attributes, read, now),
    catchingUp,
    problems,
  };
  const told = keepingBack(attributes)(row);
  // What stands in place of an e-mail address may be longer.
  return { ...told, fileId: told.fileId.slice(0, longestId) };
}

const name = 'StatusUpdatedAt';
const latestMs = 8_640_000_000_000_000;

/** Its digits are the version, so they are kept as they are. */
function standsSince(
  attributes: Attributes,
  read: AttributeReading,
): Pick<DownloadFile, 'statusSince' | 'version'> {
  const value = findDeclared(attributes, name);
  if (value === undefined || !('N' in value)) {
    read.note(name, `expected milliseconds since 1970, found ${value === undefined ? 'none' : 'no number'}`);
    return { statusSince: null, version: null };
  }
  const ms = Number(value.N);
  if (Math.abs(ms) <= latestMs) return { statusSince: new Date(ms).toISOString(), version: value.N };
  read.note(name, 'expected milliseconds since 1970, found more than any date has');
  return { statusSince: null, version: value.N };
}

function lastEventOf(event: AttributeReading | null): DownloadFile['lastEvent'] {
  return (
    event && {
      what: event.text('What'),
      by: event.text('By'),
      at: event.time('At'),
      reason: event.text('Reason', 'optional'),
    }
  );
}

function addressOf(attributes: Attributes): DownloadFile['address'] {
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
