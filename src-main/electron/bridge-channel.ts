import { randomUUID } from 'node:crypto';
import { ipcMain } from 'electron';
import type { WebContents } from 'electron';
import type { Caller, Gate } from '#main/contract/gate.ts';
import type { Log } from '#main/log/open-log.ts';
import { refused, type Result } from '#shared/contract/result.ts';
import { consoleUrl } from './console-url.ts';
import { pageSubscriptions } from './page-subscriptions.ts';
import type { PageSubscriptions } from './page-subscriptions.ts';
import { callerOf } from './trusted-frame.ts';

export interface BridgeChannel {
  /** From now on the main frame of these contents may ask; its subscriptions end with its page. */
  admit(contents: WebContents): void;
  navigate(contents: WebContents, path: string): void;
}

/** The only IPC there is. preload.ts holds the other end. */
const channel = 'bridge';

export function openBridgeChannel(gate: Gate, log: Log): BridgeChannel {
  const pages = new Map<number, PageSubscriptions>();
  const windows = new Set<number>();

  ipcMain.handle(channel, async (event, message: unknown): Promise<Result<unknown>> => {
    try {
      const caller = callerOf(event, windows);
      return await answer(caller, event.sender, fieldsOf(message));
    } catch (error) {
      // Of an error thrown across IPC only the message survives, so none is.
      return unexpected(error);
    }
  });

  return {
    admit(contents) {
      const { id } = contents;
      const page = pageSubscriptions();
      windows.add(id);
      pages.set(id, page);
      // Also after a reload; not for pushState or a fragment, which keep the page.
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
      // Nobody listens yet, so the page that is on its way is replaced.
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
        message: `The request met an error nobody foresaw. Whether it took effect is not known; the log has ${reference}.`,
      },
      reference,
    );
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** What is not an object asks for nothing, which the gate refuses like any unknown operation. */
function fieldsOf(message: unknown): Fields {
  return typeof message === 'object' && message !== null ? (message as Fields) : {};
}
