import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { downloadBatchSchema, downloadFileSchema } from '#shared/contract/downloads.ts';
import { storedItem, type StoredItem } from '#main/aws/dynamodb/reading.ts';
import { downloadBatchRow, fileRow } from '#main/rows/download-rows.ts';

const { downloads } = catalogue;
/** This is the afternoon of the samples. */
const now = Date.parse('2026-11-20T15:00:00.000Z');

const storedFile = (attributes: Attributes): StoredItem =>
  storedItem({ system: downloads, tableKey: 'jobs', table: downloads.tables.jobs }, attributes, now);
const storedBatch = (attributes: Attributes): StoredItem =>
  storedItem({ system: downloads, tableKey: 'batches', table: downloads.tables.batches }, attributes, now);
const files = downloads.samples.jobs.map((sample) => sampleAttributes(downloads, 'jobs', sample));
const batches = downloads.samples.batches.map((sample) => sampleAttributes(downloads, 'batches', sample));
const told = (attributes: Attributes) => fileRow(storedFile(attributes), now);

function findSample(fileId: string): Attributes {
  const found = files.find((item) => JSON.stringify(item['FileID']) === JSON.stringify({ S: fileId }));
  if (found === undefined) throw new Error(`No sample is called ${fileId}.`);
  return found;
}

describe('a file', () => {
  it('of the samples has nothing wrong with it', () => {
    for (const attributes of files) {
      const row = told(attributes);
      expect(downloadFileSchema.safeParse(row).error).toBeUndefined();
      expect(row.problems).toEqual([]);
      expect(row.address.isThere && row.key.isThere && row.key.vectorIsThere).toBe(true);
    }
  });

  it('has its status with its time, and the digits of that as its version', () => {
    expect(told(findSample('accounts-2026-11-20'))).toMatchObject({
      fileId: 'accounts-2026-11-20',
      status: 'downloading',
      statusSince: '2026-11-20T13:05:00.000Z',
      version: '1795179900000',
      address: { isThere: true, expiresAt: '2026-11-20T13:15:00.000Z' },
      timeToLive: { kind: 'until', at: '2026-12-20T12:45:00.000Z' },
    });
    const more = told({ ...findSample('accounts-2026-11-20'), StatusUpdatedAt: { N: '1795179900000.25' } });
    expect([more.version, more.statusSince]).toEqual(['1795179900000.25', '2026-11-20T13:05:00.000Z']);
    const never = told({ ...findSample('accounts-2026-11-20'), StatusUpdatedAt: { N: '9e20' } });
    expect([never.version, never.statusSince, never.problems.length]).toEqual(['9e20', null, 1]);
    const none = told({ ...findSample('accounts-2026-11-20'), StatusUpdatedAt: { S: '1795179900000' } });
    expect(none).toMatchObject({ version: null, statusSince: null });
    expect(none.problems).toEqual(['StatusUpdatedAt: expected milliseconds since 1970, found no number']);
  });

  it('past its time, or with a wrong one, says so', () => {
    expect(told(findSample('accounts-2026-10-20')).timeToLive).toMatchObject({ kind: 'over' });
    expect(told(findSample('transactions-2026-11-19')).timeToLive).toMatchObject({ kind: 'in-milliseconds' });
    const { TTL: _none, ...without } = findSample('accounts-2026-11-20');
    expect(told(without).timeToLive).toEqual({ kind: 'none' });
    const asText = told({ ...without, TTL: { S: '1797684300' } });
    expect([asText.timeToLive, asText.problems]).toEqual([
      { kind: 'none' },
      ['TTL: expected a number of seconds since 1970, found something else'],
    ]);
  });

  it('shows whether its address is there and until when it is valid, if the address says so', () => {
    const withAddress = (S: string) =>
      told({ ...findSample('accounts-2026-11-20'), PresignedURL: { S } }).address;
    expect(withAddress('https://a.example/f?Expires=1795186800&Signature=x')).toEqual({
      isThere: true,
      expiresAt: '2026-11-20T15:00:00.000Z',
    });
    expect(withAddress('https://a.example/f?Signature=x')).toEqual({ isThere: true, expiresAt: null });
    expect(withAddress('https://a.example/f?X-Amz-Date=20261320T000000Z&X-Amz-Expires=60')).toEqual({
      isThere: true,
      expiresAt: null,
    });
    expect(withAddress('')).toEqual({ isThere: false, expiresAt: null });
    const { PresignedURL: _url, EncryptedAESKey: _key, EncodedAESIV: _vector, ...bare } = files[0] ?? {};
    expect(told(bare)).toMatchObject({
      address: { isThere: false, expiresAt: null },
      key: { isThere: false, vectorIsThere: false },
    });
  });

  it('shows who requeued it last', () => {
    const LastEvent = {
      M: { What: { S: 'requeued' }, By: { S: 'support' }, At: { S: '2026-11-20T13:40:00.000Z' } },
    };
    expect(told({ ...findSample('accounts-2026-11-20'), LastEvent }).lastEvent).toEqual({
      what: 'requeued',
      by: 'support',
      at: '2026-11-20T13:40:00.000Z',
      reason: null,
    });
  });

  it('that is nothing but its key says what it lacks', () => {
    const row = told({ FileID: { S: 'f' } });
    expect(downloadFileSchema.safeParse(row).error).toBeUndefined();
    expect(row.problems.length).toBeGreaterThan(4);
  });
});

describe('a batch', () => {
  it('of the samples has nothing wrong with it, and its sets sorted', () => {
    for (const attributes of batches) {
      const row = downloadBatchRow(storedBatch(attributes), now);
      expect(downloadBatchSchema.safeParse(row).error).toBeUndefined();
      expect(row.problems).toEqual([]);
      expect(row.expected).toEqual(row.expected.toSorted());
    }
  });

  it('counts each of its files, even if two look the same when masked, and recognises them in each set', () => {
    const [first = {}] = batches;
    const [one, two] = [{ S: 'of a@b.example' }, { S: 'of c@d.example' }];
    const sets = { ExpectedFiles: { SS: [one.S, two.S, 'rates'] }, CompletedFiles: { SS: [two.S] } };
    const row = downloadBatchRow(storedBatch({ ...first, ...sets }), now);
    expect(row.expected).toEqual(['of (an e-mail address)', 'of (an e-mail address) 2', 'rates']);
    expect(row.completed).toEqual(['of (an e-mail address) 2']);
  });

  it('without a set has an empty one, and with one of another type says so', () => {
    const [first = {}] = batches;
    const row = downloadBatchRow(storedBatch({ ...first, ExpectedFiles: { N: '3' } }), now);
    expect([row.expected, row.problems]).toEqual([
      [],
      ['ExpectedFiles: expected a set of texts, found a number'],
    ]);
    const { ExpectedFiles: _none, ...without } = first;
    expect(downloadBatchRow(storedBatch(without), now)).toMatchObject({ expected: [], problems: [] });
  });
});

const aText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '2026-11-20T13:00:00.000Z', 'a@b.example', 'failed', 'https://x.example/y?z=1'),
);
const aValue: fc.Arbitrary<AttributeValue> = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ S: aText }),
    fc.record({ N: fc.oneof(fc.integer().map(String), fc.double({ noNaN: true }).map(String)) }),
    fc.constant({ NULL: true } as const),
    fc.record({ BOOL: fc.boolean() }),
    fc.record({ B: fc.base64String() }),
    fc.record({ SS: fc.array(aText, { maxLength: 4 }) }),
    fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({ M: fc.dictionary(aText, tie('value'), { maxKeys: 3 }) }),
  ),
})).value;

function anItem(names: readonly string[], key: string): fc.Arbitrary<Attributes> {
  return fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor'), aValue), { maxLength: 20 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
    )
    .map(([members, S]): Attributes => Object.fromEntries([...members, [key, { S }]]));
}

it('property: makes a row of any item', () => {
  const fileNames = Object.keys(downloads.entities.File.attributes);
  const batchNames = Object.keys(downloads.entities.Batch.attributes);
  fc.assert(
    fc.property(anItem(fileNames, 'FileID'), anItem(batchNames, 'BatchID'), (file, batch) => {
      expect(downloadFileSchema.safeParse(told(file)).error).toBeUndefined();
      expect(downloadBatchSchema.safeParse(downloadBatchRow(storedBatch(batch), now)).error).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
