import { expect, test } from 'vitest';
import { callerOf } from '#main/electron/trusted-frame.ts';
import type { FrameSender } from '#main/electron/trusted-frame.ts';

const windows = new Set([7]);
const page = { origin: 'app://console', parent: null, detached: false };

test('trusts the main frame of a known window', () => {
  expect(callerOf({ sender: { id: 7 }, senderFrame: page }, windows)).toEqual({
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
  expect(callerOf(event, windows)).toEqual({ trusted: false, why: expect.stringMatching(why) });
});

test('denies a frame that is disposed of while it is being checked', () => {
  const senderFrame = {
    ...page,
    get origin(): string {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  };
  expect(callerOf({ sender: { id: 7 }, senderFrame }, windows).trusted).toBe(false);
});

test('denies when the frame goes between two looks at it', () => {
  let looks = 0;
  const event = {
    sender: { id: 7 },
    get senderFrame() {
      looks += 1;
      return looks === 1 ? { ...page, origin: 'https://evil.example' } : page;
    },
  };
  expect(callerOf(event, windows).trusted).toBe(false);
});
