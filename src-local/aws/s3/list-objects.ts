import { formatIsoDate, ownerElement, xmlAnswer, invalidArgument } from './answers.ts';
import { urlEncodeKey, type SortedKeys } from './object-keys.ts';
import type { S3Engine } from './s3-engine.ts';
import type { HeaderValues, S3Operation } from './s3-operation.ts';
import { wholeNumber, type S3Request } from './s3-request.ts';
import { createElement, textElement } from './xml.ts';

/** RestoreStatus belongs to objects that are being restored from an archive; here there are none. */
const optionalAttributes: HeaderValues = { 'x-amz-optional-object-attributes': ['RestoreStatus'] };

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export const listObjectsV2: S3Operation = {
  name: 'ListObjectsV2',
  method: 'GET',
  on: 'bucket',
  marks: ['list-type'],
  query: [
    'prefix',
    'delimiter',
    'max-keys',
    'encoding-type',
    'continuation-token',
    'start-after',
    'fetch-owner',
  ],
  headers: optionalAttributes,
  run(engine, request) {
    const { query } = request;
    if (query.get('list-type') !== '2') {
      throw invalidArgument('Invalid List Type specified in Query', 'list-type', query.get('list-type'));
    }
    const token = query.get('continuation-token');
    if (token === '') {
      throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token);
    }
    const startAfter = query.get('start-after');
    const from = token === undefined ? { last: startAfter ?? '', shownGroup: undefined } : readToken(token);
    const asked = readListRequest(engine, request);
    const { text } = asked;
    const page = listPage(engine.keys(request.bucket), { ...asked, ...from, after: from.last });
    return xmlAnswer(
      'ListBucketResult',
      [
        textElement('Name', request.bucket),
        textElement('Prefix', text(asked.prefix)),
        textElement('StartAfter', startAfter && text(startAfter)),
        textElement('ContinuationToken', token),
        textElement('NextContinuationToken', page.last && encodeContinuationToken(page.last)),
        textElement('KeyCount', page.keys.length + page.commonPrefixes.length),
        ...pageElements(engine, asked, page, query.get('fetch-owner') === 'true'),
      ].join(''),
    );
  },
};

/** The older one: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html */
export const listObjects: S3Operation = {
  name: 'ListObjects',
  method: 'GET',
  on: 'bucket',
  query: ['prefix', 'delimiter', 'max-keys', 'encoding-type', 'marker'],
  headers: optionalAttributes,
  run(engine, request) {
    const asked = readListRequest(engine, request);
    const marker = request.query.get('marker') ?? '';
    const page = listPage(engine.keys(request.bucket), {
      ...asked,
      after: marker,
      shownGroup: findCommonPrefix(marker, asked),
    });
    const last = page.last && ('key' in page.last ? page.last.key : page.last.group);
    // Without a delimiter the last key is itself the marker of the next page.
    const next = asked.delimiter === '' ? undefined : last && asked.text(last);
    return xmlAnswer(
      'ListBucketResult',
      [
        textElement('Name', request.bucket),
        textElement('Prefix', asked.text(asked.prefix)),
        textElement('Marker', asked.text(marker)),
        textElement('NextMarker', next),
        ...pageElements(engine, asked, page, true),
      ].join(''),
    );
  },
};

interface Asked {
  readonly bucket: string;
  readonly prefix: string;
  readonly delimiter: string;
  readonly max: number;
  readonly encoding: string | undefined;
  readonly text: (key: string) => string;
}

function readListRequest(engine: S3Engine, { bucket, query }: S3Request): Asked {
  engine.bucket(bucket);
  const encoding = query.get('encoding-type');
  if (encoding !== undefined && encoding !== 'url') {
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encoding);
  }
  return {
    bucket,
    encoding,
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    max: wholeNumber(query, 'max-keys', { least: 0, most: 1000, otherwise: 1000 }),
    text: encoding === 'url' ? urlEncodeKey : (key) => key,
  };
}

function pageElements(engine: S3Engine, asked: Asked, page: Page, withOwner: boolean): string[] {
  const { bucket, delimiter, max, text } = asked;
  const objects = engine.objects(bucket);
  const owner = withOwner ? ownerElement(engine.world) : '';
  return [
    textElement('MaxKeys', max),
    textElement('Delimiter', delimiter === '' ? undefined : text(delimiter)),
    textElement('EncodingType', asked.encoding),
    textElement('IsTruncated', page.last !== undefined),
    ...page.keys.map((key) => {
      const object = objects.get(key);
      if (!object) throw new Error(`${key} is listed and not there`);
      return createElement(
        'Contents',
        textElement('Key', text(key)),
        textElement('LastModified', formatIsoDate(object.modified)),
        textElement('ETag', `"${object.etag}"`),
        textElement('ChecksumAlgorithm', object.checksum?.algorithm),
        textElement('ChecksumType', object.checksum?.type),
        textElement('Size', object.size),
        owner,
        textElement('StorageClass', 'STANDARD'),
      );
    }),
    ...page.commonPrefixes.map((group) =>
      createElement('CommonPrefixes', textElement('Prefix', text(group))),
    ),
  ];
}

interface PageRequest {
  readonly prefix: string;
  /** Empty: nothing is rolled up. */
  readonly delimiter: string;
  /** Only keys after this one. */
  readonly after: string;
  /** A common prefix that an earlier page has shown. */
  readonly shownGroup: string | undefined;
  readonly max: number;
}

export interface Page {
  readonly keys: readonly string[];
  readonly commonPrefixes: readonly string[];
  /** The last of either kind, when more follows. */
  readonly last: PageEnd | undefined;
}

type PageEnd = { readonly key: string } | { readonly group: string };

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-prefixes.html: keys that share what lies between
 * the prefix and the first delimiter after it are shown, and counted, as one common prefix.
 */
export function listPage(sorted: SortedKeys, request: PageRequest): Page {
  const { prefix, max } = request;
  const keys: string[] = [];
  const commonPrefixes: string[] = [];
  let last: PageEnd | undefined;
  if (max === 0) return { keys, commonPrefixes, last };

  let at = Math.max(sorted.firstFrom(prefix), request.after === '' ? 0 : sorted.firstAfter(request.after));
  for (let key = sorted.at(at); key !== undefined; key = sorted.at(at)) {
    if (!key.startsWith(prefix)) break;
    const group = findCommonPrefix(key, request);
    if (group === undefined || group !== request.shownGroup) {
      if (keys.length + commonPrefixes.length === max) return { keys, commonPrefixes, last };
      if (group === undefined) keys.push(key);
      else commonPrefixes.push(group);
      last = group === undefined ? { key } : { group };
    }
    at = group === undefined ? at + 1 : sorted.firstPast(group, at);
  }
  return { keys, commonPrefixes, last: undefined };
}

/** The common prefix that a key is rolled up into. */
function findCommonPrefix(
  key: string,
  { prefix, delimiter }: { prefix: string; delimiter: string },
): string | undefined {
  if (delimiter === '' || !key.startsWith(prefix)) return undefined;
  const end = key.indexOf(delimiter, prefix.length);
  return end === -1 ? undefined : key.slice(0, end + delimiter.length);
}

/** Where the next page begins, in a form that says nothing to a client. */
export function encodeContinuationToken(end: PageEnd): string {
  return Buffer.from('key' in end ? `k${end.key}` : `g${end.group}`).toString('base64');
}

export function readToken(token: string): { last: string; shownGroup: string | undefined } {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const kind = text.charAt(0);
  const isOurs = (kind === 'k' || kind === 'g') && Buffer.from(text).toString('base64') === token;
  if (!isOurs) {
    const message = 'The continuation token provided is incorrect';
    throw invalidArgument(message, 'continuation-token', token);
  }
  const last = text.slice(1);
  return { last, shownGroup: kind === 'g' ? last : undefined };
}
