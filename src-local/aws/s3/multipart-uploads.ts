import { emptyAnswer, xmlAnswer } from './answers.ts';
import { findChecksumAlgorithm, type Checksum } from './checksums.ts';
import { encryption } from './get-object.ts';
import { describingHeaders, readDescription } from './object-description.ts';
import { checkKey } from './object-keys.ts';
import { invalidRequest } from './refusals.ts';
import type { S3Operation } from './s3-operation.ts';
import type { UploadChecksum } from './s3-records.ts';
import { textElement } from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
export const createMultipartUpload: S3Operation = {
  name: 'CreateMultipartUpload',
  method: 'POST',
  on: 'object',
  marks: ['uploads'],
  headers: { ...describingHeaders, 'x-amz-checksum-algorithm': 'any', 'x-amz-checksum-type': 'any' },
  run(engine, { bucket, key, headers }) {
    engine.bucket(bucket);
    checkKey(key);
    const checksum = readWantedChecksum(headers);
    const { world, uploads } = engine;
    const uploadId = world.random.code(64);
    uploads.set(uploadId, { ...readDescription(headers), bucket, key, checksum });
    return xmlAnswer(
      'InitiateMultipartUploadResult',
      [textElement('Bucket', bucket), textElement('Key', key), textElement('UploadId', uploadId)].join(''),
      { ...encryption, ...uploadChecksumHeaders(checksum) },
    );
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html */
function readWantedChecksum(headers: ReadonlyMap<string, string>): UploadChecksum | undefined {
  const name = headers.get('x-amz-checksum-algorithm');
  const asked = headers.get('x-amz-checksum-type');
  if (name === undefined) {
    if (asked === undefined) return undefined;
    const needs = 'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.';
    throw invalidRequest(needs);
  }
  const algorithm = findChecksumAlgorithm(name);
  const type = asked ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  if (!isType(type) || !listChecksumTypes(algorithm).includes(type)) {
    const message = `The ${type} checksum type cannot be used with the ${algorithm} checksum algorithm.`;
    throw invalidRequest(message);
  }
  return { algorithm, type };
}

function isType(type: string): type is Checksum['type'] {
  return type === 'FULL_OBJECT' || type === 'COMPOSITE';
}

/** Only a CRC of the whole follows from those of the parts. */
function listChecksumTypes(algorithm: Checksum['algorithm']): readonly Checksum['type'][] {
  if (algorithm === 'CRC64NVME') return ['FULL_OBJECT'];
  return algorithm.startsWith('CRC') ? ['FULL_OBJECT', 'COMPOSITE'] : ['COMPOSITE'];
}

function uploadChecksumHeaders(checksum: UploadChecksum | undefined): Record<string, string> {
  if (!checksum) return {};
  return { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type };
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export const abortMultipartUpload: S3Operation = {
  name: 'AbortMultipartUpload',
  method: 'DELETE',
  on: 'object',
  marks: ['uploadId'],
  run(engine, { bucket, key, query }) {
    const uploadId = query.get('uploadId') ?? '';
    engine.upload(bucket, key, uploadId);
    engine.dropUpload(uploadId);
    return emptyAnswer(204);
  },
};
