import { checksumElements } from '../body/checksums.ts';
import { announce } from '../notifications/announce.ts';
import { checkWriteConditions, writingConditions } from '../objects/preconditions.ts';
import { encryption } from '../objects/get-object.ts';
import { xmlAnswer } from '../protocol/answers.ts';
import { invalidRequest } from '../protocol/refusals.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { textElement } from '../protocol/xml-write.ts';
import { md5Of } from '../objects/put-object.ts';
import type { ObjectRecord } from '../records.ts';
import { chosenParts } from './chosen-parts.ts';
import { checksumOfParts } from './checksum-of-parts.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
export const completeMultipartUpload: S3Operation = {
  name: 'CompleteMultipartUpload',
  method: 'POST',
  on: 'object',
  marks: ['uploadId'],
  headers: { ...writingConditions, 'x-amz-checksum-type': 'any', 'x-amz-mp-object-size': 'any' },
  async run(engine, { bucket, key, query, headers, body }, call) {
    const uploadId = query.get('uploadId') ?? '';
    const upload = engine.upload(bucket, key, uploadId);
    const parts = chosenParts(body.bytes, upload, uploadId, engine.parts(uploadId));
    checkWriteConditions(key, engine.findObject(bucket, key), headers);

    const content = parts.map(({ piece }) => piece);
    const size = content.reduce((sum, piece) => sum + piece.size, 0);
    const promised = headers.get('x-amz-mp-object-size');
    if (promised !== undefined && Number(promised) !== size) {
      throw invalidRequest(`The provided 'x-amz-mp-object-size' header does not match what was computed.`);
    }
    const type = headers.get('x-amz-checksum-type');
    if (type !== undefined && type !== (upload.checksum?.type ?? 'FULL_OBJECT')) {
      throw invalidRequest('The upload was created with another checksum type than the one provided.');
    }
    const digests = parts.map(({ etag }) => Buffer.from(etag, 'hex'));
    const object: ObjectRecord = {
      headers: upload.headers,
      metadata: upload.metadata,
      tags: upload.tags,
      content,
      size,
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html: not the MD5 of the object.
      etag: `${md5Of(Buffer.concat(digests))}-${parts.length}`,
      modified: engine.world.clock.now(),
      checksum: checksumOfParts(upload.checksum, parts, () => engine.bytes.read(content, 0, size), headers),
      partSizes: content.map((piece) => piece.size),
    };
    engine.setObject(bucket, key, object);
    engine.dropUpload(uploadId);
    await announce(engine, { name: 'ObjectCreated:CompleteMultipartUpload', bucket, key, object }, call);
    return xmlAnswer(
      'CompleteMultipartUploadResult',
      [
        textElement('Location', `${engine.world.endpoint}/${bucket}/${encodeURIComponent(key)}`),
        textElement('Bucket', bucket),
        textElement('Key', key),
        textElement('ETag', `"${object.etag}"`),
        ...checksumElements(object.checksum),
      ].join(''),
      encryption,
    );
  },
};
