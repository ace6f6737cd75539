import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { downloadFileStatuses } from '#shared/contract/downloads.ts';
import { drivenClock } from '#local/world/clock.ts';
import { dayAfter, formatUtcDay } from '#shared/domain/download-days.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { trusted } from '#test/builders/a-gate.ts';
import { aConsole } from '#test/builders/a-console.ts';

const { jobsTable } = namesByConvention('sandbox').downloads;

/** The world stores its own state here. The console writes everything else. */
const ofTheWorld = new Set(['local']);

function everythingIn(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !ofTheWorld.has(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? everythingIn(path) : readFileSync(path, 'utf8');
    })
    .join('\n');
}

it(
  'no answer, plan, receipt, journal, log or audit of a whole console contains a secret of a file',
  { timeout: 60_000 },
  async () => {
    // The console's own clock decides which addresses have expired.
    const begun = Date.now();
    const today = formatUtcDay(begun);
    const { world, home, opened, ask } = await aConsole({ clock: drivenClock(begun) });
    const answered: unknown[] = [];
    let keys = 0;
    const say = async (operation: string, input: object): Promise<unknown> => {
      const idempotencyKey = `a-key-of-the-test-${(keys += 1)}`;
      const answer = await opened.gate.call(trusted, { operation, input, idempotencyKey });
      answered.push(answer);
      return answer;
    };

    const batchIds: string[] = [];
    const fileIds: string[] = [];
    for (const ago of [0, 1, 3, 8]) {
      const day = await ask('downloads.day', { date: dayAfter(today, -ago) });
      answered.push(day);
      for (const { batchId, expected } of day.batches) {
        batchIds.push(batchId);
        fileIds.push(...expected.slice(0, 4));
      }
    }
    for (const batchId of batchIds) {
      await say('downloads.batch', { batchId });
      await say('downloads.filesOfBatch', { batchId });
      await say('downloads.openFiles', { batchId });
      await say('lookup.find', { asks: [{ kind: 'download batch', id: batchId }] });
      await say('explorer.ask', { system: 'downloads', pattern: 'filesOfBatch', params: [{ batchId }] });
      await say('plans.make', { target: { kind: 'close-downloads', batchId } });
    }
    for (const fileId of fileIds) {
      await say('downloads.file', { fileId });
      await say('lookup.find', { asks: [{ kind: 'file', id: fileId }] });
    }
    for (const kind of ['stuck', 'never-picked-up']) await say('downloads.standing', { kind, minutes: 1 });
    await say('plans.make', { target: { kind: 'trigger-downloads', date: today } });
    await say('plans.make', { target: { kind: 'requeue-files', fileIds: [...new Set(fileIds)] } });
    const { rows: stuck } = await ask('downloads.standing', { kind: 'stuck', minutes: 30 });
    const target = { kind: 'requeue-files' as const, fileIds: stuck.map(({ fileId }) => fileId) };
    const plan = await ask('plans.make', { target });
    answered.push(plan, await ask('plans.start', { planId: plan.planId, hash: plan.hash }));
    await vi.waitFor(
      async () => {
        const { receipts } = await ask('jobs.receipts', { jobId: plan.planId, offset: 0 });
        answered.push(receipts);
        expect(receipts.some(({ sentAt }) => sentAt !== null)).toBe(true);
      },
      { timeout: 20_000, interval: 200 },
    );
    await opened.close();
    const refused = answered.filter((answer) => (answer as { readonly ok?: boolean }).ok === false);
    expect(refused).toEqual([]);

    const pages = await Promise.all(
      downloadFileStatuses.map((status) =>
        world.dynamodb.send(
          new QueryCommand({
            TableName: jobsTable,
            IndexName: 'StatusIndex',
            KeyConditionExpression: '#status = :status',
            ExpressionAttributeNames: { '#status': 'Status' },
            ExpressionAttributeValues: { ':status': { S: status } },
          }),
        ),
      ),
    );
    const told = JSON.stringify(answered);
    const written = everythingIn(home);
    expect(told).toContain(fileIds[0]);
    expect(written).toContain('console opened');
    for (const folder of ['jobs', 'audit']) expect(everythingIn(join(home, folder))).toContain(plan.planId);
    let secrets = 0;
    for (const item of pages.flatMap(({ Items = [] }) => Items)) {
      for (const name of ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'] as const) {
        const secret = item[name]?.S ?? '';
        expect(secret.length).toBeGreaterThan(20);
        // A key of 344 characters would swamp the failure message, so only its absence is compared.
        expect([name, told.includes(secret), written.includes(secret)]).toEqual([name, false, false]);
        secrets += 1;
      }
    }
    expect(secrets).toBeGreaterThan(500);
    expect(told).not.toMatch(/X-Amz-(?:Signature|Security|Credential)/i);
    expect(written).not.toMatch(/X-Amz-(?:Signature|Security|Credential)/i);
  },
);
