import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { downloadsHandlers } from '#main/features/downloads/downloads-handlers.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { contract, type InputOf, type OperationName, type OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { daysUpTo, listFileSets, standingOfDay, formatUtcDay } from '#shared/domain/download-days.ts';
import { whyOpen } from '#shared/domain/download-files.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

type Names = Extract<OperationName, `downloads.${string}`>;

const { jobsTable } = namesByConvention('sandbox').downloads;

/** Opens the sandbox's world and calls it as a page does, checking every answer against the contract. */
async function aToldDesk() {
  const world = await aSandbox();
  const now = () => world.clock.now();
  const doors = doorsOver(serveSandbox(world.sandbox).answer, now);
  const handlers = downloadsHandlers({ doors: () => doors, now });
  const { gate } = aGate({ handlers });
  const answered: string[] = [];
  return {
    world,
    doors,
    answered,
    days: daysUpTo(formatUtcDay(now()), 31),
    async call<N extends Names>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> {
      const answer = (await gate.call(trusted, { operation, input })) as Result<OutputOf<N>>;
      answered.push(JSON.stringify(answer));
      return contract[operation].output.parse(valueOf(answer)) as OutputOf<N>;
    },
    async raw(fileId: string) {
      const { Item } = await world.dynamodb.send(
        new GetItemCommand({ TableName: jobsTable, Key: { FileID: { S: fileId } } }),
      );
      return Item;
    },
  };
}

describe('the seeded month', { timeout: 60_000 }, () => {
  it('has a day of every kind, each by one question', async () => {
    const desk = await aToldDesk();
    const standings = new Map<string, string>();
    for (const date of desk.days) {
      desk.doors.sent.length = 0;
      const day = await desk.call('downloads.day', { date });
      expect([date, desk.doors.sent.map(({ operation }) => operation)]).toEqual([date, ['Query']]);
      expect([day.isAll, day.batches.every((batch) => batch.date === date)]).toEqual([true, true]);
      standings.set(date, standingOfDay(day.batches));
    }
    const kinds = new Set(standings.values());
    for (const kind of ['complete', 'some failed', 'timed out', 'in progress']) expect(kinds).toContain(kind);
  });

  it('has files whose sets, statuses and reasons agree with the table, read file by file', async () => {
    const desk = await aToldDesk();
    const found = new Set<string>();
    for (const date of desk.days.slice(-5)) {
      for (const { batchId } of (await desk.call('downloads.day', { date })).batches) {
        const { batch, files } = await desk.call('downloads.openFiles', { batchId });
        const sets = listFileSets(batch);
        expect(files.map(({ fileId }) => fileId)).toEqual(sets.open);
        for (const open of files) {
          const raw = await desk.raw(open.fileId);
          expect(open.file?.status).toBe(raw?.['Status']?.S);
          expect(open.file?.version).toBe(raw?.['StatusUpdatedAt']?.N);
          found.add(whyOpen(open, batchId, desk.world.clock.now()));
        }
        const all = await desk.call('downloads.filesOfBatch', { batchId });
        const failed = all.rows.filter(({ status }) => status === 'failed' || status === 'error');
        const listed = [
          ...(await desk.call('downloads.filesOfBatch', { batchId, status: 'failed' })).rows,
          ...(await desk.call('downloads.filesOfBatch', { batchId, status: 'error' })).rows,
        ];
        expect(listed.map(({ fileId }) => fileId).toSorted()).toEqual(
          failed.map(({ fileId }) => fileId).toSorted(),
        );
      }
    }
    for (const why of ['taken over', 'standing still']) expect(found).toContain(why);
  });

  it('has stuck files, and defects of the time to live', async () => {
    const desk = await aToldDesk();
    const stuck = await desk.call('downloads.standing', { kind: 'stuck', minutes: 30 });
    const waiting = await desk.call('downloads.standing', { kind: 'never-picked-up', minutes: 30 });
    for (const [{ rows }, status] of [
      [stuck, 'downloading'],
      [waiting, 'available'],
    ] as const) {
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set(rows.map((row) => row.status))).toEqual(new Set([status]));
      const since = rows.map(({ statusSince }) => statusSince ?? '');
      expect(since).toEqual(since.toSorted());
    }
    const kinds = new Set<string>();
    // Two of these days have files with mistakes in them, and one has none.
    for (const date of [desk.days.at(-2), desk.days.at(-6), desk.days.at(-12)].map(String)) {
      const fileIds = (await desk.call('downloads.day', { date })).batches.flatMap(
        ({ expected }) => expected,
      );
      for (const fileId of new Set(fileIds)) {
        kinds.add((await desk.call('downloads.file', { fileId })).timeToLive.kind);
      }
    }
    expect([...kinds].toSorted()).toEqual(expect.arrayContaining(['in-milliseconds', 'too-old', 'until']));
  });

  it('returns no address, key or vector in any answer about a week of its files', async () => {
    const desk = await aToldDesk();
    const fileIds = new Set<string>();
    for (const date of desk.days.slice(-8)) {
      for (const { batchId, expected } of (await desk.call('downloads.day', { date })).batches) {
        await desk.call('downloads.filesOfBatch', { batchId });
        await desk.call('downloads.openFiles', { batchId });
        for (const fileId of expected) fileIds.add(fileId);
      }
    }
    for (const fileId of fileIds) await desk.call('downloads.file', { fileId });
    for (const kind of ['stuck', 'never-picked-up'] as const)
      await desk.call('downloads.standing', { kind, minutes: 1 });
    const all = desk.answered.join('\n');
    expect(fileIds.size).toBeGreaterThan(60);
    for (const fileId of fileIds) {
      const raw = await desk.raw(fileId);
      for (const name of ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'] as const) {
        const secret = raw?.[name]?.S ?? '';
        expect(secret.length).toBeGreaterThan(20);
        expect(all.includes(secret)).toBe(false);
      }
    }
    expect(all).not.toMatch(/x-amz-|ASIA/i);
  });
});

it('a requeued file leaves the list of stuck files, while the index still has it', async () => {
  const desk = await aToldDesk();
  const asked = { kind: 'stuck', minutes: 30 } as const;
  const [first] = (await desk.call('downloads.standing', asked)).rows;
  if (first === undefined) throw new Error('Nothing is stuck in this world.');
  await desk.world.ask('PUT', '/_local/faults', {
    body: { rules: [{ id: 'lag', kind: 'index-lag', ms: 3_600_000 }] },
  });
  const answer = await desk.doors.pipeline.call('requeueFile', {
    params: { fileId: first.fileId },
    body: { reason: 'The provider is back.' },
    ifMatch: first.version ?? '',
    idempotencyKey: 'a-requeue',
    personId: 'support',
  });
  expect(answer).toMatchObject({ kind: 'answered' });
  const listed = async () => (await desk.call('downloads.standing', asked)).rows.map(({ fileId }) => fileId);
  expect(await listed()).toContain(first.fileId);
  desk.doors.reader.changed(catalogue.downloads, [{ table: 'jobs', key: { FileID: { S: first.fileId } } }]);
  expect(await listed()).not.toContain(first.fileId);
  const { rows } = await desk.call('downloads.filesOfBatch', { batchId: first.batchId ?? '' });
  expect(rows.find(({ fileId }) => fileId === first.fileId)).toMatchObject({
    catchingUp: true,
    lastEvent: { what: 'requeued', reason: 'The provider is back.' },
  });
});
