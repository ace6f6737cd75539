import { describe, expect, test, vi, onTestFinished } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import type { Events } from '#renderer/contract/event-stream.ts';
import { httpBridge } from '#renderer/contract/http-bridge.ts';
import { aSession } from '#test/builders/a-session.ts';

type Heard = (event: { data?: unknown }) => void;

class FakeEvents implements Events {
  static readonly opened: FakeEvents[] = [];
  readyState = 1;
  readonly #listeners = new Map<string, Heard>();
  constructor() {
    FakeEvents.opened.push(this);
  }
  addEventListener(type: string, listener: Heard): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.readyState = 2;
  }
  say(type: string, data?: unknown): void {
    this.#listeners.get(type)?.({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  }
}

interface Sent {
  readonly url: string;
  readonly body: unknown;
  readonly keepalive: boolean | undefined;
}

function aPage(answer: (sent: Sent) => Response | Promise<Response> = () => json(ok(null)), hash = '') {
  FakeEvents.opened.length = 0;
  const sent: Sent[] = [];
  const replaceState = vi.fn();
  const sight = { hidden: false, changed: () => {} };
  const life = { isLeaving: false };
  const bridge = httpBridge({
    fetch: async (url, init) => {
      const body = JSON.parse(init.body as string) as unknown;
      const one = { url, body, keepalive: init.keepalive };
      sent.push(one);
      return answer(one);
    },
    openEvents: () => new FakeEvents(),
    sight: { isHidden: () => sight.hidden, onChange: (listener) => (sight.changed = listener) },
    isLeaving: () => life.isLeaving,
    location: { hash, pathname: '/today', search: '?a=1' },
    history: { replaceState },
  });
  const see = (seen: boolean) => {
    sight.hidden = !seen;
    sight.changed();
  };
  return { bridge, sent, replaceState, see, life };
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

const down = (): never => {
  throw new TypeError('fetch failed');
};

describe('a page that ends', () => {
  test('lets its last calls outlive it', async () => {
    const { bridge, sent, life } = aPage();
    await bridge.call('session.current', {});
    life.isLeaving = true;
    await bridge.call('session.current', {});
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([undefined, true]);
  });

  test('sends a large call as before, because a browser would refuse it', async () => {
    const { bridge, sent, life } = aPage();
    life.isLeaving = true;
    await bridge.call('session.current', { text: 'é'.repeat(31_000) } as never);
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([undefined]);
  });
});

describe('signing in', () => {
  test('exchanges the token before the first call and takes it out of the address', async () => {
    const { bridge, sent, replaceState } = aPage(undefined, '#token=abc-123');
    await bridge.call('session.current', {});
    expect(sent.map(({ url }) => url)).toEqual(['/session', '/call/session.current']);
    expect(sent[0]?.body).toEqual({ token: 'abc-123' });
    expect(replaceState).toHaveBeenCalledWith(null, '', '/today?a=1');
  });

  test('keeps the token when there was no answer, so that reloading can use it', async () => {
    const { bridge, replaceState } = aPage(down, '#token=abc-123');
    await bridge.call('session.current', {});
    expect(replaceState).not.toHaveBeenCalled();
  });

  test('without a token there is nothing to exchange', async () => {
    const { bridge, sent } = aPage();
    await bridge.call('session.current', {});
    expect(sent.map(({ url }) => url)).toEqual(['/call/session.current']);
  });
});

describe('calling', () => {
  test('answers the Result of any status', async () => {
    const refusal = refused({ code: 'untrusted-caller', message: 'Not signed in.' }, 'r-1');
    const { bridge } = aPage(() => json(refusal, 401));
    await expect(bridge.call('session.current', {})).resolves.toEqual(refusal);
  });

  test('sends the idempotency key of a command', async () => {
    const { bridge, sent } = aPage(() => json(ok(aSession())));
    await bridge.call('session.actAs', { personaId: 'admin' }, 'k-1');
    expect(sent[0]?.body).toEqual({ input: { personaId: 'admin' }, idempotencyKey: 'k-1' });
  });

  test.each([
    ['a lost network', down],
    ['a page of HTML', () => new Response('<html>502</html>')],
    ['JSON that is no Result', () => json({ hello: 'proxy' })],
    ['nothing at all', () => new Response(null)],
  ])('%s is an unreachable host', async (_name, answer) => {
    const { bridge } = aPage(answer);
    const result = await bridge.call('session.current', {});
    expect(result).toMatchObject({ ok: false, failure: { code: 'host-unreachable' } });
  });
});

describe('watching', () => {
  async function aWatch(answer?: (sent: Sent) => Response) {
    const page = aPage(answer);
    const heard: unknown[] = [];
    const stop = page.bridge.watch('session.watch', {}, (result) => heard.push(result));
    await vi.waitFor(() => expect(FakeEvents.opened).toHaveLength(1));
    const events = FakeEvents.opened[0]!;
    return { ...page, heard, stop, events };
  }

  test('subscribes once the stream has named itself, and passes on its messages', async () => {
    const { sent, heard, events } = await aWatch();
    expect(sent).toEqual([]);
    events.say('hello', { stream: 's-1' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      url: '/watch',
      body: { stream: 's-1', id: 'w1', operation: 'session.watch', input: {} },
    });
    events.say('message', { id: 'w1', result: ok(aSession()) });
    events.say('message', { id: 'w9', result: ok(aSession()) });
    events.say('message', 'not json');
    expect(heard).toEqual([ok(aSession())]);
  });

  test('all watches share one stream', async () => {
    const { bridge, sent, events } = await aWatch();
    bridge.watch('spend.watch', {}, () => undefined);
    events.say('hello', { stream: 's-1' });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    bridge.watch('spend.watch', {}, () => undefined);
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(FakeEvents.opened).toHaveLength(1);
  });

  test('after a lost connection it is silent, says that the link is down, and subscribes again', async () => {
    const { bridge, sent, heard, events } = await aWatch();
    events.say('hello', { stream: 's-1' });
    events.readyState = 0;
    events.say('error');
    expect(bridge.link.isUp()).toBe(false);
    expect(heard).toEqual([]);
    events.say('hello', { stream: 's-2' });
    expect(bridge.link.isUp()).toBe(true);
    await vi.waitFor(() =>
      expect(sent.map(({ body }) => (body as { stream: string }).stream)).toContain('s-2'),
    );
  });

  test('a refused stream is opened again after a while', async () => {
    const { events } = await aWatch();
    vi.useFakeTimers();
    // The timers are restored even if the test fails, because other files follow in this process.
    onTestFinished(() => void vi.useRealTimers());
    events.readyState = 2;
    events.say('error');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(FakeEvents.opened).toHaveLength(2);
  });

  test('a hidden page gives its stream back, and takes up every watch when it is seen again', async () => {
    const { sent, events, see, bridge } = await aWatch();
    events.say('hello', { stream: 's-1' });
    see(false);
    await vi.waitFor(() => expect(events.readyState).toBe(2));
    expect(bridge.link.isUp()).toBe(true);
    see(true);
    await vi.waitFor(() => expect(FakeEvents.opened).toHaveLength(2));
    FakeEvents.opened[1]?.say('hello', { stream: 's-2' });
    await vi.waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ stream: 's-2', id: 'w1', operation: 'session.watch' }),
    );
  });

  test('a call on the stream is answered before the stream is given back', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { events, see, sent } = await aWatch(() => new Promise((resolve) => (answer = resolve)) as never);
    events.say('hello', { stream: 's-1' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    see(false);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(events.readyState).toBe(1);
    answer(json(ok({})));
    await vi.waitFor(() => expect(events.readyState).toBe(2));
  });

  test('a page opened in the background waits until it is seen', async () => {
    const { bridge, see } = aPage();
    see(false);
    bridge.watch('session.watch', {}, () => undefined);
    await Promise.resolve();
    expect(FakeEvents.opened).toHaveLength(0);
    see(true);
    await vi.waitFor(() => expect(FakeEvents.opened).toHaveLength(1));
  });

  test('a refused watch notifies its listener', async () => {
    const refusal = refused({ code: 'unknown-operation', message: 'No.', operation: 'x' });
    const { heard, events } = await aWatch(() => json(refusal));
    events.say('hello', { stream: 's-1' });
    await vi.waitFor(() => expect(heard).toEqual([refusal]));
  });

  test('a watch that is stopped before it is answered is released after its answer, once', async () => {
    const { sent, stop, events } = await aWatch();
    events.say('hello', { stream: 's-1' });
    stop();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.map(({ url }) => url)).toEqual(['/watch', '/unwatch']);
  });

  test('a refused watch that is stopped has nothing to release', async () => {
    const refusal = refused({ code: 'unknown-operation', message: 'No.', operation: 'x' });
    const { sent, heard, stop, events } = await aWatch(() => json(refusal));
    events.say('hello', { stream: 's-1' });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.map(({ url }) => url)).toEqual(['/watch']);
  });

  test('a stopped watch receives nothing more, and the host is notified', async () => {
    const { sent, heard, stop, events } = await aWatch();
    events.say('hello', { stream: 's-1' });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    stop();
    events.say('message', { id: 'w1', result: ok(aSession()) });
    await vi.waitFor(() =>
      expect(sent.at(-1)).toEqual({ url: '/unwatch', body: { stream: 's-1', id: 'w1' } }),
    );
    expect(heard).toEqual([]);
  });
});
