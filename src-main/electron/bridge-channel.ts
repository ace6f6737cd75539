import { randomUUID } from 'node:crypto';
import { ipcMain, type WebContents } from 'electron';
import type { Caller, Gate, Subscription } from '#main/gate/gate.ts';
import type { Log } from '#main/log/open-log.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { consoleOrigin, consoleUrl } from './app-protocol.ts';

export interface BridgeChannel {
  /** Admits the main frame of these contents; its subscriptions end with its page. */
  admit(contents: WebContents): void;
  navigate(contents: WebContents, path: string): void;
}

/** This is the only IPC channel. preload.ts holds the other end. */
const channel = 'bridge';

export function openBridgeChannel(gate: Gate, log: Log): BridgeChannel {
  const pages = new Map<number, PageSubscriptions>();
  const windows = new Set<number>();

  ipcMain.handle(channel, async (event, message: unknown): Promise<Result<unknown>> => {
    try {
      const caller = findCaller(event, windows);
      return await answer(caller, event.sender, readFields(message));
    } catch (error) {
      // Only the message of an error survives IPC, so no error is thrown across it.
      return unexpected(error);
    }
  });

  return {
    admit(contents) {
      const { id } = contents;
      const page = pageSubscriptions();
      windows.add(id);
      pages.set(id, page);
      // This also fires after a reload, but not for pushState or a fragment, which keep the page.
      contents.on('did-navigate', () => page.stopAll());
      contents.on('render-process-gone', () => page.stopAll());
      contents.once('destroyed', () => {
        page.stopAll();
        windows.delete(id);
        pages.delete(id);
      });
    },
    navigate(contents, path) {
      if (contents.isDestroyed()) return;
      if (!contents.isLoadingMainFrame()) return contents.send(channel, { navigate: path });
      // The loading page has no listener yet, so it is replaced.
      contents.loadURL(consoleUrl(path)).catch((error: unknown) => {
        log.warn({ err: error }, 'could not load the page a link leads to');
      });
    },
  };

  function answer(
    caller: Caller,
    contents: WebContents,
    message: Fields,
  ): Result<unknown> | Promise<Result<unknown>> {
    const page = pages.get(contents.id);
    if (caller.trusted && page !== undefined) {
      if (message['type'] === 'watch') {
        return page.start(message['id'], (id) =>
          gate.watch(caller, { operation: message['operation'], input: message['input'] }, (result) =>
            push(contents, id, result),
          ),
        );
      }
      if (message['type'] === 'unwatch') {
        page.stop(message['id']);
        return { ok: true, value: null };
      }
    }
    return gate.call(caller, {
      operation: message['type'] === 'call' ? message['operation'] : undefined,
      input: message['input'],
      idempotencyKey: message['idempotencyKey'],
    });
  }

  function push(contents: WebContents, id: string, result: Result<unknown>): void {
    if (contents.isDestroyed()) return;
    try {
      contents.send(channel, { id, result });
    } catch (error) {
      contents.send(channel, { id, result: unexpected(error) });
    }
  }

  function unexpected(error: unknown): Result<never> {
    const reference = randomUUID();
    log.error({ reference, err: error }, 'the bridge channel met an error');
    return refused(
      {
        code: 'unexpected',
        message: `The request hit an unexpected error. It is unknown whether it took effect; search the log for ${reference}.`,
      },
      reference,
    );
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** A message that is not an object names no operation, which the gate refuses like any unknown one. */
function readFields(message: unknown): Fields {
  return typeof message === 'object' && message !== null ? (message as Fields) : {};
}

/** A page has a handful of subscriptions; a loop that forgets to unsubscribe must not fill the main process. */
export const subscriptionLimit = 100;

interface PageSubscriptions {
  start(id: unknown, subscribe: (id: string) => Result<Subscription>): Result<null>;
  stop(id: unknown): void;
  stopAll(): void;
}

function pageSubscriptions(): PageSubscriptions {
  const running = new Map<string, Subscription>();

  return {
    start(id, subscribe) {
      if (typeof id !== 'string' || !plainId.test(id) || running.has(id)) {
        return malformed('id: expected 1 to 64 letters, digits or hyphens that are not in use.');
      }
      if (running.size >= subscriptionLimit) {
        return malformed(`This page already has ${subscriptionLimit} subscriptions.`);
      }
      const started = subscribe(id);
      if (!started.ok) return started;
      running.set(id, started.value);
      return { ok: true, value: null };
    },
    stop(id) {
      if (typeof id !== 'string') return;
      running.get(id)?.stop();
      running.delete(id);
    },
    stopAll() {
      for (const subscription of running.values()) subscription.stop();
      running.clear();
    },
  };
}

const plainId = /^[\w-]{1,64}$/;

function malformed(message: string): Result<null> {
  return refused({ code: 'malformed-request', message });
}

/** This is the part of Electron's IpcMainInvokeEvent that identifies the caller. */
export interface FrameSender {
  readonly sender: { readonly id: number; readonly mainFrame?: unknown };
  readonly senderFrame: {
    readonly origin: string;
    readonly parent: unknown;
    readonly detached: boolean;
  } | null;
}

/** Every doubt is a denial: a frame that has gone, or cannot be read any more, is not trusted. */
export function findCaller(
  event: FrameSender,
  windows: ReadonlySet<number>,
  electron = process.versions['electron'],
): Caller {
  try {
    const why = doubtAbout(event, windows, electron);
    return why === undefined
      ? { trusted: true, host: 'electron', id: `window-${event.sender.id}` }
      : { trusted: false, why };
  } catch {
    return { trusted: false, why: 'The frame that asked was disposed of before it could be checked.' };
  }
}

function doubtAbout(
  event: FrameSender,
  windows: ReadonlySet<number>,
  electron: string | undefined,
): string | undefined {
  if (!windows.has(event.sender.id)) return "The request did not come from one of the console's windows.";
  // The frame is read once: Electron looks it up at every access, and it may disappear in between.
  const frame = event.senderFrame;
  if (frame === null) return 'The frame that asked has navigated away or was closed.';
  // After a crash of its page, Electron 33 calls the main frame detached until the window closes. The tests use it.
  const isNeverAttachedAgain = electron?.startsWith('33.') === true && frame === event.sender.mainFrame;
  if (frame.detached && !isNeverAttachedAgain) return 'The frame that asked is being replaced.';
  if (frame.parent !== null) return 'The request came from a frame inside the page.';
  if (frame.origin !== consoleOrigin) return 'The request came from a page of another origin.';
  return undefined;
}
