import type { Bridge } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { EventStream } from './event-stream.ts';
import type { OpenEvents, Sight } from './event-stream.ts';
import { Link, type LinkedBridge } from './link-state.ts';

interface Page {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly openEvents: OpenEvents;
  readonly sight: Sight;
  /** Returns whether the page is about to end, which would end a common request too. */
  readonly isLeaving: () => boolean;
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  readonly history: Pick<History, 'replaceState'>;
}

/** This is the bridge of the browser host, with HTTP for calls and one event stream for watches. */
export function httpBridge(page: Page = thisPage()): LinkedBridge {
  const link = new Link();
  const signedIn = signIn(page);
  const post = async (path: string, body: unknown): Promise<Result<unknown>> => {
    await signedIn;
    return postForResult(page, path, body);
  };
  const stream = new EventStream({
    open: page.openEvents,
    ready: signedIn,
    post,
    link,
    sight: page.sight,
  });

  const call: Bridge['call'] = (operation, input, idempotencyKey) =>
    post(`/call/${operation}`, idempotencyKey === undefined ? { input } : { input, idempotencyKey }) as never;
  const watch: Bridge['watch'] = (operation, input, listener) =>
    stream.watch(operation, input, listener as (result: Result<unknown>) => void);

  return { host: 'browser', call, watch, link };
}

/**
 * The address printed by the terminal carries a one-time token in its fragment, which no server log and no
 * Referer ever sees. The token becomes an HttpOnly cookie and leaves the address bar.
 */
async function signIn(page: Page): Promise<void> {
  const token = new URLSearchParams(page.location.hash.slice(1)).get('token');
  if (token === null) return;
  try {
    await page.fetch('/session', asPost({ token }));
    page.history.replaceState(null, '', page.location.pathname + page.location.search);
  } catch {
    // If the host is unreachable the token stays in the address, so that a reload can use it. The first call
    // then fails too and tells the user.
  }
}

/** The body is a Result whatever the HTTP status; anything else did not come from our host. */
async function postForResult(page: Page, path: string, body: unknown): Promise<Result<unknown>> {
  try {
    const response = await page.fetch(path, outlivePage(page, asPost(body)));
    const answer: unknown = await response.json();
    if (isResult(answer)) return answer;
    return unreachable(`The answer to ${path} was not the console's.`);
  } catch {
    return unreachable("The console's process is not answering.");
  }
}

/** This is written out because the schemas beside `refused` would bring zod into the page. */
function unreachable(message: string): Result<never> {
  return { ok: false, failure: { code: 'host-unreachable', message, reference: '' } };
}

/** The last words of a page, such as a draft, reach the console although no page is left to hear the answer. */
function outlivePage(page: Page, init: { readonly body: string }): RequestInit {
  if (!page.isLeaving() || new Blob([init.body]).size > mostAfterPage) return init;
  return { ...init, keepalive: true };
}

/** A browser refuses a request that is to outlive its page if all of them have more than 64 KiB together. */
const mostAfterPage = 60_000;

function asPost(body: unknown) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  } as const;
}

function isResult(answer: unknown): answer is Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  return answer.ok === true ? 'value' in answer : 'failure' in answer;
}

function thisPage(): Page {
  let isLeaving = false;
  // This page may come back from the browser's cache. The listeners come before those of any desk.
  window.addEventListener('pagehide', () => (isLeaving = true), { capture: true });
  window.addEventListener('pageshow', () => (isLeaving = false), { capture: true });
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    openEvents: (url) => new EventSource(url),
    sight: {
      isHidden: () => document.hidden,
      onChange: (listener) => document.addEventListener('visibilitychange', listener),
    },
    isLeaving: () => isLeaving,
    location: globalThis.location,
    history: globalThis.history,
  };
}
