import { AwsError } from '../../protocol/aws-error.ts';
import { invalidRequest } from '../protocol/refusals.ts';

export interface Unframed {
  readonly bytes: Uint8Array;
  readonly trailers: ReadonlyMap<string, string>;
}

/**
 * Takes the content out of `aws-chunked` framing: `size[;chunk-signature=…]`, bytes, …, a chunk of no bytes, trailers.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export function unframe(framed: Uint8Array): Unframed {
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

export function incompleteBody(): AwsError {
  const message = 'You did not provide the number of bytes specified by the Content-Length HTTP header';
  return new AwsError('IncompleteBody', message);
}

const malformedTrailer =
  'The request contained trailing data that was not well-formed or did not conform to our published schema.';
