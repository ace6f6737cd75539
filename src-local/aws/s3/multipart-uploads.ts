import { emptyAnswer, formatIsoDate, ownerElement, xmlAnswer } from './answers.ts';
import { findChecksumAlgorithm, checksumElement, type Checksum } from './checksums.ts';
import { encryption } from './get-object.ts';
import { describingHeaders, readDescription } from './object-description.ts';
import { checkKey, compareUtf8 } from './object-keys.ts';
import { invalidRequest } from './refusals.ts';
import type { S3Operation } from './s3-operation.ts';
import type { UploadChecksum } from './s3-records.ts';
import { wholeNumber } from './s3-request.ts';
import { createElement, textElement } from './xml.ts';

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
    const initiated = world.clock.now();
    uploads.set(uploadId, { ...readDescription(headers), bucket, key, initiated, checksum });
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

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export const listParts: S3Operation = {
  name: 'ListParts',
  method: 'GET',
  on: 'object',
  marks: ['uploadId'],
  query: ['max-parts', 'part-number-marker'],
  run(engine, { bucket, key, query }) {
    const uploadId = query.get('uploadId') ?? '';
    const upload = engine.upload(bucket, key, uploadId);
    const max = wholeNumber(query, 'max-parts', { least: 0, most: 1000, otherwise: 1000 });
    const marker = wholeNumber(query, 'part-number-marker', { least: 0, most: 10_000, otherwise: 0 });
    const parts = [...engine.parts(uploadId).entries()]
      .map(([number, part]) => ({ number: Number(number), part }))
      .filter(({ number }) => number > marker)
      .toSorted((one, other) => one.number - other.number);
    const page = parts.slice(0, max);
    const isTruncated = parts.length > page.length;
    return xmlAnswer(
      'ListPartsResult',
      [
        textElement('Bucket', bucket),
        textElement('Key', key),
        textElement('UploadId', uploadId),
        ownerElement(engine.world, 'Initiator'),
        ownerElement(engine.world),
        textElement('StorageClass', 'STANDARD'),
        textElement('PartNumberMarker', marker),
        textElement('NextPartNumberMarker', page.at(-1)?.number ?? 0),
        textElement('MaxParts', max),
        textElement('IsTruncated', isTruncated),
        ...checksumElements(upload.checksum),
        ...page.map(({ number, part: { piece, etag, modified, checksum } }) =>
          createElement(
            'Part',
            textElement('PartNumber', number),
            textElement('LastModified', formatIsoDate(modified)),
            textElement('ETag', `"${etag}"`),
            textElement('Size', piece.size),
            checksum ? textElement(checksumElement(checksum.algorithm), checksum.value) : '',
          ),
        ),
      ].join(''),
    );
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html: without paging by `delimiter`. */
export const listMultipartUploads: S3Operation = {
  name: 'ListMultipartUploads',
  method: 'GET',
  on: 'bucket',
  marks: ['uploads'],
  query: ['prefix', 'max-uploads', 'key-marker', 'upload-id-marker'],
  run(engine, { bucket, query }) {
    engine.bucket(bucket);
    const prefix = query.get('prefix') ?? '';
    const max = wholeNumber(query, 'max-uploads', { least: 1, most: 1000, otherwise: 1000 });
    const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''];
    const uploads = [...engine.uploads.entries()]
      .map(([id, upload]) => ({ id, ...upload }))
      .filter((upload) => upload.bucket === bucket && upload.key.startsWith(prefix))
      .filter(({ key, id }) => {
        const order = compareUtf8(key, keyMarker);
        return order > 0 || (order === 0 && idMarker !== '' && id > idMarker);
      })
      .toSorted((one, other) => compareUtf8(one.key, other.key) || compareUtf8(one.id, other.id));
    const page = uploads.slice(0, max);
    const last = uploads.length > max ? page.at(-1) : undefined;
    return xmlAnswer(
      'ListMultipartUploadsResult',
      [
        textElement('Bucket', bucket),
        textElement('KeyMarker', keyMarker),
        textElement('UploadIdMarker', idMarker),
        textElement('NextKeyMarker', last?.key),
        textElement('NextUploadIdMarker', last?.id),
        textElement('Prefix', prefix),
        textElement('MaxUploads', max),
        textElement('IsTruncated', last !== undefined),
        ...page.map(({ id, key, initiated, checksum }) =>
          createElement(
            'Upload',
            textElement('Key', key),
            textElement('UploadId', id),
            ownerElement(engine.world, 'Initiator'),
            ownerElement(engine.world),
            textElement('StorageClass', 'STANDARD'),
            textElement('Initiated', formatIsoDate(initiated)),
            ...checksumElements(checksum),
          ),
        ),
      ].join(''),
    );
  },
};

function checksumElements(checksum: UploadChecksum | undefined): string[] {
  if (!checksum) return [];
  return [textElement('ChecksumAlgorithm', checksum.algorithm), textElement('ChecksumType', checksum.type)];
}
