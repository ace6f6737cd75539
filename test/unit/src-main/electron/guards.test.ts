import type { DownloadItem } from 'electron';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  denyPermissions,
  externalUrlAllowed,
  guardDownloads,
  guardNavigation,
  openSignInPage,
} from '#main/electron/guards.ts';
import { app, resetElectron, session, shell, WebContents } from '#test/stand-ins/electron.ts';
import { hostileUrls } from './hostile-urls.ts';
import { aLog, type RecordingLog } from './recording-log.ts';

describe('navigation', () => {
  let contents: WebContents;
  let log: RecordingLog;

  beforeEach(() => {
    resetElectron();
    log = aLog();
    guardNavigation(log);
    contents = new WebContents();
    app.emit('web-contents-created', { preventDefault() {} }, contents);
  });

  const navigations = ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const;

  function attempt(event: (typeof navigations)[number], url: string, isMainFrame = true): boolean {
    const preventDefault = vi.fn<() => void>();
    contents.emit(event, { url, isMainFrame, preventDefault });
    return preventDefault.mock.calls.length > 0;
  }

  function openWindow(url: string): unknown {
    const [handler] = contents.setWindowOpenHandler.mock.lastCall ?? [];
    return handler?.({ url } as never);
  }

  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  describe.each(navigations)('%s', (event) => {
    test.each(['app://console/', 'app://console/triage?status=failed', 'app://console/find?id=b-1#x'])(
      'stays on %s',
      (url) => {
        expect(attempt(event, url)).toBe(false);
      },
    );

    test.each([
      'https://docs.aws.amazon.com/',
      'app://console.evil.example/',
      'app://user@console/',
      'blob:app://console/1-2-3',
    ])('denies %j', (url) => {
      expect(attempt(event, url)).toBe(true);
    });

    test('denies a frame inside the page even its own origin', () => {
      expect(attempt(event, 'app://console/', false)).toBe(true);
      expect(log.lines).toEqual([{ level: 'warn', fields: { what: event }, message: 'denied a navigation' }]);
    });
  });

  test.each(['about:blank', 'about:srcdoc', 'https://[', 'chrome-untrusted://terminal/'])(
    'loads the console again where the person was, after %j replaced it',
    (href) => {
      contents.commit('app://console/triage');
      contents.emit(
        'did-navigate-in-page',
        { preventDefault() {} },
        'app://console/triage?status=failed',
        true,
      );
      contents.followLink(href);
      expect(contents.loadURL.mock.calls).toEqual([['app://console/triage?status=failed']]);
      expect(contents.url).toBe('app://console/triage?status=failed');
    },
  );

  test('loads nothing again after an abort, in a frame, or where the console itself does not load', () => {
    const nothing = { preventDefault() {} };
    contents.commit('app://console/triage');
    contents.emit('did-fail-load', nothing, -3, 'ERR_ABORTED', 'https://evil.example/', true);
    contents.emit('did-fail-load', nothing, -300, 'ERR_INVALID_URL', 'about:srcdoc', false);
    contents.emit('did-fail-load', nothing, -2, 'ERR_FAILED', 'app://console/triage', true);
    expect(contents.loadURL).not.toHaveBeenCalled();
  });

  test('a console that cannot be loaded again is logged', async () => {
    contents.loadURL.mockRejectedValueOnce(new Error('ERR_FAILED'));
    contents.followLink('about:blank');
    await vi.waitFor(() => expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'error']));
  });

  test('the developer tools, which have pages of their own, are left where they are', () => {
    const tools = new WebContents();
    tools.getType = () => 'remote';
    app.emit('web-contents-created', { preventDefault() {} }, tools);
    tools.commit('devtools://devtools/bundled/devtools_app.html');
    expect(tools.loadURL).not.toHaveBeenCalled();
  });

  test('denies webviews', () => {
    const preventDefault = vi.fn<() => void>();
    contents.emit('will-attach-webview', { preventDefault }, {}, {});
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  test('opens no window, and hands an allowed address to the system in its checked form', async () => {
    expect(openWindow('HTTPS://DOCS.AWS.AMAZON.COM/sqs')).toEqual({ action: 'deny' });
    expect(shell.openExternal).not.toHaveBeenCalled();
    await settled();
    expect(shell.openExternal.mock.calls).toEqual([['https://docs.aws.amazon.com/sqs']]);
  });

  test('a refused address stays out of the log; it can hold data of a document', () => {
    openWindow('https://evil.example/?secret=1');
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });

  test('a system that cannot open an address is logged', async () => {
    shell.openExternal.mockRejectedValueOnce(new Error('no browser'));
    openWindow('https://docs.aws.amazon.com/');
    await vi.waitFor(() => expect(log.lines.at(-1)?.message).toMatch(/could not open/));
  });
});

describe('downloads', () => {
  const log = aLog();
  const saveDialog = vi.fn<DownloadItem['setSaveDialogOptions']>();

  beforeEach(() => {
    resetElectron();
    log.lines.length = 0;
    guardDownloads(log);
  });

  function isDenied(...chain: string[]): boolean {
    const preventDefault = vi.fn<() => void>();
    saveDialog.mockClear();
    session.defaultSession.emit(
      'will-download',
      { preventDefault },
      { getURLChain: () => chain, getFilename: () => 'batches.csv', setSaveDialogOptions: saveDialog },
    );
    return preventDefault.mock.calls.length > 0;
  }

  test('a file made by the page itself can be saved', () => {
    expect(isDenied('blob:app://console/0d9f-1')).toBe(false);
    expect(log.lines).toEqual([]);
    expect(saveDialog.mock.calls).toEqual([[{ title: 'Save batches.csv' }]]);
  });

  test.each([
    'https://docs.aws.amazon.com/x.zip',
    'app://console/index.html',
    'blob:app://evil/1',
    'data:,x',
  ])('%s cannot, and its address stays out of the log', (url) => {
    expect(isDenied(url)).toBe(true);
    expect(isDenied('blob:app://console/1', url)).toBe(true);
    expect(JSON.stringify(log.lines)).not.toContain(url);
  });
});

describe('permissions', () => {
  beforeEach(resetElectron);

  const { defaultSession } = session;

  test.each([
    'clipboard-read',
    'clipboard-sanitized-write',
    'display-capture',
    'fileSystem',
    'fullscreen',
    'geolocation',
    'local-network-access',
    'media',
    'notifications',
    'openExternal',
    'unknown',
  ] as const)('denies %s, on request and on check', (permission) => {
    denyPermissions();
    const [request] = defaultSession.setPermissionRequestHandler.mock.lastCall ?? [];
    const [check] = defaultSession.setPermissionCheckHandler.mock.lastCall ?? [];
    const decide = vi.fn<(granted: boolean) => void>();
    request?.({} as never, permission, decide, {} as never);
    expect(decide.mock.calls).toEqual([[false]]);
    expect(check?.(null, permission, 'app://console', {} as never)).toBe(false);
  });

  test.each(['hid', 'serial', 'usb'] as const)('denies every %s device', (deviceType) => {
    denyPermissions();
    const [device] = defaultSession.setDevicePermissionHandler.mock.lastCall ?? [];
    expect(device?.({ deviceType, origin: 'app://console', device: {} } as never)).toBe(false);
  });
});

test.each([
  'https://console.aws.amazon.com/',
  'https://console.aws.amazon.com/cloudwatch/home?region=eu-west-1#alarmsV2:',
  'https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/arn:aws:states:x',
  'https://111122223333-abcd1234.eu-west-1.console.aws.amazon.com/sqs/v3/home',
  'https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html',
  'HTTPS://DOCS.AWS.AMAZON.COM/',
  'https://docs.aws.amazon.com:443/',
])('opens %s', (url) => {
  expect(externalUrlAllowed(url)).toBe(true);
});

test.each(hostileUrls)('refuses %j', (url) => {
  expect(externalUrlAllowed(url)).toBe(false);
});

test.each(['app://console/triage', 'sluice://batch/b-1', 'https:docs.aws.amazon.com/'])(
  'refuses %s, which leads somewhere else',
  (url) => {
    expect(externalUrlAllowed(url)).toBe(false);
  },
);

describe('the sign-in page', () => {
  const endpoint = 'https://login.example.com/authorize';
  const opened = shell.openExternal;

  beforeEach(() => void opened.mockClear());

  it('opens the page of the issuer in the system’s browser', async () => {
    await openSignInPage({ address: `${endpoint}?state=a`, endpoint });
    expect(opened).toHaveBeenCalledExactlyOnceWith(`${endpoint}?state=a`);
  });

  it('opens nothing else, whatever an issuer sends', async () => {
    for (const address of [
      'https://attacker.example/authorize',
      'file:///authorize',
      'ms-settings:privacy',
    ]) {
      await expect(openSignInPage({ address, endpoint })).rejects.toThrow('not a sign-in page');
    }
    expect(opened).not.toHaveBeenCalled();
  });

  it('reports if the system opens none', async () => {
    opened.mockRejectedValueOnce(new Error('no handler'));
    await expect(openSignInPage({ address: endpoint, endpoint })).rejects.toThrow('no handler');
  });
});
