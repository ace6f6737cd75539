import * as fc from 'fast-check';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import type { PipelineParts } from '#pipelines/parts.ts';
import { claimFile } from '#pipelines/downloads/download-file.ts';
import { entities } from '#local/world/living/simulated-provider.ts';
import { aDownloadPipeline, today, type DownloadPipeline } from '#test/builders/a-download-pipeline.ts';

/**
 * These are the transitions of the domain page, section 2, and those that people may make. `new` means that
 * there was no item.
 */
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
  jobs: new Set([
    'new>available',
    'available>downloading',
    'downloading>completed',
    'downloading>failed',
    'downloading>error',
    // The file was requeued, or taken over by a second batch.
    'available>available',
    'downloading>available',
    'failed>available',
    'error>available',
  ]),
  batches: new Set([
    'new>initiated',
    'initiated>queued',
    'queued>completed',
    'queued>timeout',
    'queued>failed',
    // A check records the files that have arrived, and a batch can be closed by hand before it is queued.
    'queued>queued',
    'initiated>failed',
  ]),
};

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ does: 'poll' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('look' as const), minutes: fc.integer({ min: 0, max: 40 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('deliver' as const), at: fc.integer({ min: 0, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('crash' as const), at: fc.integer({ min: 0, max: 9 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('requeue' as const), at: fc.integer({ min: 0, max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ does: 'trigger' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('close' as const), at: fc.integer({ min: 0, max: 2 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('the status machines', () => {
  it(
    'never write a move that is not in them, whatever happens in whatever order',
    { timeout: 30_000 },
    async () => {
      // Each run has its own world and up to 30 steps.
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
          const moves: string[] = [];
          const pipeline = await aDownloadPipeline({
            seed: '3',
            intercept: (parts) => watched(parts, (table, from, to) => moves.push(`${table} ${from}>${to}`)),
          });
          for (const one of steps) await take(pipeline, one);
          const forbidden = moves.filter((move) => {
            const [table = '', change = ''] = move.split(' ');
            return !allowed[table]?.has(change);
          });
          expect(forbidden).toEqual([]);
        }),
        { numRuns: 3 },
      );
    },
  );
});

async function take(pipeline: DownloadPipeline, one: Step): Promise<void> {
  const { parts, functions } = pipeline;
  const batches = await pipeline.batches(today);
  if (one.does === 'poll') await functions.poll();
  if (one.does === 'look') {
    await pipeline.advance(one.minutes);
    await functions.checkBatches();
  }
  if (one.does === 'deliver') {
    // The messages arrive all at once, and some of them twice.
    const fileIds = entities.flatMap((entity, index) =>
      index % 4 === one.at ? [`${entity}-${today}`, `${entity}-${today}`] : [],
    );
    await Promise.all(fileIds.map((fileId) => pipeline.give({ fileId, batchId: 'any' })));
  }
  if (one.does === 'crash') await claimFile(parts, `${entities[one.at]}-${today}`).catch(() => undefined);
  if (one.does === 'requeue') {
    const fileId = `${entities[one.at]}-${today}`;
    const { StatusUpdatedAt } = await pipeline.file(fileId);
    await pipeline.call('requeueFile', { params: { fileId }, ifMatch: StatusUpdatedAt });
  }
  if (one.does === 'trigger')
    await pipeline.call('triggerDownloads', { body: { date: today, reason: 'Again' } });
  if (one.does === 'close') {
    const { BatchID: batchId = 'none', UpdatedAt = 'never' } = batches[one.at] ?? {};
    await pipeline.call('closeDownloads', {
      params: { batchId },
      ifMatch: UpdatedAt,
      body: { reason: 'Done' },
    });
  }
}

interface Write {
  readonly TableName?: string;
  readonly Key?: Readonly<Record<string, { readonly S?: string }>>;
  readonly Item?: Readonly<Record<string, { readonly S?: string }>>;
  readonly TransactItems?: readonly { readonly Put?: Write; readonly Update?: Write }[];
}

/** Reports each change of a status. Writes run one at a time, so that each change belongs to one write. */
function watched(
  parts: PipelineParts,
  tell: (table: 'jobs' | 'batches', from: string, to: string) => void,
): PipelineParts {
  const { dynamodb } = parts.clients;
  const { jobsTable, batchesTable } = parts.names.downloads;
  const tables = new Map<string, string>([
    [jobsTable, 'FileID'],
    [batchesTable, 'BatchID'],
  ]);
  let last: Promise<unknown> = Promise.resolve();

  async function standing(TableName: string, key: string, id: string) {
    const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: { [key]: { S: id } } }));
    return { status: Item?.['Status']?.S ?? 'new', since: Item?.['StatusUpdatedAt']?.N };
  }

  async function send(command: { readonly input: Write; readonly constructor: { readonly name: string } }) {
    const { input } = command;
    const isWrite = /^(?:Put|Update|TransactWrite)/.test(command.constructor.name);
    const all = isWrite
      ? [input, ...(input.TransactItems ?? []).flatMap(({ Put, Update }) => Put ?? Update ?? [])]
      : [];
    const write = all.find(({ TableName }) => tables.has(TableName ?? ''));
    if (!write) return dynamodb.send(command as never);
    const table = write.TableName ?? '';
    const key = tables.get(table) ?? '';
    const id = (write.Key ?? write.Item)?.[key]?.S ?? '';
    const turn = last.then(async () => {
      const before = await standing(table, key, id);
      const answer: unknown = await dynamodb.send(command as never);
      const after = await standing(table, key, id);
      // A file that only changes hands between batches has not moved, because its claim is the same.
      const isMove = table === batchesTable || before.since !== after.since;
      if (isMove) tell(table === jobsTable ? 'jobs' : 'batches', before.status, after.status);
      return answer;
    });
    last = turn.catch(() => undefined);
    return turn;
  }
  return { ...parts, clients: { ...parts.clients, dynamodb: { send } as unknown as typeof dynamodb } };
}
