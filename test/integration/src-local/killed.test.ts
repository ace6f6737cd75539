import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock } from '#local/world/clock.ts';
import { seededRandomness } from '#local/world/randomness.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

/**
 * A longer run kills more often: `SLUICE_KILLS=200 npx vitest run test/integration/src-local/killed.test.ts`.
 */
const kills = Number(process.env['SLUICE_KILLS'] ?? 6);

describe('a pocket AWS that is killed', () => {
  it(
    'has lost nothing that it acknowledged, and has no half-written transaction',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'killed-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const random = seededRandomness('kills');
      const acknowledged: Acknowledged[] = [];
      let next = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const said = await writeUntilKilled(folder, next, {
          acknowledgements: 6 + random.integer(60),
          andMs: random.integer(12),
        });
        acknowledged.push(...said);
        next = Math.max(next, ...said.map(({ n }) => n + 1)) + 1;
      }

      const aws = pocketAws({ folder, clock: drivenClock(Date.now() + 60_000) });
      onTestFinished(() => aws.close());
      const lost = await findLost(acknowledged, next, clientsOver(requestHandler(aws.dispatch)));
      expect(lost).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(kills * 5);
    },
    // Each kill starts a new process, which takes seconds on a busy machine.
    kills * 20_000,
  );
});

interface Acknowledged {
  readonly what: string;
  readonly n: number;
}

/**
 * The kill depends on the output and not on a clock, so a slow machine is killed as deep in its work as a
 * fast one.
 */
async function writeUntilKilled(
  folder: string,
  from: number,
  { acknowledgements, andMs }: { readonly acknowledgements: number; readonly andMs: number },
): Promise<Acknowledged[]> {
  const writer = join(import.meta.dirname, 'killed-writer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--no-warnings', writer, folder, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const deepEnough = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.startsWith('ready\n') && text.split('\n').length > acknowledgements + 1) resolve();
    });
  });
  await Promise.race([deepEnough, ended]);
  await new Promise((resolve) => setTimeout(resolve, andMs));
  child.kill('SIGKILL');
  await ended;
  return text
    .split('\n')
    .map((line) => /^(put|pair|sent|deleted|object) (\d+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, what = '', n]) => ({ what, n: Number(n) }));
}

async function findLost(
  acknowledged: readonly Acknowledged[],
  next: number,
  aws: Clients,
): Promise<string[]> {
  const lost: string[] = [];
  const waiting = await bodiesIn(aws);
  const deleted = new Set(acknowledged.filter(({ what }) => what === 'deleted').map(({ n }) => n));
  for (const { what, n } of acknowledged) {
    if (what === 'put' && !(await has(aws, `put-${n}`))) lost.push(`put ${n}`);
    if (what === 'pair' && !(await has(aws, `left-${n}`))) lost.push(`pair ${n}`);
    if (what === 'object' && (await objectText(aws, n)) !== `object ${n}`) lost.push(`object ${n}`);
    if (what === 'deleted' && waiting.has(n)) lost.push(`deletion of ${n}`);
  }
  // A message may be gone without an acknowledged deletion, when the kill came between the two.
  const gone = acknowledged.filter(({ what, n }) => what === 'sent' && !waiting.has(n) && !deleted.has(n));
  if (gone.length > kills) lost.push(...gone.map(({ n }) => `message ${n}`));
  for (let n = 0; n < next; n += 1) {
    if ((await has(aws, `left-${n}`)) !== (await has(aws, `right-${n}`))) lost.push(`half of pair ${n}`);
  }
  return lost;
}

async function has({ dynamodb }: Clients, id: string): Promise<boolean> {
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName: 'kept', Key: { id: { S: id } } }));
  return Item !== undefined;
}

async function objectText({ s3 }: Clients, n: number): Promise<string | undefined> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'kept', Key: String(n) }));
  return Body?.transformToString();
}

async function bodiesIn({ sqs }: Clients): Promise<Set<number>> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'kept' }));
  const bodies = new Set<number>();
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3_600 }),
    );
    if (Messages.length === 0) return bodies;
    for (const { Body } of Messages) bodies.add(Number(Body));
  }
}
