import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, Unsubscribe } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';

/*
 * The preload runs inside the sandbox: one file, with no import but electron. The page gets these four members and
 * no Electron object (decision 001).
 */

const channel = 'bridge';
const watchers = new Map<string, (result: Result<unknown>) => void>();
const navigators = new Set<(path: string) => void>();
let missedPath: string | undefined;
let counter = 0;

// A push that was sent to the page before a reload must not reach a watcher of this one.
const page = crypto.randomUUID().slice(0, 8);

ipcRenderer.on(channel, (_event, push: Push) => {
  if (push.navigate === undefined) return watchers.get(push.id)?.(push.result);
  if (navigators.size === 0) missedPath = push.navigate;
  for (const navigate of navigators) navigate(push.navigate);
});

const bridge: Bridge = {
  host: 'electron',

  call(operation, input, idempotencyKey) {
    return ask({ type: 'call', operation, input, idempotencyKey });
  },

  watch(operation, input, listener): Unsubscribe {
    counter += 1;
    const id = `${page}-${counter}`;
    watchers.set(id, listener as (result: Result<unknown>) => void);
    void start(id, { type: 'watch', id, operation, input });
    return () => {
      if (watchers.delete(id)) void ask({ type: 'unwatch', id });
    };
  },

  onNavigate(listener): Unsubscribe {
    navigators.add(listener);
    if (missedPath !== undefined) listener(missedPath);
    missedPath = undefined;
    return () => {
      navigators.delete(listener);
    };
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);

type Push =
  | { readonly navigate: string }
  | { readonly navigate?: undefined; readonly id: string; readonly result: Result<unknown> };

async function start(id: string, message: object): Promise<void> {
  const started = await ask<null>(message);
  if (!started.ok) watchers.get(id)?.(started);
}

async function ask<T>(message: object): Promise<Result<T>> {
  try {
    return (await ipcRenderer.invoke(channel, message)) as Result<T>;
  } catch {
    const text = 'The console behind this window did not answer. Whether it took effect is not known.';
    return { ok: false, failure: { code: 'host-unreachable', message: text, reference: '' } };
  }
}
