import { checksumElement, checksumHeader, computeChecksum, type Checksum } from './checksums.ts';
import { parseByteRange, encryption, type ByteRange } from './get-object.ts';
import { copySourceConditions, findCopySource, type CopySource } from './copy-object.ts';
import { checkSize, computeMd5 } from './put-object.ts';
import { emptyAnswer, formatIsoDate, xmlAnswer } from './answers.ts';
import { invalidArgument, invalidRequest } from './refusals.ts';
import type { S3Operation } from './s3-operation.ts';
import type { S3Request } from './s3-request.ts';
import { textElement } from './xml.ts';
import type { PartRecord, UploadRecord } from './s3-records.ts';
import type { S3Engine } from './s3-engine.ts';

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
