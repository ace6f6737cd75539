import type { WebContents as RealContents } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  findCaller,
  openBridgeChannel,
  subscriptionLimit,
  type BridgeChannel,
  type FrameSender,
} from '#main/electron/bridge-channel.ts';
import type { Gate } from '#main/gate/gate.ts';
import { aGate, type GateUnderTest } from '#test/builders/a-gate.ts';
import { noSpend } from '#test/builders/no-spend.ts';
import { invoke, ipcChannels, resetElectron, WebContents } from '#test/stand-ins/electron.ts';
import { aLog, type RecordingLog } from './recording-log.ts';

const page = { origin: 'app://console', parent: null, detached: false };
let stop: ReturnType<typeof vi.fn<() => void>>;
let emit: (value: never) => void;
let under: GateUnderTest;
let log: RecordingLog;
let channel: BridgeChannel;
let contents: WebContents;

beforeEach(() => {
  resetElectron();
  stop = vi.fn<() => void>();
  under = aGate({
    watchers: {
      'spend.watch': (_input, push) => {
        emit = push;
        push(noSpend);
        return stop;
      },
    },
  });
  ({ channel, contents } = admitted(under.gate));
});

function admitted(gate: Gate) {
  log = aLog();
  const opened = openBridgeChannel(gate, log);
  const admittedContents = new WebContents();
  opened.admit(admittedContents as unknown as RealContents);
  return { channel: opened, contents: admittedContents };
}

function ask(message: unknown, from: object = { sender: contents, senderFrame: page }): Promise<unknown> {
  return invoke('bridge', from, message);
}

const call = { type: 'call', operation: 'session.current', input: {} };
const watch = { type: 'watch', id: 'w-1', operation: 'spend.watch', input: {} };

test('there is one channel', () => {
  expect(ipcChannels()).toEqual(['bridge']);
});

test('a call from the page reaches its handler', async () => {
  expect(await ask(call)).toMatchObject({ ok: true });
  expect(under.reached).toEqual(['session.current']);
});

test('passes on an idempotency key', async () => {
  await ask({ ...call, idempotencyKey: 'not valid' });
  expect(under.reached).toEqual([]);
  expect(under.logged.at(-1)?.message).toMatch(/idempotencyKey/);
});

describe.each(['call', 'watch', 'unwatch'])('an untrusted %s is refused before any handler', (type) => {
  const message = { ...watch, operation: type === 'call' ? 'session.current' : 'spend.watch', type };
  test.each([
    ['a frame that has gone', () => ({ sender: contents, senderFrame: null })],
    ['a subframe', () => ({ sender: contents, senderFrame: { ...page, parent: page } })],
    [
      'another origin',
      () => ({ sender: contents, senderFrame: { ...page, origin: 'https://evil.example' } }),
    ],
    ['an unknown window', () => ({ sender: new WebContents(), senderFrame: page })],
    ['an event without a frame', () => ({ sender: contents })],
  ])('%s', async (_what, from) => {
    expect(await ask(message, from())).toMatchObject({ ok: false, failure: { code: 'untrusted-caller' } });
    expect(under.reached).toEqual([]);
  });
});

test('a window that was closed is no longer known', async () => {
  contents.destroy();
  expect(await ask(call)).toMatchObject({ ok: false, failure: { code: 'untrusted-caller' } });
});

test.each([
  undefined,
  null,
  'session.current',
  42,
  [],
  {},
  { operation: 'session.current', input: {} },
  { type: 'CALL', operation: 'session.current', input: {} },
  { type: 'call' },
  { type: 'call', operation: 'constructor', input: {} },
  { type: 'call', operation: '__proto__', input: {} },
  { type: 'call', operation: { toString: 1, valueOf: 1 }, input: {} },
  { type: 'call', operation: ['session.current'], input: {} },
  { type: 'call', operation: 'session.current', input: { extra: 1 } },
  { type: 'call', operation: 'session.current', input: new Map([['a', 1]]) },
  { type: 'call', operation: 'session.current', input: 'x'.repeat(2_000_000) },
  { type: 'call', operation: 'spend.watch', input: {} },
  { type: 'watch', operation: 'spend.watch', input: {} },
  { type: 'watch', id: 1, operation: 'spend.watch', input: {} },
  { type: 'watch', id: '', operation: 'spend.watch', input: {} },
  { type: 'watch', id: 'x'.repeat(65), operation: 'spend.watch', input: {} },
  { type: 'watch', id: '__proto__ x', operation: 'spend.watch', input: {} },
  { type: 'watch', id: 'a', operation: 'session.current', input: {} },
  { type: 'watch', id: 'a', operation: 'nothing.here', input: {} },
])('malformed message %# gets a failure, never an exception', async (message) => {
  expect(await ask(message)).toMatchObject({ ok: false });
  expect(under.reached).toEqual([]);
});

test('a watch pushes its value under its id until it is stopped', async () => {
  expect(await ask(watch)).toEqual({ ok: true, value: null });
  expect(contents.send).toHaveBeenCalledExactlyOnceWith('bridge', {
    id: 'w-1',
    result: { ok: true, value: noSpend },
  });
  await ask({ type: 'unwatch', id: 'w-1' });
  expect(stop).toHaveBeenCalledOnce();
  await ask({ type: 'unwatch', id: 'w-1' });
  expect(stop).toHaveBeenCalledOnce();
});

test('an id that is in use is refused and its watch continues', async () => {
  await ask(watch);
  expect(await ask(watch)).toMatchObject({ ok: false, failure: { code: 'malformed-request' } });
  expect(stop).not.toHaveBeenCalled();
});

test('a page cannot accumulate subscriptions without end', async () => {
  for (let n = 0; n < subscriptionLimit; n += 1) await ask({ ...watch, id: `w-${n}` });
  expect(await ask({ ...watch, id: 'one-more' })).toMatchObject({ ok: false });
  expect(under.reached).toHaveLength(subscriptionLimit);
});

test.each([
  ['navigated or reloaded', () => contents.emit('did-navigate', { preventDefault() {} }, 'app://console/')],
  [
    'crashed',
    () => contents.emit('render-process-gone', { preventDefault() {} }, { reason: 'crashed', exitCode: 5 }),
  ],
  ['closed', () => contents.destroy()],
])('all subscriptions of a page that was %s are stopped', async (_what, happen) => {
  await ask(watch);
  await ask({ ...watch, id: 'w-2' });
  happen();
  expect(stop).toHaveBeenCalledTimes(2);
});

test('closing one window does not stop the watches of another', async () => {
  const other = new WebContents();
  channel.admit(other as unknown as RealContents);
  await ask(watch);
  other.destroy();
  expect(stop).not.toHaveBeenCalled();
});

test('nothing is pushed to contents that are gone', async () => {
  await ask(watch);
  contents.destroy();
  contents.send.mockClear();
  emit({ calls: 1, rru: 1, byPattern: [] } as never);
  expect(contents.send).not.toHaveBeenCalled();
});

test('a value that cannot cross is replaced by a failure with a reference into the log', async () => {
  await ask(watch);
  emit({ calls: () => 1 } as never);
  const [, push] = contents.send.mock.lastCall ?? [];
  expect(push).toMatchObject({ id: 'w-1', result: { ok: false, failure: { code: 'unexpected' } } });
  expect(log.lines).toHaveLength(1);
});

test('an error inside the gate never crosses as an exception', async () => {
  resetElectron();
  const broken: Gate = {
    call: () => Promise.reject(new Error('secret table name')),
    watch: () => {
      throw new Error('secret table name');
    },
  };
  ({ contents } = admitted(broken));
  for (const message of [call, watch]) {
    const answer = await ask(message);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'unexpected' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  }
  expect(log.lines.map(({ level }) => level)).toEqual(['error', 'error']);
});

describe('navigation', () => {
  test('is pushed on the same channel while a page is there', () => {
    channel.navigate(contents as unknown as RealContents, '/triage');
    expect(contents.send).toHaveBeenCalledExactlyOnceWith('bridge', { navigate: '/triage' });
  });

  test('replaces a page that is still loading', () => {
    contents.loading = true;
    channel.navigate(contents as unknown as RealContents, '/find?id=b-1');
    expect(contents.loadURL).toHaveBeenCalledExactlyOnceWith('app://console/find?id=b-1');
    expect(contents.send).not.toHaveBeenCalled();
  });

  test('does nothing to contents that are gone', () => {
    contents.destroy();
    channel.navigate(contents as unknown as RealContents, '/triage');
    expect(contents.send).not.toHaveBeenCalled();
  });
});

const windows = new Set([7]);

test('trusts the main frame of a known window', () => {
  expect(findCaller({ sender: { id: 7 }, senderFrame: page }, windows)).toEqual({
    trusted: true,
    host: 'electron',
    id: 'window-7',
  });
});

const denied: readonly [string, FrameSender, RegExp][] = [
  ['a frame that has gone', { sender: { id: 7 }, senderFrame: null }, /navigated away/],
  ['a frame being replaced', { sender: { id: 7 }, senderFrame: { ...page, detached: true } }, /replaced/],
  ['a subframe', { sender: { id: 7 }, senderFrame: { ...page, parent: page } }, /inside the page/],
  [
    'a parent that is undefined',
    { sender: { id: 7 }, senderFrame: { ...page, parent: undefined } },
    /inside/,
  ],
  ['an unknown window', { sender: { id: 8 }, senderFrame: page }, /one of the console's windows/],
  ...[
    'https://console',
    'app://console.evil.example',
    'app://console/',
    'app://console:80',
    'app://CONSOLE',
    'app://evil',
    'app://',
    'file://',
    'null',
    'about:blank',
    '',
    'https://app//console',
  ].map((origin): [string, FrameSender, RegExp] => [
    `origin "${origin}"`,
    { sender: { id: 7 }, senderFrame: { ...page, origin } },
    /another origin/,
  ]),
];

test.each(denied)('denies %s', (_what, event, why) => {
  expect(findCaller(event, windows)).toEqual({ trusted: false, why: expect.stringMatching(why) });
});

describe('a frame that is called detached', () => {
  const detached = { ...page, detached: true };
  const own = { sender: { id: 7, mainFrame: detached }, senderFrame: detached };

  test('is trusted in Electron 33 if it is the main frame of its window, as after a crash', () => {
    expect(findCaller(own, windows, '33.2.1').trusted).toBe(true);
  });

  test.each(['34.0.0', '3.3.0', '45.3.4', undefined])('is denied in Electron %s', (version) => {
    expect(findCaller(own, windows, version).trusted).toBe(false);
  });

  test.each<[string, FrameSender]>([
    ['it was replaced as the main frame', { sender: { id: 7, mainFrame: page }, senderFrame: detached }],
    ['the window is unknown', { ...own, sender: { ...own.sender, id: 8 } }],
    ...[{ parent: page }, { origin: 'https://evil.example' }].map((other): [string, FrameSender] => {
      const senderFrame = { ...detached, ...other };
      return [`it has ${JSON.stringify(other)}`, { sender: { id: 7, mainFrame: senderFrame }, senderFrame }];
    }),
  ])('is denied in Electron 33, too, if %s', (_what, event) => {
    expect(findCaller(event, windows, '33.2.1').trusted).toBe(false);
  });
});

test('denies a frame that is disposed of while it is being checked', () => {
  const senderFrame = {
    ...page,
    get origin(): string {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  expect(findCaller({ sender: { id: 7 }, senderFrame }, windows).trusted).toBe(false);
});

test('denies a frame that goes between two checks', () => {
  let looks = 0;
  const event = {
    sender: { id: 7 },
    get senderFrame() {
      looks += 1;
      return looks === 1 ? { ...page, origin: 'https://evil.example' } : page;
    },
  };
  expect(findCaller(event, windows).trusted).toBe(false);
});
