import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WebContents as RealContents } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { openBridgeChannel, type BridgeChannel } from '#main/electron/bridge-channel.ts';
import type { Bridge } from '#shared/contract/contract.ts';
import { aGate } from '#test/builders/a-gate.ts';
import type { GateUnderTest } from '#test/builders/a-gate.ts';
import { noSpend } from '#test/builders/no-spend.ts';
import { contextBridge, invoke, ipcRenderer, resetElectron, WebContents } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';

const preload = fileURLToPath(new URL('../../../../src-main/electron/preload.ts', import.meta.url));
const page = { origin: 'app://console', parent: null, detached: false };
const spend = noSpend;
const stop = vi.fn<() => void>();

let contents: WebContents;
let channel: BridgeChannel;
let under: GateUnderTest;
let loads = 0;

beforeEach(() => {
  resetElectron();
  under = aGate({
    watchers: {
      'spend.watch': (_input, push) => {
        push(spend);
        return stop;
      },
    },
  });
  channel = openBridgeChannel(under.gate, aLog());
  contents = new WebContents();
  channel.admit(contents as unknown as RealContents);
  contents.send.mockImplementation((name, ...values) => void ipcRenderer.emit(name, {}, ...values));
  ipcRenderer.invoke.mockImplementation((name, message: unknown) =>
    invoke(name, { sender: contents, senderFrame: page }, message),
  );
});

/** Each load of a page runs the preload again in a separate world. */
async function loadPage(): Promise<Bridge> {
  loads += 1;
  await import(/* @vite-ignore */ `${preload}?load=${loads}`);
  const [name, api] = contextBridge.exposeInMainWorld.mock.lastCall ?? [];
  expect(name).toBe('bridge');
  return api as Bridge;
}

test('exposes the bridge and nothing else', async () => {
  const bridge = await loadPage();
  expect(contextBridge.exposeInMainWorld).toHaveBeenCalledOnce();
  expect(Object.keys(bridge).toSorted()).toEqual(['call', 'host', 'onNavigate', 'watch']);
  expect(bridge.host).toBe('electron');
});

test('imports nothing but electron, so that it can be one CommonJS file', () => {
  const imports = readFileSync(preload, 'utf8').matchAll(/^import (type )?.*from '(.*)';$/gm);
  const atRunTime = [...imports].filter(([, type]) => type === undefined).map(([, , from]) => from);
  expect(atRunTime).toEqual(['electron']);
});

test('a call goes through the gate and comes back', async () => {
  const bridge = await loadPage();
  expect(await bridge.call('session.current', {})).toMatchObject({ ok: true });
  expect(under.reached).toEqual(['session.current']);
});

test('a call that main cannot answer is a failure, not an exception', async () => {
  const bridge = await loadPage();
  ipcRenderer.invoke.mockRejectedValueOnce(new Error('reply was never sent'));
  expect(await bridge.call('session.current', {})).toMatchObject({
    ok: false,
    failure: { code: 'host-unreachable' },
  });
});

test('a watch receives its values, and only until it is stopped', async () => {
  const bridge = await loadPage();
  const listener = vi.fn<(result: unknown) => void>();
  const unsubscribe = bridge.watch('spend.watch', {}, listener);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith({ ok: true, value: spend }));
  unsubscribe();
  unsubscribe();
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce());
});

test('a refused watch receives the reason', async () => {
  const bridge = await loadPage();
  const listener = vi.fn<(result: unknown) => void>();
  bridge.watch('no.such' as 'spend.watch', {}, listener);
  await vi.waitFor(() =>
    expect(listener).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ok: false, failure: expect.objectContaining({ code: 'unknown-operation' }) }),
    ),
  );
});

test('a push meant for the page before a reload does not reach this one', async () => {
  const before = await loadPage();
  before.watch('spend.watch', {}, vi.fn<() => void>());
  await vi.waitFor(() => expect(contents.send).toHaveBeenCalledOnce());
  const [, late] = contents.send.mock.lastCall ?? [];

  ipcRenderer.removeAllListeners();
  const after = await loadPage();
  const listener = vi.fn<() => void>();
  after.watch('spend.watch', {}, listener);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  ipcRenderer.emit('bridge', {}, late);
  expect(listener).toHaveBeenCalledOnce();
});

test('navigation reaches the page that listens for it', async () => {
  const bridge = await loadPage();
  const listener = vi.fn<(path: string) => void>();
  const off = bridge.onNavigate?.(listener);
  channel.navigate(contents as unknown as RealContents, '/triage');
  off?.();
  channel.navigate(contents as unknown as RealContents, '/review');
  expect(listener.mock.calls).toEqual([['/triage']]);
});

test('navigation that came before the page listened is not lost, and not repeated', async () => {
  const bridge = await loadPage();
  channel.navigate(contents as unknown as RealContents, '/triage');
  const first = vi.fn<(path: string) => void>();
  const second = vi.fn<(path: string) => void>();
  bridge.onNavigate?.(first);
  bridge.onNavigate?.(second);
  expect(first.mock.calls).toEqual([['/triage']]);
  expect(second).not.toHaveBeenCalled();
});
