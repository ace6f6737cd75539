import { AwsError } from '../protocol/aws-error.ts';
import type { WireResponse } from '../protocol/wire.ts';
import { emptyAnswer, httpDate, invalidArgument } from './answers.ts';
import { checksumHeaders } from './checksums.ts';
import { metadataHeaders } from './object-description.ts';
import { isNotModified, readingConditions } from './preconditions.ts';
import type { S3Engine } from './s3-engine.ts';
import type { HeaderValues, S3Operation } from './s3-operation.ts';
import type { ObjectRecord } from './s3-records.ts';
import { wholeNumber, type S3Request } from './s3-request.ts';

/** A request can replace these headers of the stored object in its answer. */
const overrides = new Map([
  ['response-cache-control', 'cache-control'],
  ['response-content-disposition', 'content-disposition'],
  ['response-content-encoding', 'content-encoding'],
  ['response-content-language', 'content-language'],
  ['response-content-type', 'content-type'],
  ['response-expires', 'expires'],
]);

const query = [...overrides.keys(), 'partNumber'];
const headers: HeaderValues = {
  ...readingConditions,
  range: 'any',
  'x-amz-checksum-mode': ['ENABLED', 'DISABLED'],
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
export const getObject: S3Operation = {
  name: 'GetObject',
  method: 'GET',
  on: 'object',
  query,
  headers,
  run: (engine, request) =>
    answer(engine, request, (object, { start, end }) => engine.read(object, start, end)),
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html */
export const headObject: S3Operation = {
  name: 'HeadObject',
  method: 'HEAD',
  on: 'object',
  query,
  headers,
  run: (engine, request) => answer(engine, request, () => ''),
};

/** S3 encrypts every object, and says so in each answer. */
export const encryption = { 'x-amz-server-side-encryption': 'AES256' };

async function answer(
  engine: S3Engine,
  request: S3Request,
  read: (object: ObjectRecord, range: ByteRange) => string | Uint8Array | Promise<Uint8Array>,
): Promise<WireResponse> {
  const object = engine.object(request.bucket, request.key);
  const validators = { etag: `"${object.etag}"`, 'last-modified': httpDate(object.modified) };
  if (isNotModified(object, request.headers)) return emptyAnswer(304, validators);

  const range = findPartRange(object, request) ?? parseByteRange(request.headers.get('range'), object.size);
  const { start, end } = range ?? { start: 0, end: object.size };
  const says = new Map(object.headers);
  for (const [parameter, header] of overrides) {
    const value = request.query.get(parameter);
    if (value === undefined) continue;
    if (!isHeaderText(value)) {
      throw invalidArgument('Header value cannot be represented using ISO-8859-1.', parameter, value);
    }
    says.set(header, value);
  }
  const wantsChecksum = request.headers.get('x-amz-checksum-mode') === 'ENABLED';
  return {
    status: range ? 206 : 200,
    headers: {
      ...validators,
      ...encryption,
      ...metadataHeaders(object),
      ...Object.fromEntries(says),
      ...(object.tags.length > 0 ? { 'x-amz-tagging-count': String(object.tags.length) } : {}),
      // The checksum covers the whole object, so it would be wrong for a part.
      ...(wantsChecksum && !range && object.checksum ? checksumHeaders(object.checksum) : {}),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${object.size}` } : {}),
      ...(request.query.has('partNumber') && object.partSizes
        ? { 'x-amz-mp-parts-count': String(object.partSizes.length) }
        : {}),
      'accept-ranges': 'bytes',
      'content-length': String(end - start),
    },
    body: await read(object, { start, end }),
  };
}

function isHeaderText(value: string): boolean {
  return /^[\t\u0020-\u007e\u00a0-\u00ff]*$/.test(value);
}

/**
 * Finds the range of one part of an object. An object that was not uploaded in parts counts as its own first
 * part.
 */
function findPartRange(object: ObjectRecord, request: S3Request): ByteRange | undefined {
  if (!request.query.has('partNumber')) return undefined;
  if (request.headers.has('range')) {
    throw new AwsError('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter');
  }
  const number = wholeNumber(request.query, 'partNumber', { least: 1, most: 10_000, otherwise: 1 });
  const sizes = object.partSizes ?? [object.size];
  const size = sizes[number - 1];
  if (size === undefined) {
    const fields = { PartNumberRequested: number, ActualPartCount: sizes.length };
    const message = 'The requested partnumber is not satisfiable';
    throw new AwsError('InvalidPartNumber', message, { status: 416, fields });
  }
  const start = sizes.slice(0, number - 1).reduce((sum, one) => sum + one, 0);
  return object.partSizes ? { start, end: start + size } : undefined;
}

/** The range goes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads `bytes=0-9`, `bytes=10-` or `bytes=-10`. What it cannot read, more than one range, one that ends before it
 * begins and the last bytes of nothing are no range: S3 then sends the whole object. A range that begins past the
 * end, or is of no bytes at all, cannot be satisfied.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '' ? Number(last) === 0 : Number(first) >= size) throw invalidRange(header, size);
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : undefined;
}

function invalidRange(header: string | undefined, size: number): AwsError {
  return new AwsError('InvalidRange', 'The requested range is not satisfiable', {
    status: 416,
    fields: { RangeRequested: header, ActualObjectSize: size },
  });
}
