import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import type { PipelineParts } from '#pipelines/parts.ts';
import { entities } from '#local/world/living/simulated-provider.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aDownloadPipeline, today } from '#test/builders/a-download-pipeline.ts';

const expected = new Set(entities.map((entity) => `${entity}-${today}`));
const day = 86_400;

describe('the daily poll', () => {
  it('makes a batch, a file for each entity and a message for each file', async () => {
    const { functions, batches, listFiles, file, deliver } = await aDownloadPipeline();
    await functions.poll();

    const [batch, ...others] = await batches(today);
    expect(others).toEqual([]);
    expect(batch).toMatchObject({ Status: 'queued', PollingDate: today, TTL: startOfTime / 1000 + 90 * day });
    expect(batch?.BatchID).toMatch(/^batch-2026-01-05-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(batch?.ExpectedFiles).toEqual(expected);
    expect(await listFiles(batch?.BatchID ?? '')).toHaveLength(entities.length);
    expect(await file(`rates-${today}`)).toMatchObject({
      Status: 'available',
      Entity: 'rates',
      DownloadDate: today,
      StatusUpdatedAt: startOfTime,
      TTL: startOfTime / 1000 + 30 * day,
    });
    expect(await deliver()).toBe(entities.length);
  });

  it('has the same result when it runs twice, one after the other or both at once', async () => {
    const { functions, batches, deliver } = await aDownloadPipeline();
    await Promise.all([functions.poll(), functions.poll()]);
    expect(await batches(today)).toHaveLength(1);
    await deliver();
    const before = await batches(today);
    await functions.poll();
    expect(await batches(today)).toEqual(before);
    expect(await deliver()).toBe(0);
  });

  it('continues where it stopped', async () => {
    let refusals = 2;
    const { functions, batches, listFiles, deliver } = await aDownloadPipeline({
      provider: (simulated) => ({
        listFiles: (date) =>
          (refusals -= 1) > 0 ? Promise.reject(new Error('No answer')) : simulated.listFiles(date),
      }),
      intercept: (parts) => failingOnce(parts, SendMessageBatchCommand),
    });
    await expect(functions.poll()).rejects.toThrow('No answer');
    expect(await batches(today)).toMatchObject([{ Status: 'initiated' }]);
    await expect(functions.poll()).rejects.toThrow('Ended here');
    expect(await batches(today)).toMatchObject([{ Status: 'initiated' }]);

    await functions.poll();
    const [batch] = await batches(today);
    expect(batch).toMatchObject({ Status: 'queued', ExpectedFiles: expected });
    expect(await deliver()).toBe(entities.length);
    const files = await listFiles(batch?.BatchID ?? '');
    expect(new Set(files.map(({ Status }) => Status))).toEqual(new Set(['completed']));
  });

  it('is continued by the next check where it is not called again', async () => {
    let refusals = 1;
    const { functions, advance, batches } = await aDownloadPipeline({
      provider: (simulated) => ({
        listFiles: (date) =>
          (refusals -= 1) >= 0 ? Promise.reject(new Error('No answer')) : simulated.listFiles(date),
      }),
    });
    await expect(functions.poll()).rejects.toThrow('No answer');
    await advance(4);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([{ Status: 'initiated' }]);
    await advance(1);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([{ Status: 'queued', ExpectedFiles: expected }]);
  });

  it('leaves a batch to people when it was never queued within its hour', async () => {
    const { functions, advance, batches } = await aDownloadPipeline({
      provider: () => ({ listFiles: () => Promise.reject(new Error('No answer')) }),
    });
    await expect(functions.poll()).rejects.toThrow('No answer');
    await advance(60);
    await functions.checkBatches();
    expect(await batches(today)).toMatchObject([{ Status: 'initiated' }]);
  });
});

/** Rejects the first call, as if the process had ended before the message was sent. */
function failingOnce(parts: PipelineParts, command: typeof SendMessageBatchCommand): PipelineParts {
  let isFirst = true;
  const { sqs } = parts.clients;
  const send = (input: object): Promise<unknown> => {
    if (!(input instanceof command) || !isFirst) return sqs.send(input as never);
    isFirst = false;
    return Promise.reject(new Error('Ended here'));
  };
  return { ...parts, clients: { ...parts.clients, sqs: { send } as unknown as typeof sqs } };
}
