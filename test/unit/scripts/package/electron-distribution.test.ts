import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { findDistribution } from '#scripts/package/electron-distribution.ts';
import type { Wanted } from '#scripts/package/electron-distribution.ts';
import { aHome } from '#test/builders/a-home.ts';

const wanted: Wanted = { version: '45.3.4', platform: 'linux', arch: 'x64' };
const zip = 'electron-v45.3.4-linux-x64.zip';
const theirs = `https://github.com/electron/electron/releases/download/v45.3.4/${zip}`;

const unreachable = (): Promise<number> => {
  throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND github.com') });
};

function around(environment: NodeJS.ProcessEnv = {}, ask: (url: string) => Promise<number> = unreachable) {
  return { environment, ask, platform: 'linux' as const, home: '/home/user' };
}

describe('when Electron cannot be downloaded', () => {
  test('the message names the file, the reason and every way to get it', async () => {
    const found = await findDistribution(wanted, around());
    expect(found.there).toBe(false);
    const { needs } = found as { needs: string };
    expect(needs).toContain('Nothing was packaged');
    expect(needs).toContain(`${theirs} cannot be reached (getaddrinfo ENOTFOUND github.com)`);
    expect(needs).toContain('ELECTRON_MIRROR=');
    expect(needs).toContain('ELECTRON_OVERRIDE_DIST_PATH=');
    // Electron's own downloader names the folder after the address.
    expect(needs).toContain(
      `/home/user/.cache/electron/7a59d5bd370c2958cab00938a19523aad37fb643e4ce440c8a33e5417aa3eb43/${zip}`,
    );
    expect(needs.split('\n').length).toBeLessThan(8);
  });

  test('an address that answers with an error counts as unreachable', async () => {
    const found = await findDistribution(
      wanted,
      around({}, () => Promise.resolve(404)),
    );
    expect(found).toMatchObject({ there: false, needs: expect.stringContaining('answered 404') as string });
  });

  test('a folder without an executable is refused, and the network is not tried instead', async () => {
    const ask = vi.fn<() => Promise<number>>(() => Promise.resolve(200));
    const empty = aHome();
    const found = await findDistribution(wanted, around({ ELECTRON_OVERRIDE_DIST_PATH: empty }, ask));
    expect(found).toMatchObject({ there: false, needs: expect.stringContaining('no electron') as string });
    expect(ask).not.toHaveBeenCalled();
  });
});

test('credentials in the address of a mirror are never printed', async () => {
  const mirror = { ELECTRON_MIRROR: 'https://ci:tok%40en@mirror.example/e/' };
  const answers = [() => Promise.resolve(206), () => Promise.resolve(401), unreachable];
  for (const ask of answers) {
    const told = JSON.stringify(await findDistribution(wanted, around(mirror, ask)));
    expect(told).toContain('https://mirror.example/e/');
    expect(told).not.toContain('tok');
  }
});

describe('when Electron can be found', () => {
  test('uses the address that it will be fetched from', async () => {
    const asked: string[] = [];
    const ask = (url: string): Promise<number> => Promise.resolve(asked.push(url) > 0 ? 206 : 0);
    expect(await findDistribution(wanted, around({}, ask))).toEqual({
      there: true,
      folder: undefined,
      from: theirs,
      version: '45.3.4',
    });
    expect(asked).toEqual([theirs]);
  });

  test.each([
    [{ ELECTRON_MIRROR: 'https://mirror.example/e/' }, `https://mirror.example/e/v45.3.4/${zip}`],
    [
      { ELECTRON_MIRROR: 'https://mirror.example/', ELECTRON_CUSTOM_DIR: '{{ version }}' },
      `https://mirror.example/45.3.4/${zip}`,
    ],
    [
      { npm_config_electron_mirror: 'https://npm.example/', ELECTRON_MIRROR: 'https://other.example/' },
      `https://npm.example/v45.3.4/${zip}`,
    ],
  ])('uses a mirror: %j', async (environment, url) => {
    const found = await findDistribution(
      wanted,
      around(environment, () => Promise.resolve(200)),
    );
    expect(found).toMatchObject({ there: true, from: url });
  });

  test('uses an unpacked folder', async () => {
    const folder = aHome();
    writeFileSync(join(folder, 'electron'), '');
    writeFileSync(join(folder, 'version'), 'v45.3.4\n');
    const found = await findDistribution(wanted, around({ ELECTRON_OVERRIDE_DIST_PATH: folder }));
    expect(found).toEqual({ there: true, folder, from: folder, version: '45.3.4' });
  });

  test.each([['33.2.1'], [undefined]])('a folder with version %s is for tests only', async (version) => {
    const folder = aHome();
    writeFileSync(join(folder, 'electron'), '');
    if (version !== undefined) writeFileSync(join(folder, 'version'), version);
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: folder };
    const refused = await findDistribution(wanted, around(environment));
    expect(refused).toMatchObject({
      there: false,
      needs: expect.stringContaining(
        `which is Electron ${version ?? 'of unknown version'}; --for-tests packs it`,
      ) as string,
    });
    expect(await findDistribution({ ...wanted, forTests: true }, around(environment))).toMatchObject({
      there: true,
      folder,
    });
  });

  test('uses a cached copy without a request', async () => {
    const cache = aHome();
    const environment = { XDG_CACHE_HOME: cache };
    const { needs } = (await findDistribution(wanted, around(environment))) as { needs: string };
    const place = needs.match(/as (.+\.zip)$/m)?.[1] ?? '';
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, '');
    expect(await findDistribution(wanted, around(environment))).toEqual({
      there: true,
      folder: undefined,
      from: place,
      version: '45.3.4',
    });
  });

  test('behind a proxy no request is made in advance', async () => {
    expect(await findDistribution(wanted, around({ ELECTRON_GET_USE_PROXY: '1' }))).toMatchObject({
      there: true,
      from: theirs,
    });
  });
});

test.each([
  ['darwin', 'arm64', {}, '/home/user/Library/Caches/electron/'],
  ['win32', 'x64', { LOCALAPPDATA: '/local' }, '/local/electron/Cache/'],
] as const)('finds the cache of %s', async (platform, arch, environment, cache) => {
  const found = await findDistribution(
    { ...wanted, platform, arch },
    { environment, platform, home: '/home/user', ask: unreachable },
  );
  expect(found).toMatchObject({ there: false, needs: expect.stringContaining(cache) as string });
  expect(found).toMatchObject({
    needs: expect.stringContaining(`electron-v45.3.4-${platform}-${arch}.zip`) as string,
  });
});
