import {
  DeleteObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { array, assert, boolean, constantFrom, integer, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { listPage, type Page } from '#local/aws/s3/list-objects.ts';
import { SortedKeys, urlEncodeKey } from '#local/aws/s3/object-keys.ts';
import { aBucket, bucket, putText, raw } from './a-bucket.ts';

const keys = ['a.txt', 'b/1', 'b/2', 'b/c/3', 'd/4', 'e', '\uffee last but one', '😀 last'];

async function aFullBucket(): ReturnType<typeof aBucket> {
  const world = await aBucket();
  for (const key of keys.toReversed()) await putText(world.s3, key, key);
  return world;
}

test('keys come in the order of their bytes in UTF-8', async () => {
  const { s3 } = await aFullBucket();
  const { Contents, KeyCount, IsTruncated, MaxKeys } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket }),
  );

  expect(Contents?.map(({ Key }) => Key)).toEqual(keys);
  expect({ KeyCount, IsTruncated, MaxKeys }).toEqual({ KeyCount: 8, IsTruncated: false, MaxKeys: 1000 });
  expect(Contents?.[0]).toMatchObject({ Size: 5, StorageClass: 'STANDARD', ChecksumAlgorithm: ['CRC32'] });
});

test('a delimiter rolls keys up into folders', async () => {
  const { s3 } = await aFullBucket();
  const top = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' }));
  const below = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/', Prefix: 'b/' }));

  expect(top.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['b/', 'd/']);
  expect(top.Contents?.map(({ Key }) => Key)).toEqual(['a.txt', 'e', '\uffee last but one', '😀 last']);
  expect(top.KeyCount).toBe(6);
  expect(below.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['b/c/']);
  expect(below.Contents?.map(({ Key }) => Key)).toEqual(['b/1', 'b/2']);
});

test.each([1, 2, 3, 5])('pages of %i miss nothing and repeat nothing', async (pageSize) => {
  const { s3 } = await aFullBucket();
  const seen: (string | undefined)[] = [];
  for await (const page of paginateListObjectsV2(
    { client: s3, pageSize },
    { Bucket: bucket, Delimiter: '/' },
  )) {
    seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
    seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
  }

  expect(seen).toHaveLength(6);
  expect(new Set(seen)).toEqual(new Set(['a.txt', 'b/', 'd/', 'e', '\uffee last but one', '😀 last']));
});

test('a listing may start after a key, and a token outweighs that', async () => {
  const { s3 } = await aFullBucket();
  const first = await s3.send(new ListObjectsV2Command({ Bucket: bucket, StartAfter: 'b/1', MaxKeys: 1 }));
  const second = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucket,
      StartAfter: 'z',
      MaxKeys: 1,
      ContinuationToken: first.NextContinuationToken,
    }),
  );

  expect(first.Contents?.[0]?.Key).toBe('b/2');
  expect(second.Contents?.[0]?.Key).toBe('b/c/3');
});

test('asking for no keys gives none, and nothing follows', async () => {
  const { s3 } = await aFullBucket();
  const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 0 }));

  expect(page).toMatchObject({ KeyCount: 0, IsTruncated: false, MaxKeys: 0 });
});

test('an unknown token, a bad count and a bad encoding are refused', async () => {
  const { s3, aws } = await aFullBucket();
  const list = new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: 'mine' });

  await expect(s3.send(list)).rejects.toMatchObject({ name: 'InvalidArgument' });
  for (const query of ['max-keys=-1', 'max-keys=many', 'encoding-type=base64', 'list-type=3']) {
    const { status, text } = await raw(aws, 'GET', `/${bucket}?list-type=2&${query}`);
    expect({ status, isInvalid: text.includes('<Code>InvalidArgument</Code>') }).toEqual({
      status: 400,
      isInvalid: true,
    });
  }
});

test('a listing in encoded form can hold any key', async () => {
  const { s3 } = await aBucket();
  const key = 'a b/c+d&\u0001ü~';
  await putText(s3, key, '');
  const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'a ', EncodingType: 'url' }));

  expect(page.Contents?.[0]?.Key).toBe('a+b/c%2Bd%26%01%C3%BC%7E');
  expect(page).toMatchObject({ Prefix: 'a+', EncodingType: 'url' });
  expect(decodeURIComponent(urlEncodeKey(key).replaceAll('+', ' '))).toBe(key);
});

test('the older listing continues from a marker, past a folder that it names', async () => {
  const { s3 } = await aFullBucket();
  const list = { Bucket: bucket, Delimiter: '/', MaxKeys: 2 };
  const first = await s3.send(new ListObjectsCommand(list));
  const second = await s3.send(new ListObjectsCommand({ ...list, Marker: first.NextMarker }));

  expect(first).toMatchObject({ NextMarker: 'b/', IsTruncated: true });
  expect(second.CommonPrefixes).toEqual([{ Prefix: 'd/' }]);
  expect(second.Contents).toMatchObject([{ Key: 'e' }]);
});

test('a deleted object is not listed', async () => {
  const { s3 } = await aFullBucket();
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'd/4' }));
  const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/' }));

  expect(page.CommonPrefixes).toEqual([{ Prefix: 'b/' }]);
});

const someKey = string({ unit: constantFrom('a', 'b', '/', '\uffee', '😀'), minLength: 1, maxLength: 5 });

test('pages of any size join up to what a sort and a filter give', () => {
  assert(
    property(
      array(someKey),
      string({ unit: constantFrom('a', '/'), maxLength: 2 }),
      integer({ min: 1, max: 4 }),
      (names, prefix, max) => {
        const sorted = new SortedKeys(names);
        const found: string[] = [];
        let page: Page | undefined;
        do {
          const end: Page['last'] = page?.last;
          const after: string = end ? ('key' in end ? end.key : end.group) : '';
          const shownGroup = end && 'group' in end ? end.group : undefined;
          page = listPage(sorted, { prefix, delimiter: '/', after, shownGroup, max });
          found.push(...page.keys, ...page.commonPrefixes);
        } while (page.last);
        expect(found.toSorted(byBytes)).toEqual(plainListing(names, prefix));
      },
    ),
  );
});

function plainListing(names: readonly string[], prefix: string): string[] {
  const rolledUp = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => {
      const slash = name.indexOf('/', prefix.length);
      return slash === -1 ? name : name.slice(0, slash + 1);
    });
  return [...new Set(rolledUp)].toSorted(byBytes);
}

test('keys stay in order while they come and go, whenever they are looked at', () => {
  const step = record({ key: someKey, isLookedAt: boolean() });
  assert(
    property(array(step, { maxLength: 60 }), (steps) => {
      const sorted = new SortedKeys(['a', 'b']);
      const present = new Set(['a', 'b']);
      for (const { key, isLookedAt } of steps) {
        if (present.delete(key)) sorted.remove(key);
        else {
          present.add(key);
          sorted.add(key);
        }
        if (isLookedAt) expect(listKeys(sorted)).toEqual([...present].toSorted(byBytes));
      }
      expect(listKeys(sorted)).toEqual([...present].toSorted(byBytes));
    }),
  );
});

function listKeys(sorted: SortedKeys): string[] {
  const found: string[] = [];
  for (let key = sorted.at(0); key !== undefined; key = sorted.at(found.length)) found.push(key);
  return found;
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
