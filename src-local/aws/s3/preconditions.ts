import { noSuchKey, notImplemented, preconditionFailed } from './answers.ts';
import type { HeaderValues } from './s3-operation.ts';
import type { ObjectRecord } from './s3-records.ts';

type Headers = ReadonlyMap<string, string>;

export const readingConditions: HeaderValues = {
  'if-match': 'any',
  'if-none-match': 'any',
  'if-modified-since': 'any',
  'if-unmodified-since': 'any',
};

export const writingConditions: HeaderValues = { 'if-match': 'any', 'if-none-match': 'any' };

/**
 * The entity tag outweighs the date, as RFC 9110 (13.2.2) has it.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 */
export function isNotModified(object: ObjectRecord, headers: Headers, prefix = ''): boolean {
  const match = headers.get(`${prefix}if-match`);
  const noneMatch = headers.get(`${prefix}if-none-match`);
  const since = parseHttpDate(headers.get(`${prefix}if-modified-since`));
  const unmodifiedSince = parseHttpDate(headers.get(`${prefix}if-unmodified-since`));
  const modified = Math.floor(object.modified / 1000) * 1000;

  if (match !== undefined) {
    if (!matches(match, object)) throw preconditionFailed('If-Match');
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (noneMatch !== undefined) return matches(noneMatch, object);
  return since !== undefined && modified <= since;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
export function checkWriteConditions(
  key: string,
  existing: ObjectRecord | undefined,
  headers: Headers,
): void {
  const noneMatch = headers.get('if-none-match');
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw notImplemented('header', 'If-None-Match', noneMatch);
  }
  if (noneMatch !== undefined && existing) throw preconditionFailed('If-None-Match');
  checkMatch(key, existing, headers.get('if-match'));
}

/** A missing object is reported as missing rather than as different. */
export function checkMatch(key: string, existing: ObjectRecord | undefined, etag: string | undefined): void {
  if (etag === undefined) return;
  if (!existing) throw noSuchKey(key);
  if (!matches(etag, existing)) throw preconditionFailed('If-Match');
}

function matches(header: string, { etag }: ObjectRecord): boolean {
  return header.split(',').some((one) => {
    const wanted = one.trim().replace(/^W\//, '');
    return wanted === '*' || wanted.replaceAll('"', '') === etag;
  });
}

/** A date that cannot be parsed is ignored. */
function parseHttpDate(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
}
