import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Bench } from '#scripts/bench-figure.ts';
import { createDocumentsTable, putDocuments } from './programs/documents-table.ts';

const documents = 6_000;
const rounds = 5;

/**
 * Measures how soon the served sandbox is ready with a generated world's number of documents, and how much
 * memory it uses.
 */
export const bench: Bench = async () => {
  const home = mkdtempSync(join(tmpdir(), 'pocket-local-'));
  const first = await serve(home);
  const dynamodb = new DynamoDBClient({
    endpoint: first.address,
    region: 'local',
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
  });
  await createDocumentsTable(dynamodb);
  await putDocuments(dynamodb, documents);
  dynamodb.destroy();
  await stop(first.process);

  const starts: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const served = await serve(home);
    starts.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    sizes.push(residentMegabytes(served.process));
    await stop(served.process);
  }
  rmSync(home, { recursive: true, force: true });
  return [
    {
      name: 'pocket.local.ready.p50',
      value: rounded(percentile(starts, 0.5)),
      unit: 'ms',
      better: 'lower',
      n: rounds,
      note: 'from the start of the process to its ready line, 6,000 documents with 3 indexes read back',
    },
    {
      name: 'pocket.local.idle-memory',
      value: rounded(percentile(sizes, 0.5)),
      unit: 'MB',
      better: 'lower',
      n: rounds,
      note: 'resident size of the whole process with 6,000 documents, 3 s after it is ready',
      bar: 120,
    },
  ];
};

function serve(home: string): Promise<{ process: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['out/main/local.js', '--home', home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Pocket AWS ended with ${code}`)));
    child.stdout.once('data', (line: Buffer) => {
      const address = /^ready (\S+)/.exec(line.toString())?.[1];
      if (address === undefined) reject(new Error(`Not a ready line: ${line.toString()}`));
      else resolve({ process: child, address });
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Reads the kernel's own count, so this bench needs Linux. */
function residentMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
