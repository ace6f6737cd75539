import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { claimFile } from '#pipelines/downloads/download-file.ts';
import { aDownloadPipeline, support, today } from '#test/builders/a-download-pipeline.ts';

/**
 * With this seed, fund prices fail at first that day, and corporate actions are encrypted with a foreign key.
 */
const faulty = '3';
const rates = `rates-${today}`;

describe('a download', () => {
  it('fetches the file, opens it and stores it', async () => {
    const { parts, functions, advance, deliver, file } = await aDownloadPipeline();
    await functions.poll();
    await advance(1);
    await deliver();
    const done = await file(rates);
    expect(done).toMatchObject({ Status: 'completed', CompletedAt: '2026-01-05T09:01:00.000Z' });
    expect(done.StatusUpdatedAt).toBeGreaterThanOrEqual(parts.now());
    const { Body } = await parts.clients.s3.send(
      new GetObjectCommand({ Bucket: parts.names.downloads.filesBucket, Key: `${today}/rates.csv` }),
    );
    expect(await Body?.transformToString()).toMatch(/^date,id,value\n2026-01-05,\d{8},[\d.]+\n/);
  });

  it('is done by one of twenty simultaneous workers', async () => {
    const { parts, functions, file } = await aDownloadPipeline();
    await functions.poll();
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimFile(parts, rates)));
    expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    expect(await file(rates)).toMatchObject({ Status: 'downloading' });
  });

  it('happens where the answer to its claim is lost, and the SDK sends the claim again', async () => {
    let lost = 0;
    const { functions, batches, give, file } = await aDownloadPipeline({
      intercept: (parts) => {
        const { config } = parts.clients.dynamodb;
        const requestHandler: typeof config.requestHandler = {
          async handle(request, options) {
            const answer = await config.requestHandler.handle(request, options);
            const isClaim = Buffer.from(request.body as Uint8Array).includes('"downloading"');
            if (!isClaim || lost > 0) return answer;
            lost += 1;
            throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
          },
        };
        const { region, endpoint, credentials } = config;
        const settings = {
          region,
          credentials,
          requestHandler,
          maxAttempts: 3,
          ...(endpoint && { endpoint }),
        };
        return { ...parts, clients: { ...parts.clients, dynamodb: new DynamoDBClient(settings) } };
      },
    });
    await functions.poll();
    const [batch] = await batches(today);
    expect(await give({ fileId: rates, batchId: batch?.BatchID })).toBe('used');
    expect(lost).toBe(1);
    expect(await file(rates)).toMatchObject({ Status: 'completed' });
  });

  it('happens once where its message comes again', async () => {
    let fetches = 0;
    const { functions, batches, give, file } = await aDownloadPipeline({
      provider: (simulated) => ({ fetch: (url) => ((fetches += 1), simulated.fetch(url)) }),
    });
    await functions.poll();
    const [batch] = await batches(today);
    const message = { fileId: rates, batchId: batch?.BatchID };
    expect(await give(message)).toBe('used');
    const done = await file(rates);
    expect(await give(message)).toBe('used');
    expect(fetches).toBe(1);
    expect(await file(rates)).toEqual(done);
  });

  it('gives the reason of each failure, and no secret', async () => {
    const { functions, deliver, file } = await aDownloadPipeline({ seed: faulty });
    await functions.poll();
    await deliver();
    const refused = await file(`fund-prices-${today}`);
    expect(refused.Status).toBe('failed');
    expect(refused.ErrorMessage).toMatch(/^The provider answered (403|500|503) to the download\.$/);
    const foreign = await file(`corporate-actions-${today}`);
    expect(foreign).toMatchObject({ Status: 'error', ErrorMessage: 'The key could not be unwrapped.' });
    expect(foreign).not.toHaveProperty('CompletedAt');
  });

  it.each([
    ['there is no answer', { fetch: () => Promise.reject(new Error('socket hang up')) }, 'failed'],
    ['its key opens something else', { unwrap: () => Promise.resolve(new Uint8Array(32)) }, 'error'],
    ['its key is no key', { unwrap: () => Promise.resolve(new Uint8Array(3)) }, 'error'],
  ])('has gone wrong where %s', async (_, provider, status) => {
    const { functions, deliver, file } = await aDownloadPipeline({ provider: () => provider });
    await functions.poll();
    await deliver();
    expect(await file(rates)).toMatchObject({ Status: status });
  });

  it('fails at an expired address', async () => {
    const { functions, advance, deliver, file } = await aDownloadPipeline();
    await functions.poll();
    await advance(31);
    await deliver();
    const { ErrorMessage } = await file(rates);
    expect(ErrorMessage).toBe('The provider answered 403 to the download.');
  });

  it('ends nothing that was requeued and begun by another in the meantime', async () => {
    let comes: (() => void) | undefined;
    let fetches = 0;
    const { parts, functions, advance, give, call, file } = await aDownloadPipeline({
      provider: (simulated) => ({
        async fetch(url) {
          fetches += 1;
          if (fetches === 1) await new Promise<void>((resolve) => (comes = resolve));
          return simulated.fetch(url);
        },
      }),
    });
    await functions.poll();
    const slow = give({ fileId: rates, batchId: 'any' });
    await expect.poll(() => comes).toBeDefined();
    await advance(31);
    const stuck = await file(rates);
    const requeued = await call('requeueFile', {
      params: { fileId: rates },
      ifMatch: stuck.StatusUpdatedAt,
    });
    expect(requeued.status).toBe(200);
    const claimed = await claimFile(parts, rates);
    comes?.();
    await slow;
    expect(await file(rates)).toMatchObject({
      Status: 'downloading',
      StatusUpdatedAt: claimed?.StatusUpdatedAt,
      LastEvent: { By: support.sub },
    });
  });

  it.each(['no JSON', {}, { fileId: '' }, { fileId: 'nowhere-2026-01-05', batchId: 'any' }])(
    'sends what it cannot use back to the queue: %j',
    async (message) => {
      const { functions, give } = await aDownloadPipeline();
      await functions.poll();
      expect(await give(message)).toBe('comes again');
    },
  );
});
