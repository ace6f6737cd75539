import { EventEmitter } from 'node:events';
import { get } from 'node:http';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Result } from '#shared/contract/result.ts';
import type { Caller, Gate } from '#main/gate/gate.ts';
import { openEventStreams } from '#main/web/event-streams.ts';
import { aBrowserHost } from '#test/builders/a-browser-host.ts';
import type { BrowserHostUnderTest } from '#test/builders/a-browser-host.ts';

let host: BrowserHostUnderTest;
let cookie: string;

beforeAll(async () => {
  host = await aBrowserHost();
  cookie = await host.signIn();
});
afterAll(() => host.close());

const post = async (path: string, body: unknown, as = cookie) =>
  (await host.ask(path, { method: 'POST', body: JSON.stringify(body), headers: { cookie: as } })).json;

it('says hello, then pushes what is watched until it is unwatched', async () => {
  const events = await openEvents(host.port, cookie);
  const { stream } = (await events.next()) as { stream: string };
  await expect(
    post('/watch', { stream, id: 'a', operation: 'session.watch', input: {} }),
  ).resolves.toMatchObject({ ok: true });
  expect(await events.next()).toMatchObject({
    id: 'a',
    result: { ok: true, value: { who: { id: 'support' } } },
  });

  await post('/call/session.actAs', { input: { personaId: 'admin' } });
  expect(await events.next()).toMatchObject({ id: 'a', result: { value: { who: { id: 'admin' } } } });

  await post('/unwatch', { stream, id: 'a' });
  await post('/call/session.actAs', { input: { personaId: 'support' } });
  await post('/watch', { stream, id: 'b', operation: 'spend.watch', input: {} });
  expect(await events.next()).toMatchObject({ id: 'b' });
  events.close();
});

it('refuses bad watches, and a stream of another session', async () => {
  const events = await openEvents(host.port, cookie);
  const { stream } = (await events.next()) as { stream: string };
  const other = await host.signIn();
  const refusals = [
    post('/watch', { stream, id: 'a', operation: 'session.watch', input: {} }, other),
    post('/watch', { stream: 'guess', id: 'a', operation: 'session.watch', input: {} }),
    post('/watch', { stream, id: 'a', operation: 'session.current', input: {} }),
    post('/watch', { stream, id: 'a', operation: 'no.such', input: {} }),
    post('/watch', { stream, id: 'a', operation: 'session.watch', input: { extra: 1 } }),
    post('/watch', { stream, id: 7, operation: 'session.watch', input: {} }),
    post('/watch', { stream, id: 'a', operation: 'session.watch', input: {}, more: 1 }),
    post('/unwatch', { stream, id: 'never' }),
    post('/unwatch', { stream, id: 'a' }, other),
  ];
  for (const refusal of refusals) await expect(refusal).resolves.toMatchObject({ ok: false });
  events.close();
});

it('stops what a stream watched when the stream ends', async () => {
  const stopped: string[] = [];
  const gate = watchingGate((name) => () => void stopped.push(name));
  const streams = openEventStreams(gate);
  const response = aResponse();
  streams.open('me', response.as);
  const { stream } = response.sent[0] as { stream: string };
  streams.watch(me, { stream, id: 'a', operation: 'session.watch', input: {} });
  streams.watch(me, { stream, id: 'b', operation: 'spend.watch', input: {} });
  response.close();
  expect(stopped).toEqual(['session.watch', 'spend.watch']);
  expect(streams.watch(me, { stream, id: 'c', operation: 'session.watch', input: {} })).toMatchObject({
    ok: false,
  });
});

it('opens at most 64 streams, and says so', () => {
  const streams = openEventStreams(watchingGate(() => () => undefined));
  for (let n = 0; n < 64; n += 1) expect(streams.open('me', aResponse().as)).toBeUndefined();
  expect(streams.open('me', aResponse().as)?.message).toMatch(/^64 event streams are open/);
  streams.close();
});

it('cuts off a page that does not read, before its backlog fills the memory', () => {
  let push: (value: unknown) => void = () => undefined;
  const streams = openEventStreams(
    watchingGate((_name, emit) => {
      push = (value) => emit({ ok: true, value });
      return () => undefined;
    }),
  );
  const response = aResponse();
  streams.open('me', response.as);
  const { stream } = response.sent[0] as { stream: string };
  streams.watch(me, { stream, id: 'a', operation: 'session.watch', input: {} });
  response.backlog = 1_048_577;
  push('one more');
  expect(response.destroyed).toBe(true);
});

const me: Caller = { trusted: true, host: 'browser', id: 'me' };

type Watch = (name: string, emit: (result: Result<unknown>) => void) => () => void;

function watchingGate(watch: Watch): Gate {
  return {
    call: () => Promise.reject(new Error('not called here')),
    watch: (_caller, { operation }, emit) => ({ ok: true, value: { stop: watch(String(operation), emit) } }),
  };
}

/** Creates a response whose reader can stop reading. */
function aResponse() {
  const events = new EventEmitter();
  const fake = {
    as: undefined as unknown as ServerResponse,
    sent: [] as unknown[],
    backlog: 0,
    destroyed: false,
    close: () => void events.emit('close'),
  };
  fake.as = Object.assign(events, {
    writeHead: () => undefined,
    write: (text: string) => void fake.sent.push(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null')),
    destroy: () => void (fake.destroyed = true),
  }) as unknown as ServerResponse;
  Object.defineProperty(fake.as, 'writableLength', { get: () => fake.backlog });
  return fake;
}

interface Events {
  next(): Promise<unknown>;
  close(): void;
}

function openEvents(port: number, as: string): Promise<Events> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: '/events', headers: { cookie: as } }, (response) => {
      const arrived: unknown[] = [];
      const waiting: ((event: unknown) => void)[] = [];
      let buffer = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        buffer += text;
        const frames = buffer.split('\n\n');
        buffer = frames.pop() ?? '';
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          if (data === undefined) continue;
          const event: unknown = JSON.parse(data);
          const waiter = waiting.shift();
          if (waiter === undefined) arrived.push(event);
          else waiter(event);
        }
      });
      resolve({
        next: () =>
          arrived.length > 0 ? Promise.resolve(arrived.shift()) : new Promise((done) => waiting.push(done)),
        close: () => request.destroy(),
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') reject(error);
    });
  });
}
