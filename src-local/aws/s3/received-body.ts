import { createHash } from 'node:crypto';
import { AwsError } from '../protocol/aws-error.ts';
import { invalidRequest } from './answers.ts';
import {
  findChecksumAlgorithm,
  checksumAlgorithms,
  checksumHeader,
  computeChecksum,
  isChecksumValue,
  type Checksum,
} from './checksums.ts';

/** The body has been taken out of its framing and checked against everything the client said about it. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** The one the client gave, and found right. */
  readonly checksum: Checksum | undefined;
  readonly hasMd5: boolean;
}

type Headers = ReadonlyMap<string, string>;

export function receiveBody(raw: Uint8Array, headers: Headers): ReceivedBody {
  const hash = headers.get('x-amz-content-sha256') ?? '';
  if (/^[\da-f]{64}$/.test(hash) && createHash('sha256').update(raw).digest('hex') !== hash) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new AwsError('XAmzContentSHA256Mismatch', message);
  }
  const isFramed = hash.startsWith('STREAMING-');
  const { bytes, trailers } = isFramed ? unframe(raw) : { bytes: raw, trailers: noTrailers };
  const length = headers.get('x-amz-decoded-content-length');
  if (isFramed && length !== undefined && Number(length) !== bytes.length) throw incompleteBody();
  return {
    bytes,
    hasMd5: checkMd5(bytes, headers.get('content-md5')),
    checksum: checkChecksum(bytes, headers, trailers),
  };
}

const noTrailers: Headers = new Map();

function checkMd5(bytes: Uint8Array, given: string | undefined): boolean {
  if (given === undefined) return false;
  if (!isChecksumValue('MD5', given)) {
    throw new AwsError('InvalidDigest', 'The Content-MD5 you specified is not valid.');
  }
  if (computeChecksum('MD5', bytes).value === given) return true;
  throw new AwsError('BadDigest', 'The Content-MD5 you specified did not match what we received.');
}

function checkChecksum(bytes: Uint8Array, headers: Headers, trailers: Headers): Checksum | undefined {
  const announced = headers.get('x-amz-trailer')?.toLowerCase();
  if (announced !== undefined && !trailers.has(announced)) {
    const message = 'The request is missing the trailer that its x-amz-trailer header announces.';
    throw new AwsError('MalformedTrailerError', message);
  }
  const given = checksumAlgorithms.flatMap((algorithm) => {
    const name = checksumHeader(algorithm);
    const value = headers.get(name) ?? trailers.get(name);
    return value === undefined ? [] : [{ algorithm, value }];
  });
  const [first, second] = given;
  if (second) {
    throw invalidRequest(
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const promised = headers.get('x-amz-sdk-checksum-algorithm');
  if (promised !== undefined) checkPromise(promised, first?.algorithm);
  if (!first) return undefined;
  const { algorithm, value } = first;
  if (!isChecksumValue(algorithm, value)) {
    throw invalidRequest(`Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  const found = computeChecksum(algorithm, bytes);
  if (found.value === value) return found;
  throw new AwsError('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
}

function checkPromise(promised: string, given: string | undefined): void {
  const algorithm = findChecksumAlgorithm(promised);
  if (given === undefined) {
    throw invalidRequest(
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  }
  if (given !== algorithm) throw invalidRequest('Value for x-amz-sdk-checksum-algorithm header is invalid.');
}

interface Unframed {
  readonly bytes: Uint8Array;
  readonly trailers: ReadonlyMap<string, string>;
}

/**
 * Takes the content out of `aws-chunked` framing: `size[;chunk-signature=…]`, bytes, …, a chunk of no bytes, trailers.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
function unframe(framed: Uint8Array): Unframed {
  const source = Buffer.from(framed.buffer, framed.byteOffset, framed.length);
  const chunks: Buffer[] = [];
  let at = 0;
  const line = (): string => {
    const end = source.indexOf('\r\n', at);
    if (end === -1) throw incompleteBody();
    const text = source.toString('latin1', at, end);
    at = end + 2;
    return text;
  };

  for (;;) {
    const header = /^([\da-f]{1,8})(?:;[^\r\n]*)?$/i.exec(line());
    if (!header) throw invalidRequest('The aws-chunked body could not be read: a chunk has no size.');
    const size = Number.parseInt(header[1] ?? '', 16);
    if (size === 0) break;
    if (at + size + 2 > source.length) throw incompleteBody();
    chunks.push(source.subarray(at, at + size));
    at += size;
    if (line() !== '') throw invalidRequest('The aws-chunked body could not be read: a chunk is too long.');
  }

  const trailers = new Map<string, string>();
  // Some clients end with the last trailer, some with an empty line after it.
  while (at < source.length) {
    const text = line();
    const colon = text.indexOf(':');
    if (text === '') continue;
    if (colon === -1) throw new AwsError('MalformedTrailerError', malformedTrailer);
    trailers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim());
  }
  return { bytes: chunks.length === 1 ? (chunks[0] ?? source) : Buffer.concat(chunks), trailers };
}

function incompleteBody(): AwsError {
  const message = 'You did not provide the number of bytes specified by the Content-Length HTTP header';
  return new AwsError('IncompleteBody', message);
}

const malformedTrailer =
  'The request contained trailing data that was not well-formed or did not conform to our published schema.';
