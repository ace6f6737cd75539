import {
  formatIsoDate,
  xmlAnswer,
  accessDenied,
  invalidArgument,
  invalidRequest,
  notImplemented,
  preconditionFailed,
} from './answers.ts';
import { findChecksumAlgorithm, checksumElements, computeChecksum } from './checksums.ts';
import { encryption } from './get-object.ts';
import { describingHeaders, readDescription } from './object-description.ts';
import { announce } from './object-events.ts';
import { checkKey } from './object-keys.ts';
import { checkWriteConditions, isNotModified, writingConditions } from './preconditions.ts';
import { computeMd5 } from './put-object.ts';
import type { S3Engine } from './s3-engine.ts';
import type { HeaderValues, S3Operation } from './s3-operation.ts';
import type { Description, ObjectRecord } from './s3-records.ts';
import { decodePart, parseQuery } from './s3-request.ts';
import { textElement } from './xml.ts';

/** The source is copied only if it meets these conditions. */
export const copySourceConditions: HeaderValues = {
  'x-amz-copy-source-if-match': 'any',
  'x-amz-copy-source-if-none-match': 'any',
  'x-amz-copy-source-if-modified-since': 'any',
  'x-amz-copy-source-if-unmodified-since': 'any',
  'x-amz-source-expected-bucket-owner': 'any',
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
export const copyObject: S3Operation = {
  name: 'CopyObject',
  method: 'PUT',
  on: 'object',
  markedBy: 'x-amz-copy-source',
  headers: {
    ...describingHeaders,
    ...writingConditions,
    ...copySourceConditions,
    'x-amz-checksum-algorithm': 'any',
    'x-amz-metadata-directive': 'any',
    'x-amz-tagging-directive': 'any',
  },
  async run(engine, { bucket, key, headers }, call) {
    checkKey(key);
    engine.bucket(bucket);
    const source = findCopySource(engine, headers);
    const named = headers.get('x-amz-checksum-algorithm');
    const algorithm = named === undefined ? source.object.checksum?.algorithm : findChecksumAlgorithm(named);
    const isOpaque = source.object.drawn !== undefined && algorithm === undefined;
    const read = isOpaque ? undefined : engine.read(source.object, 0, source.object.size);
    // Drawing takes time, so the conditions are checked again after it.
    const bytes = read instanceof Promise ? await read : read;
    checkWriteConditions(key, engine.findObject(bucket, key), headers);
    const saysAnew = directive(headers, 'x-amz-metadata-directive') === 'REPLACE';
    const tagsAnew = directive(headers, 'x-amz-tagging-directive') === 'REPLACE';
    if (source.bucket === bucket && source.key === key && !saysAnew) throw copiedOntoItself();

    const given = readDescription(headers);
    const said: Description = saysAnew ? given : source.object;
    const object: ObjectRecord = {
      headers: said.headers,
      metadata: said.metadata,
      tags: tagsAnew ? given.tags : source.object.tags,
      content: source.object.content,
      ...(source.object.drawn !== undefined && { drawn: source.object.drawn }),
      size: source.object.size,
      // The copy is one piece, whatever the source was.
      etag: source.object.drawn === undefined && bytes ? computeMd5(bytes) : source.object.etag,
      modified: engine.world.clock.now(),
      ...(bytes && algorithm && { checksum: computeChecksum(algorithm, bytes) }),
    };
    engine.setObject(bucket, key, object);
    await announce(engine, { name: 'ObjectCreated:Copy', bucket, key, object }, call);
    return xmlAnswer(
      'CopyObjectResult',
      [
        textElement('LastModified', formatIsoDate(object.modified)),
        textElement('ETag', `"${object.etag}"`),
        ...checksumElements(object.checksum),
      ].join(''),
      encryption,
    );
  },
};

function directive(headers: ReadonlyMap<string, string>, name: string): string {
  const value = headers.get(name) ?? 'COPY';
  if (value === 'COPY' || value === 'REPLACE') return value;
  throw invalidArgument(`Unknown ${name}.`, name, value);
}

function copiedOntoItself(): Error {
  return invalidRequest(
    "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
  );
}

export interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly object: ObjectRecord;
}

/** Finds the object that `x-amz-copy-source` names and checks the client's conditions on it. */
export function findCopySource(engine: S3Engine, headers: ReadonlyMap<string, string>): CopySource {
  const { bucket, key } = parseCopySource(headers.get('x-amz-copy-source') ?? '');
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
function parseCopySource(source: string): { bucket: string; key: string } {
  const [path = '', query = ''] = source.split('?', 2);
  if (parseQuery(query).size > 0) throw notImplemented('header', 'x-amz-copy-source', source);
  const place = decodePart(path).replace(/^\//, '');
  const slash = place.indexOf('/');
  const [bucket, key] = [place.slice(0, slash), place.slice(slash + 1)];
  if (slash > 0 && key !== '') return { bucket, key };
  const message = 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey';
  throw invalidArgument(message, 'x-amz-copy-source', source);
}
