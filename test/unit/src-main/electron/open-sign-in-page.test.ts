import { beforeEach, expect, it } from 'vitest';
import { openSignInPage } from '#main/electron/open-sign-in-page.ts';
import { shell } from '#test/stand-ins/electron.ts';

const endpoint = 'https://login.example.com/authorize';
const opened = shell.openExternal;

beforeEach(() => void opened.mockClear());

it('opens the page of the issuer in the system’s browser', async () => {
  await openSignInPage({ address: `${endpoint}?state=a`, endpoint });
  expect(opened).toHaveBeenCalledExactlyOnceWith(`${endpoint}?state=a`);
});

it('opens nothing else, whatever an issuer says', async () => {
  for (const address of ['https://attacker.example/authorize', 'file:///authorize', 'ms-settings:privacy']) {
    await expect(openSignInPage({ address, endpoint })).rejects.toThrow('no page to sign in at');
  }
  expect(opened).not.toHaveBeenCalled();
});

it('says so where the system opens none', async () => {
  opened.mockRejectedValueOnce(new Error('no handler'));
  await expect(openSignInPage({ address: endpoint, endpoint })).rejects.toThrow('no handler');
});
