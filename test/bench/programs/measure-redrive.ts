import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';
import { collectGarbage, consoleOver, laneOf, plantDeadLetters, sampleAll, sendBack } from './redrive-run.ts';

const messages = 10_000;
const rounds = 3;
const lane = laneOf(0);
const place = { region: 'local', accountId: '000000000000' };
/** Not where temporary files are: there a sync may cost nothing, since there may be no disk. */
const onDisk = '.cache/bench';

export interface MeasuredRedrive {
  /** Milliseconds for all of them, from held to deleted. */
  readonly times: readonly number[];
  /** Of this thread, over what it had before it held any message: the most, garbage included. */
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
    // What planting has left behind would make idle look dear, and the rest cheap.
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

/** Of this thread alone: the worker, which is pocket AWS, has a heap of its own. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.stdout.write(JSON.stringify(await measure()));
