import { QueryCommand } from '@aws-sdk/client-dynamodb';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Later, type Entry, type PastFacts } from '#local/journal/told.ts';
import { isOpen, type BatchItem, type FileItem } from '#pipelines/downloads/download-items.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { tellDays } from '#local/world/past/download-days.ts';
import { tellDownloads } from '#local/world/past/downloads.ts';
import { downloads } from '#shared/catalogue/systems/downloads-system.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aDownloadPipeline, type DownloadPipeline } from '#test/builders/a-download-pipeline.ts';

const anchor = Date.UTC(2026, 10, 20, 15);
const facts: PastFacts = {
  seed: '1',
  anchor,
  account: '000000000000',
  region: 'local',
  endpoint: 'http://127.0.0.1',
};
const names = namesByConvention('sandbox');
const hour = 3_600_000;

describe('the seeded downloads', () => {
  it('are the same to the byte each time, and different for another seed', () => {
    expect(everything(facts)).toBe(everything({ ...facts }));
    expect(everything(facts)).not.toBe(everything({ ...facts, seed: '2' }));
    // A collection may be read twice, and a later change to the items of the first reading must not appear in
    // the second.
    const told = tellDownloads(facts);
    const [first] = [...collection(told, names.downloads.jobsTable)];
    Object.assign(first?.[1] as object, { Status: { S: 'changed' } });
    expect(JSON.stringify([...collection(told, names.downloads.jobsTable)])).not.toContain('changed');
  });

  it('come before the anchor, at any hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 99 }), (hours, seed) => {
        const then = { ...facts, anchor: anchor + hours * hour, seed: String(seed) };
        const { files, batches } = tellItems(then);
        for (const { StatusUpdatedAt, CreatedAt, CompletedAt, LastEvent } of files) {
          const times = [CreatedAt, CompletedAt, LastEvent?.At].flatMap((at) => (at ? Date.parse(at) : []));
          expect(Math.max(StatusUpdatedAt, ...times)).toBeLessThanOrEqual(then.anchor);
        }
        for (const { StartTime, UpdatedAt, TimeoutAt = StartTime } of batches) {
          expect(Math.max(...[StartTime, UpdatedAt, TimeoutAt].map(Date.parse))).toBeLessThanOrEqual(
            then.anchor,
          );
        }
        // Exactly one recent batch is always open.
        expect(batches.filter((batch) => isOpen(batch) && isRecent(batch, then.anchor))).toHaveLength(1);
      }),
      { numRuns: 12 },
    );
  });

  it('contain no batch that contradicts its files', () => {
    const { files, batches } = tellItems(facts);
    const byId = new Map(files.map((file) => [file.FileID, file]));
    for (const batch of batches) {
      const { ExpectedFiles = new Set(), CompletedFiles = new Set(), FailedFiles = new Set() } = batch;
      for (const id of [...CompletedFiles, ...FailedFiles]) expect(ExpectedFiles).toContain(id);
      for (const id of CompletedFiles) expect(byId.get(id)?.Status).toBe('completed');
      const ended = CompletedFiles.size + FailedFiles.size;
      if (batch.Status === 'completed') expect(CompletedFiles).toEqual(ExpectedFiles);
      if (batch.Status === 'timeout') expect(ended).toBeLessThan(ExpectedFiles.size);
      if (batch.Status === 'failed' && batch.ClosedBy === undefined) expect(ended).toBe(ExpectedFiles.size);
      expect(batch.Status === 'timeout').toBe(batch.TimeoutAt !== undefined);
    }
  });

  it('contain everything that can go wrong with downloads', () => {
    const { files, batches } = tellItems(facts);
    const standing = files.filter(({ StatusUpdatedAt }) => anchor - StatusUpdatedAt > 2 * hour);
    expect(standing.filter(({ Status }) => Status === 'downloading')).toHaveLength(2);
    expect(standing.filter(({ Status }) => Status === 'available')).toHaveLength(2);
    for (const status of ['failed', 'error']) {
      const ended = files.filter(({ Status }) => Status === status);
      expect(ended.length).toBeGreaterThan(0);
      for (const { ErrorMessage } of ended) expect(ErrorMessage).toMatch(/^The .+\.$/);
    }
    const dates = batches.map(({ PollingDate }) => PollingDate);
    expect(new Set(dates).size).toBe(31);
    expect(dates.length - new Set(dates).size).toBe(7);
    const statuses = new Set(batches.map(({ Status }) => Status));
    expect(statuses).toEqual(new Set(['initiated', 'queued', 'completed', 'timeout', 'failed']));
    expect(batches.filter(({ ClosedBy }) => ClosedBy !== undefined)).toHaveLength(2);
    const tenYears = (anchor / 1000) * 1.2;
    expect(files.filter(({ TTL }) => TTL > tenYears)).toHaveLength(1);
    expect(files.filter(({ TTL }) => TTL * 1000 <= anchor).length).toBeGreaterThan(1);
  });

  it('have the attributes and types of the catalogue', () => {
    const told = tellDownloads(facts);
    for (const [table, entity] of [
      [names.downloads.jobsTable, downloads.entities.File],
      [names.downloads.batchesTable, downloads.entities.Batch],
    ] as const) {
      const attributes: Readonly<Record<string, { readonly type: string; readonly optional?: true }>> =
        entity.attributes;
      const needed = Object.keys(attributes).filter((name) => !attributes[name]?.optional);
      for (const [, item] of collection(told, table)) {
        const kept = item as Record<string, object>;
        expect(Object.keys(kept)).toEqual(expect.arrayContaining(needed));
        for (const [name, value] of Object.entries(kept)) {
          const type = attributes[name]?.type ?? added[name];
          expect([name, Object.keys(value)[0]]).toEqual([name, types[type ?? 'unknown'] ?? 'S']);
        }
      }
    }
  });

  it('look like a pipeline’s: the same ids, the same attributes, secrets as long', async () => {
    const pipeline = await aDownloadPipeline({ now: anchor });
    await pipeline.functions.poll();
    const [written] = await filesThatAre('available', pipeline);
    const { batches } = tellItems(facts);
    expect(batches.map(({ BatchID }) => BatchID)).toContain(written?.['BatchID']);
    const told = [...collection(tellDownloads(facts), names.downloads.jobsTable)]
      .map(([, item]) => fromItem(item as Parameters<typeof fromItem>[0]))
      .find(({ Status, LastEvent }) => Status === 'available' && LastEvent === undefined);
    expect(Object.keys(told ?? {}).toSorted()).toEqual(Object.keys(written ?? {}).toSorted());
    for (const secret of ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV']) {
      const lengths = [told, written].map((item) => JSON.stringify(item?.[secret]).length);
      expect(Math.abs((lengths[0] ?? 0) - (lengths[1] ?? 0))).toBeLessThan(60);
    }
  });

  it('are found by the indexes when the tables are made, and the batch in work is finished', async () => {
    const past = { version: '1', tell: tellDownloads };
    const pipeline = await aDownloadPipeline({ now: anchor + 60_000, past });
    expect(await filesThatAre('downloading', pipeline)).toHaveLength(2);
    expect(await pipeline.deliver()).toBe(2);
    await pipeline.advance(5);
    await pipeline.functions.checkBatches();
    const inWork = tellItems(facts).batches.find((batch) => isOpen(batch) && isRecent(batch, anchor));
    const ended = (await pipeline.batches('2026-11-20')).find(({ BatchID }) => BatchID === inWork?.BatchID);
    expect(ended?.Status).toBe('failed');
    const { CompletedFiles = new Set(), FailedFiles = new Set(), ExpectedFiles } = ended ?? {};
    expect(new Set([...CompletedFiles, ...FailedFiles])).toEqual(ExpectedFiles);
  });
});

/** These types are added to those that the source has. */
const added: Readonly<Record<string, string>> = { LastEvent: 'map' };
const types: Readonly<Record<string, string>> = {
  'epoch milliseconds': 'N',
  'epoch seconds': 'N',
  'text set': 'SS',
  map: 'M',
};

function collection(told: ReturnType<typeof tellDownloads>, table: string) {
  return readAll(told.get(`dynamodb/items/${table}`)?.() ?? []);
}

function everything(of: PastFacts): string {
  return JSON.stringify([...tellDownloads(of)].map(([name, tell]) => [name, readAll(tell())]));
}

/** Returns the entries with their values, also of those that are created when they are first read. */
function readAll(entries: Iterable<Entry>): Entry[] {
  return [...entries].map(([key, told]) => [key, told instanceof Later ? told.make() : told]);
}

/** Returns the items without their secrets, which are slow to compute. */
function tellItems(of: PastFacts): { files: readonly FileItem[]; batches: readonly BatchItem[] } {
  const days = tellDays(of);
  return {
    files: days.flatMap(({ files }) => files.map(({ file }) => file)),
    batches: days.flatMap(({ batches }) => batches),
  };
}

function isRecent({ StartTime }: BatchItem, now: number): boolean {
  return now - Date.parse(StartTime) < hour;
}

async function filesThatAre(
  status: string,
  { parts: { clients } }: DownloadPipeline,
): Promise<readonly PlainItem[]> {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: names.downloads.jobsTable,
      IndexName: 'StatusIndex',
      KeyConditionExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'Status' },
      ExpressionAttributeValues: toItem({ ':status': status }),
    }),
  );
  return Items.map(fromItem);
}
