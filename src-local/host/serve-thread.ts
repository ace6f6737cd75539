import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Dispatch } from '../aws/dispatch.ts';
import { ConnectionReset } from '../aws/protocol/wire.ts';
import type { FaultRule } from '../world/faults.ts';
import type { Answer, Opening, Question } from './messages.ts';
import type { WorkerOptions } from './pocket-aws-in-worker.ts';
import { awakeMs } from './stay-awake.ts';

/** What a thread holds, for the one that has started it. */
export interface Held {
  /** What a person should hear about how it was opened. */
  readonly notices: readonly string[];
  readonly answer: Dispatch;
  readonly advance: (ms: number) => Promise<void>;
  readonly reset: (seed?: string) => Promise<void>;
  readonly setFaults: (rules: readonly FaultRule[]) => void;
  readonly close: () => void;
}

let isLooking = false;
const aborts = new Map<number, AbortController>();

/** Call it in a thread, which then lives for that: its work never holds up the process around it. */
export async function serveThread(open: (options: WorkerOptions) => Promise<Held>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This runs in a worker thread only');
  const held = await opened(port, open);
  if (held) port.on('message', (question: Question) => void answer(port, held, question));
}

async function opened(
  port: MessagePort,
  open: (options: WorkerOptions) => Promise<Held>,
): Promise<Held | undefined> {
  let opening: Opening = { ready: false, reason: 'It was not opened' };
  try {
    const held = await open(workerData as WorkerOptions);
    opening = { ready: true, notices: held.notices };
    return held;
  } catch (error) {
    opening = { ready: false, reason: reasonOf(error) };
    return undefined;
  } finally {
    port.postMessage(opening);
  }
}

/** Questions come one after the other. The event loop has had its turn in between. */
function lookForNext(port: MessagePort, held: Held): void {
  isLooking = false;
  const until = performance.now() + awakeMs;
  while (performance.now() < until) {
    const next = receiveMessageOnPort(port);
    if (next) return void answer(port, held, next.message);
  }
}

async function answer(port: MessagePort, held: Held, question: Question): Promise<void> {
  const { id } = question;
  if (question.kind === 'abort') {
    aborts.get(id)?.abort();
    return;
  }
  let said: Answer;
  try {
    said = { id, ok: true, ...(await act(held, question)) };
  } catch (error) {
    said = { id, ok: false, reason: reasonOf(error), isReset: error instanceof ConnectionReset };
  }
  port.postMessage(said);
  if (question.kind === 'close') {
    port.close();
    return;
  }
  if (!isLooking) setImmediate(lookForNext, port, held);
  isLooking = true;
}

async function act(
  held: Held,
  question: Exclude<Question, { kind: 'abort' }>,
): Promise<Pick<Answer & { ok: true }, 'response'>> {
  switch (question.kind) {
    case 'request': {
      const abort = new AbortController();
      aborts.set(question.id, abort);
      try {
        return { response: await held.answer(question.request, abort.signal) };
      } finally {
        aborts.delete(question.id);
      }
    }
    case 'advance':
      await held.advance(question.ms);
      return {};
    case 'reset':
      await held.reset(question.seed);
      return {};
    case 'faults':
      held.setFaults(question.rules);
      return {};
    case 'close':
      held.close();
      return {};
    default:
      return question satisfies never;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
