import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pages } from '#shared/domain/screens.ts';
import { listenForLinks } from '#main/electron/launch.ts';
import { app, BrowserWindow, shell } from '#test/stand-ins/electron.ts';
import { aGuardedDesktop } from './guarded-desktop.ts';
import type { GuardedDesktop } from './guarded-desktop.ts';
import { hostileLinks } from './hostile-links.ts';
import { aLog } from './recording-log.ts';

let desktop: GuardedDesktop;

beforeEach(() => {
  desktop = aGuardedDesktop();
});

const nothing = { preventDefault() {} };
const contents = () => desktop.window.webContents;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a deep link never acts', () => {
  const paths = new Set<string>(pages.map(({ path }) => path));
  /** Some ids look like actions, because a link's content may only be looked up and never executed. */
  const ids = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:@+=-]{0,40}$/),
    fc.constantFrom('reprocess', 'redrive', 'plan.start', 'session.actAs', 'b-1', '__proto__'),
  );
  const kinds = fc.constantFrom(
    'batch',
    'document',
    'execution',
    'queue',
    'page',
    'call',
    'plan',
    'connection',
  );
  const tails = fc.oneof(
    fc.constant(''),
    fc.constant('/'),
    fc.string(),
    fc.webPath(),
    fc.webQueryParameters(),
  );
  const links = fc.oneof(
    fc.tuple(kinds, ids, tails).map(([kind, id, tail]) => `sluice://${kind}/${id}${tail}`),
    fc.constantFrom(...pages).map(({ path }) => `sluice://page${path}`),
    fc.string({ unit: 'binary' }).map((text) => `sluice:${text}`),
    fc.webUrl().map((url) => url.replace(/^https?/, 'sluice')),
    fc.constantFrom(...hostileLinks),
  );

  function isKnownPlace(path: string): boolean {
    if (paths.has(path)) return true;
    const [, id] = /^\/find\?id=([^&#]+)(?:&as=(?:batch|document|execution))?$/.exec(path) ?? [];
    return id !== undefined && /^[A-Za-z0-9][A-Za-z0-9._:@+=-]{0,255}$/.test(decodeURIComponent(id));
  }

  test('its one effect is a page of the console in its window, by every route', async () => {
    let led = 0;
    await fc.assert(
      fc.asyncProperty(links, fc.constantFrom(0, 1, 2), fc.boolean(), async (link, how, loading) => {
        contents().send.mockClear();
        contents().loadURL.mockClear();
        contents().loading = loading;
        if (how === 0) app.emit('open-url', nothing, link);
        else app.emit('second-instance', nothing, [], '/', { given: how === 1 ? [link] : ['--', link] });
        await settled();

        const told = contents().send.mock.calls.map(
          ([, message]) => (message as { navigate: string }).navigate,
        );
        const loaded = contents().loadURL.mock.calls.map(([url]) => url.replace('app://console', ''));
        const went = [...told, ...loaded];
        led += went.length;
        expect(went.length).toBeLessThanOrEqual(1);
        expect(went.filter((path) => !isKnownPlace(path))).toEqual([]);
        expect(
          contents().send.mock.calls.filter(([, message]) => Object.keys(message as object).length !== 1),
        ).toEqual([]);
        expect(desktop.window.loadURL).not.toHaveBeenCalled();
        expect(shell.openExternal).not.toHaveBeenCalled();
        expect(BrowserWindow.all).toEqual([desktop.window]);
        // The link itself causes no command and no read. The page makes its usual requests later.
        expect(desktop.under.reached).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(led).toBeGreaterThan(100);
  });

  test('one that comes before there is a window opens it at that page', () => {
    const later = vi.fn<(path?: string) => void>();
    const early = listenForLinks(undefined);
    app.emit('open-url', nothing, 'sluice://call/plan.start');
    app.emit('open-url', nothing, 'sluice://batch/b-1');
    early.follow(later, aLog());
    expect(later.mock.calls).toEqual([['/find?id=b-1&as=batch']]);
    expect(desktop.under.reached).toEqual([]);
  });
});
