import type { Collection } from '../../journal/store.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { emptyAnswer, xmlAnswer, formatIsoDate, invalidRequest, invalidArgument } from './answers.ts';
import {
  findChecksumAlgorithm,
  checksumElement,
  checksumHeader,
  computeChecksum,
  checksumAlgorithms,
  checksumElements,
  type Checksum,
} from './checksums.ts';
import { copySourceConditions, findCopySource, type CopySource } from './copy-object.ts';
import { encryption, parseByteRange, type ByteRange } from './get-object.ts';
import { describingHeaders, readDescription } from './object-description.ts';
import { announce } from './object-events.ts';
import { checkKey } from './object-keys.ts';
import { checkWriteConditions, writingConditions } from './preconditions.ts';
import { checkSize, computeMd5 } from './put-object.ts';
import type { S3Engine } from './s3-engine.ts';
import type { S3Operation } from './s3-operation.ts';
import type { UploadChecksum, PartRecord, UploadRecord, ObjectRecord } from './s3-records.ts';
import type { S3Request } from './s3-request.ts';
import {
  malformedXml,
  textElement,
  groupChildren,
  readXml,
  readRequiredText,
  readText,
  type XmlElement,
} from './xml.ts';

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

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export const uploadPart: S3Operation = {
  name: 'UploadPart',
  method: 'PUT',
  on: 'object',
  marks: ['partNumber', 'uploadId'],
  run(engine, request) {
    const { upload, uploadId, number } = findUploadPart(engine, request);
    const { bytes, checksum } = request.body;
    const part = keepPart(engine, uploadId, number, bytes, findPartChecksum(upload, bytes, checksum));
    return emptyAnswer(200, {
      etag: `"${part.etag}"`,
      ...encryption,
      ...(part.checksum ? { [checksumHeader(part.checksum.algorithm)]: part.checksum.value } : {}),
    });
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
export const uploadPartCopy: S3Operation = {
  name: 'UploadPartCopy',
  method: 'PUT',
  on: 'object',
  marks: ['partNumber', 'uploadId'],
  markedBy: 'x-amz-copy-source',
  headers: { ...copySourceConditions, 'x-amz-copy-source-range': 'any' },
  async run(engine, request) {
    findUploadPart(engine, request);
    const source = findCopySource(engine, request.headers);
    const { start, end } = readCopyRange(source, request.headers.get('x-amz-copy-source-range'));
    const read = engine.read(source.object, start, end);
    const bytes = read instanceof Promise ? await read : read;
    // The upload is looked up again because it may end while an object is drawn.
    const { upload, uploadId, number } = findUploadPart(engine, request);
    const part = keepPart(engine, uploadId, number, bytes, findPartChecksum(upload, bytes, undefined));
    return xmlAnswer(
      'CopyPartResult',
      [
        textElement('LastModified', formatIsoDate(part.modified)),
        textElement('ETag', `"${part.etag}"`),
        part.checksum ? textElement(checksumElement(part.checksum.algorithm), part.checksum.value) : '',
      ].join(''),
      encryption,
    );
  },
};

const mostParts = 10_000;

function findUploadPart(
  engine: S3Engine,
  { bucket, key, query }: S3Request,
): { upload: UploadRecord; uploadId: string; number: number } {
  const uploadId = query.get('uploadId') ?? '';
  const text = query.get('partNumber') ?? '';
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > mostParts) {
    const message = `Part number must be an integer between 1 and ${mostParts}, inclusive`;
    throw invalidArgument(message, 'partNumber', text);
  }
  return { upload: engine.upload(bucket, key, uploadId), uploadId, number };
}

function keepPart(
  engine: S3Engine,
  uploadId: string,
  number: number,
  bytes: Uint8Array,
  checksum: Checksum | undefined,
): PartRecord {
  checkSize(bytes);
  const modified = engine.world.clock.now();
  const part = { piece: engine.bytes.keep(bytes), etag: computeMd5(bytes), modified, checksum };
  engine.setPart(uploadId, number, part);
  return part;
}

/** Where the upload names an algorithm, every part has its checksum, given by the client or worked out here. */
function findPartChecksum(
  { checksum: wanted }: UploadRecord,
  bytes: Uint8Array,
  given: Checksum | undefined,
): Checksum | undefined {
  if (!wanted) return given;
  if (!given) return computeChecksum(wanted.algorithm, bytes);
  if (given.algorithm === wanted.algorithm) return given;
  const [expected, actual] = [wanted.algorithm.toLowerCase(), given.algorithm.toLowerCase()];
  throw invalidRequest(
    `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${actual}`,
  );
}

/** Unlike a GET, a copy refuses an invalid range. */
function readCopyRange({ object }: CopySource, header: string | undefined): ByteRange {
  if (header === undefined) return { start: 0, end: object.size };
  const range = /^bytes=\d+-\d+$/.test(header) ? parseByteRange(header, object.size) : undefined;
  const last = Number(header.split('-').at(-1));
  if (range && last < object.size) return range;
  const message = range
    ? `Range specified is not valid for source object of size: ${object.size}`
    : 'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy';
  throw invalidArgument(message, 'x-amz-copy-source-range', header);
}

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
    const parts = chooseParts(body.bytes, upload, uploadId, engine.parts(uploadId));
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
      etag: `${computeMd5(Buffer.concat(digests))}-${parts.length}`,
      modified: engine.world.clock.now(),
      checksum: combinePartChecksums(
        upload.checksum,
        parts,
        () => engine.bytes.read(content, 0, size),
        headers,
      ),
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

const smallestPart = 5 * 1024 ** 2;

/** Returns the parts that a CompleteMultipartUpload lists, if they match the uploaded ones. */
function chooseParts(
  bytes: Uint8Array,
  upload: UploadRecord,
  uploadId: string,
  kept: Collection<PartRecord>,
): PartRecord[] {
  const elements = groupChildren(readXml(bytes, 'CompleteMultipartUpload'), ['Part']).get('Part') ?? [];
  if (elements.length === 0) throw malformedXml();
  const list = elements.map(readPart);
  const isInOrder = list.every(({ number }, index) => number > (list[index - 1]?.number ?? 0));
  if (!isInOrder) throw invalidPartOrder(uploadId);
  return list.map((listed, index) => {
    const part = kept.get(String(listed.number));
    if (!part || part.etag !== listed.etag) throw invalidPart(uploadId, listed);
    checkChecksums(listed, part, upload, uploadId);
    if (index < list.length - 1 && part.piece.size < smallestPart) throw tooSmall(part, listed);
    return part;
  });
}

interface ListedPart {
  readonly number: number;
  readonly etag: string;
  readonly checksums: ReadonlyMap<string, string>;
}

function readPart(element: XmlElement): ListedPart {
  const members = groupChildren(element, ['PartNumber', 'ETag', ...checksumAlgorithms.map(checksumElement)]);
  const number = Number(readRequiredText(members, 'PartNumber'));
  if (!Number.isInteger(number)) throw malformedXml();
  const checksums = new Map<string, string>();
  for (const algorithm of checksumAlgorithms) {
    const value = readText(members, checksumElement(algorithm));
    if (value !== undefined) checksums.set(algorithm, value);
  }
  return { number, etag: readRequiredText(members, 'ETag').replaceAll('"', ''), checksums };
}

function checkChecksums(
  listed: ListedPart,
  { checksum }: PartRecord,
  upload: UploadRecord,
  uploadId: string,
): void {
  for (const [algorithm, value] of listed.checksums) {
    if (algorithm !== checksum?.algorithm || value !== checksum.value) throw invalidPart(uploadId, listed);
  }
  if (upload.checksum?.type !== 'COMPOSITE' || listed.checksums.size > 0) return;
  const algorithm = upload.checksum.algorithm.toLowerCase();
  throw invalidRequest(
    `The upload was created using a ${algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${listed.number} in the request.`,
  );
}

function invalidPart(uploadId: string, { number, etag }: ListedPart): AwsError {
  const message =
    "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.";
  const fields = { UploadId: uploadId, PartNumber: number, ETag: etag };
  return new AwsError('InvalidPart', message, { fields });
}

function invalidPartOrder(uploadId: string): AwsError {
  const message = 'The list of parts was not in ascending order. Parts must be ordered by part number.';
  return new AwsError('InvalidPartOrder', message, { fields: { UploadId: uploadId } });
}

function tooSmall({ piece }: PartRecord, { number, etag }: ListedPart): AwsError {
  const message = 'Your proposed upload is smaller than the minimum allowed size';
  const fields = { ProposedSize: piece.size, MinSizeAllowed: smallestPart, PartNumber: number, ETag: etag };
  return new AwsError('EntityTooSmall', message, { fields });
}

/**
 * COMPOSITE: the checksum of the parts' checksums, and how many they are. FULL_OBJECT: as if it had come in one.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
function combinePartChecksums(
  wanted: UploadChecksum | undefined,
  parts: readonly PartRecord[],
  whole: () => Uint8Array,
  headers: ReadonlyMap<string, string>,
): Checksum {
  const { algorithm, type } = wanted ?? { algorithm: 'CRC64NVME', type: 'FULL_OBJECT' };
  const values = parts.map(({ checksum }) => Buffer.from(checksum?.value ?? '', 'base64'));
  const found =
    type === 'FULL_OBJECT'
      ? computeChecksum(algorithm, whole())
      : {
          algorithm,
          type,
          value: `${computeChecksum(algorithm, Buffer.concat(values)).value}-${parts.length}`,
        };
  const given = headers.get(checksumHeader(algorithm));
  // Some clients leave out the number of parts of a composite checksum.
  if (given !== undefined && given !== found.value && given !== found.value.replace(/-\d+$/, '')) {
    const message = `The ${algorithm} you specified did not match the calculated checksum.`;
    throw new AwsError('BadDigest', message);
  }
  return found;
}
