import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { documentsPartition, keyOf } from '#pipelines/extraction/keys.ts';
import { parseDocument, getBatch } from '#pipelines/extraction/read-items.ts';
import { buildExecutionArn } from '#pipelines/extraction/state-machine.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { drivenClock } from '#local/world/clock.ts';
import { recounted } from '#test/builders/an-extraction.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { runExtraction, type RunningExtraction } from '#test/builders/run-extraction.ts';

/**
 * A longer run kills more often: `SLUICE_KILLS=50 npx vitest run
 * test/integration/src-pipelines/extraction/killed.test.ts`.
 */
const kills = Number(process.env['SLUICE_KILLS'] ?? 1);
const names = Array.from({ length: 19 }, (_, index) => `invoice-${index}.pdf`).concat('corrupt.pdf');

describe('a batch in the middle of which everything is killed', () => {
  it(
    'completes after a restart, and has counted each document once',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'killed-extraction-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      let said = '';
      const perLife = Math.max(1, Math.floor(30 / kills));
      for (let kill = 0; kill < kills; kill += 1) {
        said += await killedAfter(perLife, folder, kill === 0 ? names : []);
      }
      const [, tenantId = '', projectId = '', batchId = ''] = /^batch (\S+) (\S+) (\S+)$/m.exec(said) ?? [];
      const ref = { tenantId, projectId, batchId };

      const corrupt = { fails: { at: 'textract', as: 'BadDocumentException' } } as const;
      const extraction = await runExtraction({
        folder,
        clock: drivenClock(Date.now() + 60_000),
        readers: fakeReaders({ files: { 'corrupt.pdf': corrupt } }),
      });
      onTestFinished(() => extraction.aws.close());
      expect(await getBatch(extraction.parts, ref)).toMatchObject({
        status: 'PROCESSING',
        received: names.length,
      });
      await extraction.aws.advance(600_000);

      const batch = await getBatch(extraction.parts, ref);
      const expected = { SUCCEEDED: names.length - 1, FAILED: 1, PROCESSING: 0, QUEUED: 0 };
      expect(batch).toMatchObject({ status: 'FAILED', counts: expected, runs: { 1: 'SUCCEEDED' } });
      const kept = await listItems(extraction, documentsPartition(tenantId, batchId), 'DOCUMENT#');
      const documents = kept.map((one) => parseDocument(toItem(one)));
      expect(batch?.counts).toEqual(recounted(documents));
      for (const { documentId } of documents) {
        const { PK } = keyOf.documentEvent(tenantId, documentId, '');
        const passport = await listItems(extraction, PK, 'EVENT#');
        expect(passport.map(({ what }) => what)).toEqual([
          'ingested',
          expect.stringMatching(/^(processed|failed)$/),
        ]);
      }
      const executionArn = buildExecutionArn(extraction.parts, batchId, 1);
      const { status } = await extraction.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
      expect(status).toBe('SUCCEEDED');
    },
    20_000 + kills * 15_000, // Every restart is a new process that loads the SDK.
  );
});

/**
 * Kills the program once it has begun this many reads, which is always before its end, and returns its
 * output.
 */
async function killedAfter(reads: number, folder: string, files: readonly string[]): Promise<string> {
  const program = join(import.meta.dirname, 'killed-extraction.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--no-warnings', program, folder, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.split('read\n').length > reads) child.kill('SIGKILL');
  });
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return text;
}

async function listItems(
  { clients, parts }: RunningExtraction,
  PK: string,
  under: string,
): Promise<PlainItem[]> {
  const { Items = [] } = await clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :under)',
      ExpressionAttributeValues: toItem({ ':partition': PK, ':under': under }),
    }),
  );
  return Items.map(fromItem);
}
