import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { pocketAws, type PocketAws } from '../aws/pocket-aws.ts';
import { ConnectionReset } from '../aws/protocol/wire.ts';
import { plantSamples } from '../samples/plant-samples.ts';
import type { Answer, Opening, Question } from './messages.ts';
import type { WorkerOptions } from './pocket-aws-in-worker.ts';
import { awakeMs } from './stay-awake.ts';

/** The thread in which an embedded pocket AWS lives, so that its work never holds up the process around it. */
const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only');

let isLooking = false;
const aborts = new Map<number, AbortController>();
const { systems = [], ...options } = workerData as WorkerOptions;
const aws = await open();
if (aws) port.on('message', (question: Question) => void answer(aws, question));

async function open(): Promise<PocketAws | undefined> {
  let opening: Opening = { ready: true };
  let pocket: PocketAws | undefined;
  try {
    pocket = pocketAws(options);
    await plantSamples(pocket.world, systems);
    return pocket;
  } catch (error) {
    opening = { ready: false, reason: reasonOf(error) };
    pocket?.close();
    return undefined;
  } finally {
    port?.postMessage(opening);
  }
}

/** Questions come one after the other. The event loop has had its turn in between. */
function lookForNext(pocket: PocketAws): void {
  isLooking = false;
  if (!port) return;
  const until = performance.now() + awakeMs;
  while (performance.now() < until) {
    const next = receiveMessageOnPort(port);
    if (next) return void answer(pocket, next.message);
  }
}

async function answer(pocket: PocketAws, question: Question): Promise<void> {
  const { id } = question;
  if (question.kind === 'abort') {
    aborts.get(id)?.abort();
    return;
  }
  let said: Answer;
  try {
    said = { id, ok: true, ...(await act(pocket, question)) };
  } catch (error) {
    said = { id, ok: false, reason: reasonOf(error), isReset: error instanceof ConnectionReset };
  }
  port?.postMessage(said);
  if (question.kind === 'close') {
    port?.close();
    return;
  }
  if (!isLooking) setImmediate(lookForNext, pocket);
  isLooking = true;
}

async function act(
  pocket: PocketAws,
  question: Exclude<Question, { kind: 'abort' }>,
): Promise<Pick<Answer & { ok: true }, 'response'>> {
  switch (question.kind) {
    case 'request': {
      const abort = new AbortController();
      aborts.set(question.id, abort);
      try {
        return { response: await pocket.dispatch(question.request, abort.signal) };
      } finally {
        aborts.delete(question.id);
      }
    }
    case 'advance':
      await pocket.advance(question.ms);
      return {};
    case 'reset':
      pocket.reset(question.seed);
      await plantSamples(pocket.world, systems);
      return {};
    case 'faults':
      pocket.world.faults.set(question.rules);
      return {};
    case 'close':
      pocket.close();
      return {};
    default:
      return question satisfies never;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
