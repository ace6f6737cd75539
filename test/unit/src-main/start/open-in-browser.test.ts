import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deletePagesOfOtherStarts, openInBrowser, signInPageOpener } from '#main/start/open-in-browser.ts';
import { aHome } from '#test/builders/a-home.ts';

describe('the page that opens', () => {
  const address = 'http://127.0.0.1:4100/#token=S3CRET';
  const on = { environment: { DISPLAY: ':0' }, platform: 'linux' } as const;

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function opened(home: string): { url: string; page: string } {
    const urls: string[] = [];
    openInBrowser({ address, home, ...on, open: (url) => void urls.push(url) });
    expect(urls).toHaveLength(1);
    const [url = ''] = urls;
    return { url, page: fileURLToPath(url) };
  }

  it('has no token in its address, which shows in the process list', () => {
    const home = aHome();
    const { url, page } = opened(home);
    expect(url).toMatch(/^file:\/\/\/.*\.html$/);
    expect(url).not.toContain('S3CRET');
    expect(page.startsWith(home)).toBe(true);
  });

  it('leads to the console’s address and is private to its owner', () => {
    const { page } = opened(aHome());
    expect(readFileSync(page, 'utf8')).toContain(`<meta http-equiv="refresh" content="0;url=${address}">`);
    const others = process.platform === 'win32' ? 0o066 : 0;
    expect(statSync(page).mode & 0o077).toBe(others);
  });

  it('is not written into a leftover that others can read', () => {
    const home = aHome();
    chmodSync(opened(home).page, 0o666);
    const others = process.platform === 'win32' ? 0o066 : 0;
    expect(statSync(opened(home).page).mode & 0o077).toBe(others);
  });

  it('is deleted after half a minute', () => {
    const { page } = opened(aHome());
    vi.advanceTimersByTime(29_000);
    expect(existsSync(page)).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(existsSync(page)).toBe(false);
  });

  it('is deleted when the console ends', () => {
    const before = process.listeners('exit');
    const { page } = opened(aHome());
    const remove = process.listeners('exit').find((listener) => !before.includes(listener));
    remove?.(0);
    expect(existsSync(page)).toBe(false);
  });

  it('is not deleted for the sake of an earlier one', () => {
    const home = aHome();
    const before = process.listenerCount('exit');
    openInBrowser({ address: `${address}1`, home, ...on, open: () => {} });
    vi.advanceTimersByTime(20_000);
    const { page } = opened(home);
    vi.advanceTimersByTime(20_000);
    expect(existsSync(page)).toBe(true);
    vi.advanceTimersByTime(11_000);
    expect(existsSync(page)).toBe(false);
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('of a start that ends at once is left to the console that answered it', () => {
    const home = aHome();
    const before = process.listeners('exit');
    const deletePagesOf = deletePagesOfOtherStarts(home);
    const atExit = process.listeners('exit').find((listener) => !before.includes(listener));
    const open = (): string => {
      const listeners = process.listenerCount('exit');
      let url = '';
      openInBrowser({ address, home, ...on, endsAtOnce: true, open: (given) => (url = given) });
      expect(process.listenerCount('exit')).toBe(listeners);
      return fileURLToPath(url);
    };

    deletePagesOf(address);
    const first = open();
    vi.advanceTimersByTime(29_000);
    expect(existsSync(first)).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(existsSync(first)).toBe(false);

    deletePagesOf(address);
    const second = open();
    const ofAnother = join(home, 'open-1.html');
    writeFileSync(ofAnother, readFileSync(second, 'utf8').replaceAll('S3CRET', 'OTHER'));
    atExit?.(0);
    expect([existsSync(second), existsSync(ofAnother)]).toEqual([false, true]);
  });

  it('is skipped with a message if the home folder cannot be written', () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const open = vi.fn<(url: string) => void>();
    openInBrowser({ address, home: join(aHome(), 'gone'), ...on, open });
    expect(open).not.toHaveBeenCalled();
    expect(String(stderr.mock.calls[0]?.[0])).toMatch(
      /^No browser could be opened \(ENOENT.*open the address yourself/,
    );
  });

  it('is neither opened nor written without a display', () => {
    const home = aHome();
    const open = vi.fn<(url: string) => void>();
    openInBrowser({ address, home, environment: {}, platform: 'linux', open });
    expect(open).not.toHaveBeenCalled();
    expect(readdirSync(home)).toEqual([]);
  });
});

const endpoint = 'https://login.example.com/authorize';
const page = { address: `${endpoint}?state=a`, endpoint };

function anOpener(home: string | undefined, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv = {}) {
  const open = vi.fn<typeof openInBrowser>();
  const said: string[] = [];
  const opener = signInPageOpener({ home, platform, environment, open, say: (text) => void said.push(text) });
  return { opener, open, said };
}

it('opens the page by way of the home folder, if there is a browser', async () => {
  for (const [platform, environment] of [
    ['darwin', {}],
    ['win32', {}],
    ['linux', { DISPLAY: ':0' }],
  ] as const) {
    const { opener, open, said } = anOpener('home', platform, environment);
    await opener(page);
    expect(open).toHaveBeenCalledExactlyOnceWith({ address: page.address, home: 'home' });
    expect(said).toEqual([]);
  }
});

it('prints the address if there is none, or none is wanted', async () => {
  for (const { opener, open, said } of [anOpener('home', 'linux'), anOpener(undefined, 'darwin')]) {
    await opener(page);
    expect(open).not.toHaveBeenCalled();
    expect(said.join('')).toContain(`\n${page.address}\n`);
  }
});

it('neither opens nor prints an address that is not a sign-in page', async () => {
  const { opener, open, said } = anOpener('home', 'darwin');
  await expect(opener({ address: 'file:///etc/passwd', endpoint })).rejects.toThrow('not a sign-in page');
  expect([open.mock.calls, said]).toEqual([[], []]);
});
