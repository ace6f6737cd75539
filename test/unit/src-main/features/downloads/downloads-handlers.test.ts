import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { downloadsHandlers } from '#main/features/downloads/downloads-handlers.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { contract, type InputOf, type OutputOf } from '#shared/contract/contract.ts';
import type { downloadOperations } from '#shared/contract/job-operations.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { buildPerson } from '../../aws/scope/a-person.ts';

const { downloads } = catalogue;
const minute = 60_000;

const day = '2026-11-20';
const batchId = `batch-${day}-f47ac10b-58cc-4372-a567-0e02b2c3d479`;

type Names = keyof typeof downloadOperations;

/** Reads the samples on their afternoon through the gate. The answers are checked against the contract. */
async function aDownloadsDesk(who: Persona | null = null) {
  const world = await aReadingWorld(downloads);
  let now = Date.parse(`${day}T15:00:00.000Z`);
  const reader = world.openReader({ now: () => now });
  const doors = () => scopedDoors({ ...refusingDoors('nothing'), reader }, who);
  const handlers = downloadsHandlers({ doors, now: () => now });
  const { gate, receipts, logged } = aGate({ handlers });
  return {
    world,
    reader,
    receipts,
    logged,
    pass: (minutes: number) => void (now += minutes * minute),
    async call<N extends Names>(operation: N, input: InputOf<N>): Promise<Result<OutputOf<N>>> {
      const answer = (await gate.call(trusted, { operation, input })) as Result<OutputOf<N>>;
      if (answer.ok) contract[operation].output.parse(answer.value);
      return answer;
    },
    sent: () =>
      world.sent
        .splice(0)
        .map(({ operation, input: { IndexName = 'table' } }) => `${operation} ${String(IndexName)}`),
  };
}

const again = `batch-${day}-9b2d7c14-3e5f-4a60-8c71-d2e4f6a8b0c2`;

describe('a day', () => {
  it('is one question, its batches by status and the newest first', async () => {
    const desk = await aDownloadsDesk();
    const read = await desk.call('downloads.day', { date: day });
    expect(desk.sent()).toEqual(['Query PollingDateIndex']);
    const { batches, ...rest } = valueOf(read);
    expect(rest).toEqual({ date: day, isAll: true, asOf: `${day}T15:00:00.000Z` });
    expect(batches.map((batch) => [batch.batchId, batch.status])).toEqual([
      [again, 'initiated'],
      [batchId, 'queued'],
    ]);
    expect(read.receipt).toMatchObject({ pattern: 'downloads.batchesOfDate', items: 2, pages: 1 });
  });

  it('without a batch is an answer as well', async () => {
    const desk = await aDownloadsDesk();
    expect(valueOf(await desk.call('downloads.day', { date: '2026-11-21' }))).toMatchObject({
      batches: [],
      isAll: true,
    });
  });

  it('with more than one answer holds is read on, and says where it stops', async () => {
    const desk = await aDownloadsDesk();
    const ids = Array.from({ length: 16_000 }, (_, at) => `entity-${String(at).padStart(6, '0')}-${day}`);
    const put = (name: string) =>
      desk.world.put('data-download-batches', {
        BatchID: { S: name },
        PollingDate: { S: '2026-11-18' },
        Status: { S: 'completed' },
        ExpectedFiles: { SS: ids },
      });
    for (let at = 0; at < 5; at += 1) await put(`batch-2026-11-18-${at}`);
    const five = valueOf(await desk.call('downloads.day', { date: '2026-11-18' }));
    expect([five.batches.length, five.isAll]).toEqual([5, true]);
    expect(desk.sent().length).toBeGreaterThan(1);
    for (let at = 5; at < 36; at += 1) await put(`batch-2026-11-18-${at}`);
    const many = valueOf(await desk.call('downloads.day', { date: '2026-11-18' }));
    expect(many.isAll).toBe(false);
    expect(desk.sent()).toHaveLength(10);
  });

  it('shows a batch as it is after an action, while the index still has the old one', async () => {
    const desk = await aDownloadsDesk();
    const { aws } = desk.world;
    aws.world.faults.set([{ id: 'lag', kind: 'index-lag', ms: 60_000 }]);
    const [item] = valueOf(await desk.reader.run('downloads.batchById', { batchId })).items;
    await desk.world.put('data-download-batches', { ...item?.attributes, Status: { S: 'failed' } });
    const standing = async () =>
      valueOf(await desk.call('downloads.day', { date: day })).batches.find((one) => one.batchId === batchId)
        ?.status;
    expect(await standing()).toBe('queued');
    desk.reader.changed(downloads, [{ table: 'batches', key: { BatchID: { S: batchId } } }]);
    expect(await standing()).toBe('failed');
  });
});

describe('a batch', () => {
  it('is read as in the table now, or is missing', async () => {
    const desk = await aDownloadsDesk();
    expect(valueOf(await desk.call('downloads.batch', { batchId })).status).toBe('queued');
    expect(desk.world.sent.at(-1)?.input).toMatchObject({ ConsistentRead: true });
    expect(await desk.call('downloads.batch', { batchId: 'batch-none' })).toMatchObject({
      failure: { code: 'not-found', what: 'download batch batch-none' },
    });
    expect(desk.receipts.at(-1)).toMatchObject({ items: 0, rru: 1 });
  });

  it('has its files, all or those in one status, page by page', async () => {
    const desk = await aDownloadsDesk();
    const all = valueOf(await desk.call('downloads.filesOfBatch', { batchId }));
    expect(all.rows.map(({ status }) => status)).toEqual([
      'available',
      'completed',
      'downloading',
      'downloading',
      'failed',
    ]);
    const failed = await desk.call('downloads.filesOfBatch', { batchId, status: 'failed' });
    expect(valueOf(failed).rows).toMatchObject([
      { fileId: `fund-prices-${day}`, error: 'The provider answered 403 to the download.' },
    ]);
    expect(desk.sent()).toEqual(['Query BatchIndex', 'Query BatchIndex']);
    const found: string[] = [];
    for (let cursor: string | undefined, isMore = true; isMore;) {
      const page = valueOf(await desk.call('downloads.filesOfBatch', { batchId, pageSize: 2, cursor }));
      found.push(...page.rows.map(({ fileId }) => fileId));
      cursor = page.cursor ?? undefined;
      isMore = cursor !== undefined;
    }
    expect(found.toSorted()).toEqual(all.rows.map(({ fileId }) => fileId).toSorted());
  });
});

describe('the open files of a batch', () => {
  it('are read by their keys, and missing ones are reported', async () => {
    const desk = await aDownloadsDesk();
    const { batch, files } = valueOf(await desk.call('downloads.openFiles', { batchId }));
    expect(desk.sent()).toEqual(['GetItem table', 'BatchGetItem table']);
    expect(desk.receipts.at(-1)).toMatchObject({ pattern: 'downloads.filesById' });
    expect(batch.batchId).toBe(batchId);
    expect(files.map(({ fileId, file }) => [fileId, file?.status ?? null])).toEqual([
      [`accounts-${day}`, 'downloading'],
      [`positions-${day}`, 'downloading'],
      [`rates-${day}`, null],
      [`transactions-${day}`, 'available'],
    ]);
  });

  it('cost nothing more if there are none', async () => {
    const desk = await aDownloadsDesk();
    const yesterday = 'batch-2026-11-19-1c0de5a7-6b24-4f83-9d1e-7a5b3c2d4e6f';
    expect(valueOf(await desk.call('downloads.openFiles', { batchId: yesterday })).files).toEqual([]);
    expect(desk.sent()).toEqual(['GetItem table']);
    expect(await desk.call('downloads.openFiles', { batchId: 'batch-none' })).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(desk.receipts.at(-1)).toMatchObject({ items: 0, rru: 1 });
  });

  it('that are not ids are reported, and not as missing', async () => {
    const desk = await aDownloadsDesk();
    const many = Array.from({ length: 1_001 }, (_, at) => `e-${String(at).padStart(4, '0')}-${day}`);
    await desk.world.put('data-download-batches', {
      BatchID: { S: 'batch-odd' },
      Status: { S: 'queued' },
      ExpectedFiles: { SS: ['a#b', 'x'.repeat(257), ...many] },
    });
    const { batch, files } = valueOf(await desk.call('downloads.openFiles', { batchId: 'batch-odd' }));
    expect(files).toHaveLength(1_000);
    expect(batch.problems).toEqual(
      expect.arrayContaining([
        'ExpectedFiles: 2 are not valid file ids and were not read',
        'ExpectedFiles: 1001 are open; only the first 1000 were read',
      ]),
    );
  });
});

describe('stuck files', () => {
  it('are found by a condition on the key, the longest first', async () => {
    const desk = await aDownloadsDesk();
    const standing = async (kind: 'stuck' | 'never-picked-up', minutes: number) =>
      valueOf(await desk.call('downloads.standing', { kind, minutes })).rows.map(({ fileId }) => fileId);
    expect(await standing('stuck', 30)).toEqual([`accounts-${day}`]);
    expect(await standing('stuck', 1)).toEqual([`accounts-${day}`, `positions-${day}`]);
    expect(await standing('stuck', 120)).toEqual([]);
    expect(await standing('never-picked-up', 120)).toEqual([`transactions-${day}`]);
    expect(desk.world.sent.at(-1)?.input).toMatchObject({
      IndexName: 'StatusIndex',
    });
    expect(JSON.stringify(desk.world.sent)).not.toContain('FilterExpression');
  });

  it('continue from the time of the first page, however long the reading takes', async () => {
    const desk = await aDownloadsDesk();
    const asked = { kind: 'stuck', minutes: 1, pageSize: 1 } as const;
    const first = valueOf(await desk.call('downloads.standing', asked));
    desk.pass(20);
    const second = valueOf(await desk.call('downloads.standing', { ...asked, cursor: first.cursor ?? '' }));
    expect([first.rows, second.rows].map(([row]) => row?.fileId)).toEqual([
      `accounts-${day}`,
      `positions-${day}`,
    ]);
    for (const cursor of [
      'nowhere',
      '12~',
      '~x',
      '1795186740000~made-up',
      first.cursor?.replace(/^\d/, '2'),
    ]) {
      expect(await desk.call('downloads.standing', { ...asked, cursor })).toMatchObject({
        failure: { code: 'cursor-refused' },
      });
    }
  });
});

describe('a file', () => {
  it('is read by its id, as in the table now', async () => {
    const desk = await aDownloadsDesk();
    const file = valueOf(await desk.call('downloads.file', { fileId: `accounts-${day}` }));
    expect(file).toMatchObject({ status: 'downloading', version: '1795179900000' });
    expect(await desk.call('downloads.file', { fileId: 'none-2026-11-20' })).toMatchObject({
      failure: { code: 'not-found', what: 'file none-2026-11-20' },
    });
  });
});

const everyOperation: readonly [Names, never][] = (
  [
    ['downloads.day', { date: day }],
    ['downloads.batch', { batchId }],
    ['downloads.filesOfBatch', { batchId }],
    ['downloads.filesOfBatch', { batchId, status: 'failed' }],
    ['downloads.openFiles', { batchId }],
    ['downloads.standing', { kind: 'stuck', minutes: 1 }],
    ['downloads.standing', { kind: 'never-picked-up', minutes: 1 }],
    ['downloads.file', { fileId: `accounts-${day}` }],
  ] as const
).map(([name, input]) => [name, input as never]);

it('a person with some tenants only is refused everything, before anything is sent', async () => {
  const desk = await aDownloadsDesk(buildPerson('northwind'));
  for (const [name, input] of everyOperation) {
    expect(await desk.call(name, input)).toMatchObject({
      failure: {
        code: 'tenant-out-of-scope',
        message:
          'Downloads do not show their tenant, and you see northwind alone. Nothing was read. Ask a colleague who sees all tenants.',
      },
    });
  }
  expect(desk.sent()).toEqual([]);
});

it('no answer, receipt or line of the log contains a secret of a file', async () => {
  const desk = await aDownloadsDesk();
  const texts: string[] = [];
  for (const [name, input] of everyOperation) texts.push(JSON.stringify(await desk.call(name, input)));
  texts.push(JSON.stringify([desk.receipts, desk.logged]));
  const all = texts.join('\n');
  expect(all).toContain(`accounts-${day}`);
  for (const item of downloads.samples.jobs) {
    const { PresignedURL, EncryptedAESKey, EncodedAESIV } = item as Readonly<Record<string, string>>;
    for (const secret of [PresignedURL, EncryptedAESKey, EncodedAESIV]) {
      expect(secret).toMatch(/real/);
      expect(all).not.toContain(secret);
    }
  }
  expect(all).not.toMatch(/not-a-real|X-Amz/i);
});

it('open files are requested by their real name, even if it is masked', async () => {
  const desk = await aDownloadsDesk();
  const ids = ['of-a@b.example', 'of-c@d.example'];
  for (const [at, FileID] of ids.entries()) {
    const Status = at === 0 ? 'failed' : 'available';
    await desk.world.put('data-download-jobs', { FileID: { S: FileID }, Status: { S: Status } });
  }
  await desk.world.put('data-download-batches', {
    BatchID: { S: 'batch-odd' },
    Status: { S: 'queued' },
    ExpectedFiles: { SS: ids },
  });
  const { files } = valueOf(await desk.call('downloads.openFiles', { batchId: 'batch-odd' }));
  expect(files.map(({ fileId, file }) => [fileId, file?.status])).toEqual([
    ['(an e-mail address)', 'failed'],
    ['(an e-mail address) 2', 'available'],
  ]);
});
