import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import {
  collectGarbage,
  consoleOver,
  createLane,
  plantDeadLetters,
  sampleAll,
  sendBack,
} from './redrive-run.ts';

const messages = 10_000;
const rounds = 3;
const lane = createLane(0);
const place = { region: 'local', accountId: '000000000000' };
/** The folder for temporary files may not be on a disk, and then a sync would cost nothing. */
const onDisk = '.cache/bench';

export interface MeasuredRedrive {
  /** These are the milliseconds for all messages, from held to deleted. */
  readonly times: readonly number[];
  /**
   * This is the highest memory of this thread above its level before it held any message, garbage included.
   */
  readonly most: readonly number[];
  readonly ledgerMegabytes: number;
}

async function measure(): Promise<MeasuredRedrive> {
  const times: number[] = [];
  const most: number[] = [];
  let ledgerBytes = 0;
  mkdirSync(onDisk, { recursive: true });
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(onDisk, 'redrive-'));
    const worker = await startPocketAwsWorker(pathToFileURL('out/main/pocket-aws.js'), {
      folder: join(folder, 'world'),
    });
    const handler = requestHandler(worker.dispatch);
    await plantDeadLetters(clientsOver(handler).sqs, lane, messages);
    const console = consoleOver({ ...place, requestHandler: handler }, lane);
    // Garbage from planting would make the idle level look high and the rest low.
    collectGarbage();
    const idle = used();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, used())), 5);
    const ids = await sampleAll(console);
    if (ids.length !== messages) throw new Error(`${ids.length} of ${messages} messages were received`);
    const started = performance.now();
    ledgerBytes = await sendBack(console, ids, join(folder, 'home'));
    times.push(performance.now() - started);
    clearInterval(watch);
    most.push((Math.max(peak, used()) - idle) / megabyte);
    await worker.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { times, most, ledgerMegabytes: ledgerBytes / megabyte };
}

const megabyte = 2 ** 20;

/** Measures this thread alone, because pocket AWS runs in a worker with a separate heap. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.stdout.write(JSON.stringify(await measure()));
