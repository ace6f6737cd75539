import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Dispatch } from '../aws/dispatch.ts';
import { ConnectionReset, type WireResponse } from '../aws/protocol/wire.ts';
import type { FaultRule } from '../world/faults.ts';
import { unlockAfter } from '../journal/folder-lock.ts';
import { whenAborted } from '../world/clock.ts';
import { createWakefulness, type Answer, type Opening, type Question } from './serve-thread.ts';
import type { SandboxOptions } from './open-sandbox.ts';
import { semiSpaceMb } from './young-generation.ts';

export interface PocketAwsInWorker {
  /** AWS, the pipeline API at `/pipeline/v1/` and the control paths at `/_local/`. */
  readonly dispatch: Dispatch;
  /** The person who opened the sandbox should see these. */
  readonly notices: readonly string[];
  advance(ms: number): Promise<void>;
  reset(seed?: string): Promise<void>;
  setFaults(rules: readonly FaultRule[]): Promise<void>;
  /** The thread has ended or is ending; no call is answered any more. */
  readonly hasEnded: () => boolean;
  close(): Promise<void>;
}

/** A clock cannot be sent to another thread. */
export type WorkerOptions = Omit<SandboxOptions, 'clock'>;
type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

interface Waiting {
  resolve(response: WireResponse | undefined): void;
  reject(error: Error): void;
}

/** In milliseconds. A thread that hangs is ended; what it has acknowledged is in its journal already. */
export const longestClosing = 2_000;

/** Pocket AWS in a thread of its own. `file` is the built worker entry. */
export async function startPocketAwsWorker(file: URL, options: WorkerOptions): Promise<PocketAwsInWorker> {
  // The thread around this one already shows the SDK's warning about the version of Node.
  const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };
  const worker = new Worker(file, {
    workerData: options,
    env,
    // Two halves to copy between, and the new ones.
    resourceLimits: { maxYoungGenerationSizeMb: 3 * semiSpaceMb },
  });
  const thread = worker.threadId;
  const endThread = async (): Promise<void> => {
    await worker.terminate();
    if (options.folder !== undefined) unlockAfter(options.folder, thread);
  };
  const notices = await waitUntilOpened(worker).catch(async (error: unknown) => {
    // The caller needs the reason why it did not open rather than a failure to clean up.
    await endThread().catch(() => undefined);
    throw error;
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.ok) asked?.resolve(answer.response);
    else asked?.reject(answer.isReset ? new ConnectionReset(answer.reason) : new Error(answer.reason));
  });
  let ended: string | undefined;
  const failAll = (reason: string): void => {
    // The first reason is the cause; the end of the thread only follows from it.
    ended ??= reason;
    for (const asked of waiting.values()) asked.reject(new Error(ended));
    waiting.clear();
  };
  worker.on('error', (error: unknown) => {
    failAll(`Pocket AWS has stopped: ${error instanceof Error ? error.message : String(error)}`);
  });
  worker.on('exit', () => failAll('Pocket AWS has stopped'));

  const stayAwake = createWakefulness(() => waiting.size > 0);
  const ask = (question: Asked, signal?: AbortSignal): Promise<WireResponse | undefined> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(new Error(ended));
        return;
      }
      const id = ++lastId;
      worker.postMessage({ ...question, id });
      stayAwake();
      const stopListening = whenAborted(signal, () => worker.postMessage({ id, kind: 'abort' }));
      waiting.set(id, {
        resolve(response) {
          stopListening();
          resolve(response);
        },
        reject(error) {
          stopListening();
          reject(error);
        },
      });
    });

  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    const late = new AbortController();
    try {
      const closed = ended === undefined ? ask({ kind: 'close' }) : undefined;
      await Promise.race([closed, sleep(longestClosing, undefined, { signal: late.signal })]);
    } finally {
      late.abort();
      await endThread();
    }
  };

  return {
    notices,
    async dispatch(request, signal) {
      // The SDK's bodies are small views of large buffers, and a thread is handed the whole buffer.
      const body = new Uint8Array(request.body);
      const response = await ask({ kind: 'request', request: { ...request, body } }, signal);
      if (!response) throw new Error('Pocket AWS answered a request without a response');
      return response;
    },
    async advance(ms) {
      await ask({ kind: 'advance', ms });
    },
    async reset(seed) {
      await ask({ kind: 'reset', seed });
    },
    async setFaults(rules) {
      await ask({ kind: 'faults', rules });
    },
    hasEnded: () => ended !== undefined,
    close() {
      closing ??= end();
      return closing;
    },
  };
}

function waitUntilOpened(worker: Worker): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('Pocket AWS has stopped before it was open'));
    worker.once('error', reject);
    worker.once('exit', gone);
    worker.once('message', (opening: Opening) => {
      worker.off('error', reject);
      worker.off('exit', gone);
      if (opening.ready) resolve(opening.notices);
      else reject(new Error(opening.reason));
    });
  });
}
