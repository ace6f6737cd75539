import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Dispatch } from '../aws/dispatch.ts';
import { ConnectionReset, type WireRequest, type WireResponse } from '../aws/protocol/wire.ts';
import type { FaultRule } from '../world/faults.ts';
import type { WorkerOptions } from './pocket-aws-in-worker.ts';

export interface Held {
  /** The person who opened the sandbox should see these. */
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
  const held = await openHeld(port, open);
  if (held) port.on('message', (question: Question) => void answer(port, held, question));
}

async function openHeld(
  port: MessagePort,
  open: (options: WorkerOptions) => Promise<Held>,
): Promise<Held | undefined> {
  let opening: Opening = { ready: false, reason: 'It was not opened' };
  try {
    const held = await open(workerData as WorkerOptions);
    opening = { ready: true, notices: held.notices };
    return held;
  } catch (error) {
    opening = { ready: false, reason: describeError(error) };
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
    said = { id, ok: false, reason: describeError(error), isReset: error instanceof ConnectionReset };
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

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The thread that runs Pocket AWS answers these questions. Each has a number of its own. */
export type Question =
  | { readonly id: number; readonly kind: 'request'; readonly request: WireRequest }
  | { readonly id: number; readonly kind: 'abort' }
  | { readonly id: number; readonly kind: 'advance'; readonly ms: number }
  | { readonly id: number; readonly kind: 'reset'; readonly seed: string | undefined }
  | { readonly id: number; readonly kind: 'faults'; readonly rules: readonly FaultRule[] }
  | { readonly id: number; readonly kind: 'close' };

export type Answer =
  | { readonly id: number; readonly ok: true; readonly response?: WireResponse }
  | { readonly id: number; readonly ok: false; readonly reason: string; readonly isReset: boolean };

/** Sent once, when the world has been opened, or could not be. */
export type Opening =
  /** The person who opened the sandbox should see these. */
  | { readonly ready: true; readonly notices: readonly string[] }
  | { readonly ready: false; readonly reason: string };

/** Waking a sleeping thread takes longer than most answers do, so both sides stay awake this long for the next word. */
const awakeMs = 0.5;

/** An event loop that has another turn to take does not fall asleep. Call it with each question. */
export function createWakefulness(isWaiting: () => boolean): () => void {
  let awakeUntil = 0;
  let isAwake = false;
  const turn = (): void => {
    isAwake = isWaiting() && performance.now() < awakeUntil;
    if (isAwake) setImmediate(turn);
  };
  return () => {
    awakeUntil = performance.now() + awakeMs;
    if (!isAwake) setImmediate(turn);
    isAwake = true;
  };
}
