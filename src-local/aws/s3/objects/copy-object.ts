import { checksumAlgorithmOf, checksumElements, checksumOf } from '../body/checksums.ts';
import { announce } from '../notifications/announce.ts';
import { isoDate, xmlAnswer } from '../protocol/answers.ts';
import { invalidArgument, invalidRequest } from '../protocol/refusals.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { textElement } from '../protocol/xml-write.ts';
import type { Description, ObjectRecord } from '../records.ts';
import { copySourceConditions, copySourceOf } from './copy-source.ts';
import { describingHeaders, descriptionOf } from './description.ts';
import { encryption } from './get-object.ts';
import { checkKey } from './object-key.ts';
import { checkWriteConditions, writingConditions } from './preconditions.ts';
import { md5Of } from './put-object.ts';

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
    const source = copySourceOf(engine, headers);
    const named = headers.get('x-amz-checksum-algorithm');
    const algorithm = named === undefined ? source.object.checksum?.algorithm : checksumAlgorithmOf(named);
    const isOpaque = source.object.drawn !== undefined && algorithm === undefined;
    const read = isOpaque ? undefined : engine.read(source.object, 0, source.object.size);
    // Only drawing takes time; the conditions must hold after it.
    const bytes = read instanceof Promise ? await read : read;
    checkWriteConditions(key, engine.findObject(bucket, key), headers);
    const saysAnew = directive(headers, 'x-amz-metadata-directive') === 'REPLACE';
    const tagsAnew = directive(headers, 'x-amz-tagging-directive') === 'REPLACE';
    if (source.bucket === bucket && source.key === key && !saysAnew) throw copiedOntoItself();

    const given = descriptionOf(headers);
    const said: Description = saysAnew ? given : source.object;
    const object: ObjectRecord = {
      headers: said.headers,
      metadata: said.metadata,
      tags: tagsAnew ? given.tags : source.object.tags,
      content: source.object.content,
      ...(source.object.drawn !== undefined && { drawn: source.object.drawn }),
      size: source.object.size,
      // One piece now, whatever it was before.
      etag: source.object.drawn === undefined && bytes ? md5Of(bytes) : source.object.etag,
      modified: engine.world.clock.now(),
      ...(bytes && algorithm && { checksum: checksumOf(algorithm, bytes) }),
    };
    engine.setObject(bucket, key, object);
    await announce(engine, { name: 'ObjectCreated:Copy', bucket, key, object }, call);
    return xmlAnswer(
      'CopyObjectResult',
      [
        textElement('LastModified', isoDate(object.modified)),
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
