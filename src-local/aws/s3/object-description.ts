import { AwsError } from '../protocol/aws-error.ts';
import type { HeaderValues } from './s3-operation.ts';
import type { Description } from './s3-records.ts';
import { objectTagLimit, readTagsHeader } from './tag-sets.ts';

/** These headers describe an object that a client is about to create. */
export const describingHeaders: HeaderValues = {
  'x-amz-meta-*': 'any',
  'x-amz-tagging': 'any',
  // These are the defaults of every object, so a request may name them.
  'x-amz-acl': ['private', 'bucket-owner-full-control'],
  'x-amz-server-side-encryption': ['AES256'],
  'x-amz-storage-class': ['STANDARD'],
};

type Headers = ReadonlyMap<string, string>;

export function readDescription(headers: Headers): Description {
  return {
    headers: pickSystemHeaders(headers),
    metadata: pickMetadata(headers),
    tags: readTagsHeader(headers.get('x-amz-tagging') ?? '', objectTagLimit),
  };
}

const systemHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

function pickSystemHeaders(headers: Headers): [string, string][] {
  const found: [string, string][] = [];
  for (const name of systemHeaders) {
    const value = name === 'content-encoding' ? withoutFraming(headers.get(name)) : headers.get(name);
    if (value !== undefined && value !== '') found.push([name, value]);
    else if (name === 'content-type') found.push([name, 'binary/octet-stream']);
  }
  return found;
}

const prefix = 'x-amz-meta-';
const largestMetadata = 2048;

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html */
function pickMetadata(headers: Headers): [string, string][] {
  const metadata: [string, string][] = [];
  let size = 0;
  for (const [header, value] of headers) {
    if (!header.startsWith(prefix)) continue;
    const name = header.slice(prefix.length);
    size += Buffer.byteLength(name) + Buffer.byteLength(value);
    metadata.push([name, value]);
  }
  if (size <= largestMetadata) return metadata;
  const fields = { Size: size, MaxSizeAllowed: largestMetadata };
  const message = 'Your metadata headers exceed the maximum allowed metadata size';
  throw new AwsError('MetadataTooLarge', message, { fields });
}

/** `aws-chunked` describes the transfer, not the object. */
function withoutFraming(encoding: string | undefined): string | undefined {
  return encoding
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== 'aws-chunked')
    .join(',');
}

/**
 * Returns each user-defined header with its prefix. Text that is not ASCII is encoded by RFC 2047, as S3 does.
 */
export function metadataHeaders({ metadata }: Description): Record<string, string> {
  return Object.fromEntries(
    metadata.map(([name, value]) => [
      `${prefix}${name}`,
      /^[\t\u0020-\u007e]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`,
    ]),
  );
}
