import { beforeEach, expect, test, vi } from 'vitest';
import { guardDownloads } from '#main/electron/download-guard.ts';
import { resetElectron, session } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';

const log = aLog();

beforeEach(() => {
  resetElectron();
  log.lines.length = 0;
  guardDownloads(log);
});

function isDenied(...chain: string[]): boolean {
  const preventDefault = vi.fn<() => void>();
  session.defaultSession.emit('will-download', { preventDefault }, { getURLChain: () => chain });
  return preventDefault.mock.calls.length > 0;
}

test('what the page made itself can be saved', () => {
  expect(isDenied('blob:app://console/0d9f-1')).toBe(false);
  expect(log.lines).toEqual([]);
});

test.each(['https://docs.aws.amazon.com/x.zip', 'app://console/index.html', 'blob:app://evil/1', 'data:,x'])(
  '%s cannot, and its address stays out of the log',
  (url) => {
    expect(isDenied(url)).toBe(true);
    expect(isDenied('blob:app://console/1', url)).toBe(true);
    expect(JSON.stringify(log.lines)).not.toContain(url);
  },
);
