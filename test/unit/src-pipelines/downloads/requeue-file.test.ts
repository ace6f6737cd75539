import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import type { FileItem } from '#pipelines/downloads/download-items.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import {
  aDownloadPipeline,
  support,
  today,
  type DownloadPipeline,
} from '#test/builders/a-download-pipeline.ts';

/**
 * With this seed, fund prices fail at first that day, and corporate actions are encrypted with a foreign key.
 */
const faulty = '3';
const prices = `fund-prices-${today}`;
const actions = `corporate-actions-${today}`;
const rates = `rates-${today}`;

describe('a requeue', () => {
  it('has a file that failed fetched once more, with another address and another key', async () => {
    const pipeline = await afterADay();
    const before = await pipeline.file(prices);
    await pipeline.advance(10);
    const { status, body } = await requeue(pipeline, before, { reason: 'The provider is back.' });
    const after = await pipeline.file(prices);

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        file: {
          FileID: prices,
          BatchID: before.BatchID,
          Status: 'available',
          Entity: 'fund-prices',
          DownloadDate: today,
          StatusUpdatedAt: after.StatusUpdatedAt,
        },
      },
    });
    expect(after).toMatchObject({
      Status: 'available',
      LastEvent: { What: 'requeued', By: support.sub, Reason: 'The provider is back.' },
      TTL: before.TTL,
      CreatedAt: before.CreatedAt,
    });
    expect(after).not.toHaveProperty('ErrorMessage');
    for (const secret of ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'] as const) {
      expect(after[secret]).not.toBe(before[secret]);
    }
    expect(await pipeline.deliver()).toBe(1);
    expect(await pipeline.file(prices)).toMatchObject({ Status: 'completed' });
    // The message that was sent as a precaution arrives too late to have an effect.
    const done = await pipeline.file(prices);
    await pipeline.advance(1);
    expect(await pipeline.deliver()).toBe(1);
    expect(await pipeline.file(prices)).toEqual(done);
  });

  it('does not help where the key is another owner’s', async () => {
    const pipeline = await afterADay();
    await requeue(pipeline, await pipeline.file(actions));
    await pipeline.deliver();
    expect(await pipeline.file(actions)).toMatchObject({ Status: 'error' });
  });

  it('also works for a file without progress, after half an hour', async () => {
    const pipeline = await aDownloadPipeline();
    await pipeline.functions.poll();
    const waiting = await pipeline.file(rates);
    await pipeline.advance(30);
    expect(await requeue(pipeline, waiting)).toMatchObject({
      status: 409,
      body: { code: 'file-not-requeueable' },
    });
    await pipeline.advance(1);
    expect(await requeue(pipeline, waiting)).toMatchObject({ status: 200 });

    const stuck = { ...(await pipeline.file(rates)), Status: 'downloading' };
    await put(pipeline, stuck);
    expect(await requeue(pipeline, stuck)).toMatchObject({ status: 409 });
    await pipeline.advance(31);
    expect(await requeue(pipeline, stuck)).toMatchObject({ status: 200 });
  });

  it('repeats its answer for the same key, and does nothing', async () => {
    const pipeline = await afterADay();
    const before = await pipeline.file(prices);
    const asked = { params: { fileId: prices }, ifMatch: before.StatusUpdatedAt, key: 'once' };
    const first = await pipeline.call('requeueFile', asked);
    await pipeline.deliver();
    const done = await pipeline.file(prices);
    const again = await pipeline.call('requeueFile', asked);
    expect(again).toEqual({ ...first, isReplayed: true });
    expect(await pipeline.file(prices)).toEqual(done);
    expect(await pipeline.call('requeueFile', { ...asked, body: { reason: 'Other' } })).toMatchObject({
      status: 422,
      body: { code: 'key-reused' },
    });
  });

  it('happens once where many ask at once; the others see the result', async () => {
    const pipeline = await afterADay();
    const before = await pipeline.file(prices);
    const answers = await Promise.all(Array.from({ length: 8 }, () => requeue(pipeline, before)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const { status, body } of refused) {
      expect({ status, body }).toMatchObject({
        status: 412,
        body: { code: 'stale-version', current: { FileID: prices, Status: 'available' } },
      });
    }
  });

  it('reveals no secret in any answer', async () => {
    const pipeline = await afterADay();
    const before = await pipeline.file(prices);
    const answers = [
      await requeue(pipeline, { ...before, StatusUpdatedAt: 1 }),
      await requeue(pipeline, await pipeline.file(rates)),
      await requeue(pipeline, before),
    ];
    expect(answers.map(({ status }) => status)).toEqual([412, 409, 200]);
    const { PresignedURL, EncryptedAESKey, EncodedAESIV } = await pipeline.file(prices);
    const text = JSON.stringify(answers);
    for (const secret of ['Presigned', 'X-Amz', PresignedURL, EncryptedAESKey, EncodedAESIV]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is refused for an unknown file, without a version, with an old one, and by role', async () => {
    const pipeline = await afterADay();
    const { StatusUpdatedAt } = await pipeline.file(prices);
    const params = { fileId: prices };
    const nowhere = { params: { fileId: 'nowhere-2026-01-05' }, ifMatch: 1 };
    expect(await pipeline.call('requeueFile', nowhere)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    expect(await pipeline.call('requeueFile', { params })).toMatchObject({
      status: 428,
      body: { code: 'version-required' },
    });
    expect(await pipeline.call('requeueFile', { params, ifMatch: StatusUpdatedAt - 1 })).toMatchObject({
      status: 412,
      body: { current: { StatusUpdatedAt } },
    });
    const as = { ...support, role: 'reviewer' } as const;
    expect(await pipeline.call('requeueFile', { as, params, ifMatch: StatusUpdatedAt })).toMatchObject({
      status: 403,
      body: { code: 'role-required' },
    });
  });

  it('is refused for a completed file, and for an expired one unless its time to live has a wrong unit', async () => {
    const pipeline = await afterADay();
    expect(await requeue(pipeline, await pipeline.file(rates))).toMatchObject({
      status: 409,
      body: { code: 'file-not-requeueable', detail: expect.stringContaining('it is completed') as string },
    });
    const file = await pipeline.file(prices);
    const expired = { ...file, TTL: Math.floor(pipeline.parts.now() / 1000) };
    await put(pipeline, expired);
    expect(await requeue(pipeline, expired)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('its time is over') as string },
    });
    const inMilliseconds = { ...file, TTL: file.TTL * 1000 };
    await put(pipeline, inMilliseconds);
    expect(await requeue(pipeline, inMilliseconds)).toMatchObject({ status: 200 });
  });

  it('is refused where the provider does not answer or has the file no more, and nothing is done', async () => {
    for (const [offerAgain, refusal] of [
      [() => Promise.reject(new Error('No answer')), { status: 503, body: { code: 'try-again' } }],
      [() => Promise.resolve(undefined), { status: 409, body: { code: 'file-not-requeueable' } }],
    ] as const) {
      const pipeline = await afterADay(() => ({ offerAgain }));
      const before = await pipeline.file(prices);
      expect(await requeue(pipeline, before)).toMatchObject(refusal);
      expect(await pipeline.file(prices)).toEqual(before);
      expect(await pipeline.deliver()).toBe(0);
    }
  });
});

async function afterADay(provider = () => ({})): Promise<DownloadPipeline> {
  const pipeline = await aDownloadPipeline({ seed: faulty, provider });
  await pipeline.functions.poll();
  await pipeline.deliver();
  return pipeline;
}

function requeue(
  { call }: DownloadPipeline,
  { FileID, StatusUpdatedAt }: Pick<FileItem, 'FileID' | 'StatusUpdatedAt'>,
  body: object = {},
) {
  return call('requeueFile', { params: { fileId: FileID }, ifMatch: StatusUpdatedAt, body });
}

async function put({ parts }: DownloadPipeline, file: object): Promise<void> {
  const TableName = parts.names.downloads.jobsTable;
  await parts.clients.dynamodb.send(new PutItemCommand({ TableName, Item: toItem(file as PlainItem) }));
}
