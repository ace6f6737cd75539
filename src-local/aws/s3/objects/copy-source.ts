import { accessDenied, invalidArgument, notImplemented, preconditionFailed } from '../protocol/refusals.ts';
import type { HeaderValues } from '../protocol/s3-operation.ts';
import { decoded, queryOf } from '../protocol/s3-request.ts';
import type { ObjectRecord } from '../records.ts';
import type { S3Engine } from '../s3-engine.ts';
import { isNotModified } from './preconditions.ts';

/** What must hold of the source for it to be copied. */
export const copySourceConditions: HeaderValues = {
  'x-amz-copy-source-if-match': 'any',
  'x-amz-copy-source-if-none-match': 'any',
  'x-amz-copy-source-if-modified-since': 'any',
  'x-amz-copy-source-if-unmodified-since': 'any',
  'x-amz-source-expected-bucket-owner': 'any',
};

export interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly object: ObjectRecord;
}

/** What `x-amz-copy-source` points at, if it is as the client wants it to be. */
export function copySourceOf(engine: S3Engine, headers: ReadonlyMap<string, string>): CopySource {
  const { bucket, key } = placeOf(headers.get('x-amz-copy-source') ?? '');
  const owner = headers.get('x-amz-source-expected-bucket-owner') ?? engine.world.account;
  if (owner !== engine.world.account) throw accessDenied();
  const object = engine.object(bucket, key);
  if (isNotModified(object, headers, 'x-amz-copy-source-')) {
    const byTag = headers.has('x-amz-copy-source-if-none-match');
    throw preconditionFailed(
      byTag ? 'x-amz-copy-source-If-None-Match' : 'x-amz-copy-source-If-Modified-Since',
    );
  }
  return { bucket, key, object };
}

/** `bucket/key`, percent-encoded, with or without a slash before it. */
function placeOf(source: string): { bucket: string; key: string } {
  const [path = '', query = ''] = source.split('?', 2);
  if (queryOf(query).size > 0) throw notImplemented('header', 'x-amz-copy-source', source);
  const place = decoded(path).replace(/^\//, '');
  const slash = place.indexOf('/');
  const [bucket, key] = [place.slice(0, slash), place.slice(slash + 1)];
  if (slash > 0 && key !== '') return { bucket, key };
  const message = 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey';
  throw invalidArgument(message, 'x-amz-copy-source', source);
}
