import { compareUtf8 } from '../listing/utf8-order.ts';
import { emptyAnswer, isoDate, xmlAnswer } from '../protocol/answers.ts';
import { wholeNumber } from '../protocol/whole-number.ts';
import type { S3Operation } from '../protocol/s3-operation.ts';
import { elementOf, escapeXml, textElement } from '../protocol/xml-write.ts';
import { readToken, tokenOf } from '../listing/continuation-token.ts';
import { ownerElement } from './owner.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html */
export const listBuckets: S3Operation = {
  name: 'ListBuckets',
  method: 'GET',
  on: 'account',
  query: ['prefix', 'bucket-region', 'max-buckets', 'continuation-token'],
  run(engine, { query }) {
    const prefix = query.get('prefix') ?? '';
    const region = query.get('bucket-region');
    const max = wholeNumber(query, 'max-buckets', { least: 1, most: 10_000, otherwise: 10_000 });
    const token = query.get('continuation-token');
    const after = token === undefined ? '' : readToken(token).last;

    const matching = [...engine.buckets.entries()]
      .filter(([name, bucket]) => name.startsWith(prefix) && (region ?? bucket.location) === bucket.location)
      .filter(([name]) => name > after)
      .toSorted(([one], [other]) => compareUtf8(one, other));
    const page = matching.slice(0, max);
    const last = matching.length > max ? page.at(-1) : undefined;
    const buckets = page.map(([name, bucket]) =>
      elementOf(
        'Bucket',
        textElement('Name', name),
        textElement('CreationDate', isoDate(bucket.created)),
        textElement('BucketRegion', bucket.location),
      ),
    );
    return xmlAnswer(
      'ListAllMyBucketsResult',
      [
        ownerElement(engine.world),
        elementOf('Buckets', ...buckets),
        textElement('Prefix', query.get('prefix')),
        textElement('ContinuationToken', last && tokenOf({ key: last[0] })),
      ].join(''),
    );
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html */
export const headBucket: S3Operation = {
  name: 'HeadBucket',
  method: 'HEAD',
  on: 'bucket',
  run(engine, { bucket }) {
    const { location } = engine.bucket(bucket);
    return emptyAnswer(200, { 'x-amz-bucket-region': location, 'x-amz-access-point-alias': 'false' });
  },
};

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html */
export const getBucketLocation: S3Operation = {
  name: 'GetBucketLocation',
  method: 'GET',
  on: 'bucket',
  marks: ['location'],
  run(engine, { bucket }) {
    const { location } = engine.bucket(bucket);
    // The first region of all has no name here.
    return xmlAnswer('LocationConstraint', location === 'us-east-1' ? '' : escapeXml(location));
  },
};
