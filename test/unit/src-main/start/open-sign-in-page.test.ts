import { expect, it, vi } from 'vitest';
import type { openInBrowser } from '#main/start/open-in-browser.ts';
import { signInPageOpener } from '#main/start/open-sign-in-page.ts';

const endpoint = 'https://login.example.com/authorize';
const page = { address: `${endpoint}?state=a`, endpoint };

function anOpener(home: string | undefined, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv = {}) {
  const open = vi.fn<typeof openInBrowser>();
  const said: string[] = [];
  const opener = signInPageOpener({ home, platform, environment, open, say: (text) => void said.push(text) });
  return { opener, open, said };
}

it('opens the page by way of the home folder, where there is a browser', async () => {
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

it('says the address where there is none, or none is wanted', async () => {
  for (const { opener, open, said } of [anOpener('home', 'linux'), anOpener(undefined, 'darwin')]) {
    await opener(page);
    expect(open).not.toHaveBeenCalled();
    expect(said.join('')).toContain(`\n${page.address}\n`);
  }
});

it('neither opens nor says what is no page to sign in at', async () => {
  const { opener, open, said } = anOpener('home', 'darwin');
  await expect(opener({ address: 'file:///etc/passwd', endpoint })).rejects.toThrow('no page to sign in at');
  expect([open.mock.calls, said]).toEqual([[], []]);
});
