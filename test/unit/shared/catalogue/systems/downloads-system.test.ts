import { describe, expect, test } from 'vitest';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { askSamples } from './ask-samples.ts';

const today = 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479';
const halfPastTwo = Date.parse('2026-11-20T14:30:00.000Z');
const inFiveYears = Date.parse('2031-11-20T15:00:00.000Z') / 1_000;
const now = Date.parse('2026-11-20T15:00:00.000Z') / 1_000;

const ids = (pattern: string, params: Readonly<Record<string, string | number>>): unknown[] =>
  askSamples(downloads, pattern, params).map((item) => item['FileID'] ?? item['BatchID']);

describe('batch downloads', () => {
  test('finds stuck files by a condition on the sort key', () => {
    expect(locate(downloads, 'stuckFiles').schema.sort).toEqual({ name: 'StatusUpdatedAt', type: 'N' });
    expect(ids('stuckFiles', { olderThan: halfPastTwo })).toEqual(['accounts-2026-11-20']);
    expect(ids('filesNeverPickedUp', { olderThan: halfPastTwo })).toEqual(['transactions-2026-11-20']);
  });

  test('orders files in a status by time as numbers, the oldest first', () => {
    expect(ids('filesByStatus', { fileStatus: 'downloading' })).toEqual([
      'accounts-2026-11-20',
      'positions-2026-11-20',
    ]);
    expect(
      ids('filesByStatusBetween', { fileStatus: 'completed', from: 999, to: 1_795_093_000_000 }),
    ).toEqual(['accounts-2026-11-19']);
  });

  test('answers the batches of a day in one query of an index, all or in one status', () => {
    expect(locate(downloads, 'batchesOfDate')).toMatchObject({
      operation: 'Query',
      indexName: 'PollingDateIndex',
    });
    expect(ids('batchesOfDate', { date: '2026-11-20' })).toHaveLength(2);
    expect(ids('batchesOfDateByStatus', { date: '2026-11-20', batchStatus: 'queued' })).toEqual([today]);
    expect(ids('batchesOfDateByStatus', { date: '2026-10-20', batchStatus: 'timeout' })).toHaveLength(1);
  });

  test('finds the files of a batch, and one that was expected and never written', () => {
    expect(ids('filesOfBatch', { batchId: today })).toHaveLength(5);
    expect(ids('filesOfBatchByStatus', { batchId: today, fileStatus: 'failed' })).toEqual([
      'fund-prices-2026-11-20',
    ]);
    expect(askSamples(downloads, 'batchById', { batchId: today })[0]?.['ExpectedFiles']).toHaveLength(6);
  });

  test('keeps the address and the key material secret, and nothing else', () => {
    const secrets = Object.entries(downloads.entities.File.attributes).flatMap(([name, attribute]) =>
      'secret' in attribute ? [name] : [],
    );
    expect(secrets).toEqual(['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV']);
  });

  test('has secrets in its samples that cannot be mistaken for real ones', () => {
    for (const { PresignedURL, EncryptedAESKey, EncodedAESIV } of downloads.samples.jobs) {
      for (const secret of [PresignedURL, EncryptedAESKey, EncodedAESIV]) {
        expect(secret).toEqual(expect.stringContaining('not-a-real'));
      }
    }
  });

  test('has one file whose time to live is in milliseconds, and one that has expired', () => {
    const files = downloads.samples.jobs;
    const defects = files.filter(({ TTL }) => Number(TTL) > inFiveYears);
    expect(defects.map(({ FileID }) => FileID)).toEqual(['transactions-2026-11-19']);
    expect(files.filter(({ TTL }) => Number(TTL) < now).map(({ FileID }) => FileID)).toEqual([
      'accounts-2026-10-20',
    ]);
  });

  test('parses a name with hyphens from a file id', () => {
    const [prices] = askSamples(downloads, 'fileById', { fileId: 'fund-prices-2026-11-20' });
    expect(prices).toMatchObject({ Entity: 'fund-prices', DownloadDate: '2026-11-20' });
  });

  test('counts a day as the source does: 60 read units and 33 write units', () => {
    const { callsPerDay, rru } = downloads.patterns.fileById.usage;
    expect(callsPerDay * rru).toBe(60);
    const writes = Object.values(downloads.writes);
    expect(writes.reduce((sum, write) => sum + write.callsPerDay * write.wru, 0)).toBe(33);
  });

  test('has its known hot spot found by the review', () => {
    expect(reviewSystem(downloads)).toContainEqual(
      expect.objectContaining({
        severity: 'high',
        at: 'downloads.jobs.StatusIndex',
        remedy: expect.stringContaining('BatchIndex') as string,
      }),
    );
  });
});
