import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  debugSwitches,
  debugSwitchRefusal,
  findDebugSwitch,
  listenForLinks,
  pathOfLink,
  readLaunch,
  registerLinks,
} from '#main/electron/launch.ts';
import { aHome } from '#test/builders/a-home.ts';
import { app, resetElectron } from '#test/stand-ins/electron.ts';
import { hostileLinks } from './hostile-links.ts';
import { aLog } from './recording-log.ts';

test.each([
  ['by path', ['electron', 'out/main/electron.js', '--home', '/h'], true],
  ['by path, after switches', ['electron', '--inspect=0', '--no-sandbox', '.', '--home', '/h'], true],
  ['by path, after a required module', ['electron', '-r', './loader.js', '.', '--home=/h'], true],
  ['packaged', ['sluice', '--home', '/h'], false],
  ['packaged, on Wayland', ['sluice', '--ozone-platform-hint=auto', '--home', '/h'], false],
])('finds its own flags when started %s', (_how, argv, startedByPath) => {
  expect(readLaunch(argv, startedByPath)).toMatchObject({ ok: true, flags: { home: '/h' }, link: undefined });
});

test.each([
  ['packaged', ['sluice', 'sluice://batch/b-1'], false],
  ['packaged, as registered', ['sluice', '--', 'sluice://batch/b-1'], false],
  ['by path', ['electron', '.', '--', 'SLUICE://batch/b-1'], true],
])('takes a link when started %s', (_how, argv, startedByPath) => {
  expect(readLaunch(argv, startedByPath)).toMatchObject({
    ok: true,
    link: expect.stringMatching(/^sluice:\/\/batch\/b-1$/i),
  });
});

test('the contents of a link are never a flag', () => {
  const argv = ['sluice', '--', 'sluice://batch/b-1', '--home', '\\\\evil.example\\share', '--help'];
  expect(readLaunch(argv, false)).toMatchObject({ ok: true, flags: { home: undefined, help: false } });
});

test.each([
  [['sluice', '--read-onyl'], /--read-onyl/],
  [['sluice', '--port', 'x'], /--port/],
  [['sluice', 'stray'], /stray/],
  [['sluice', '--web', '--electron'], /Use either --web or --electron/],
  [['sluice', '--disable-web-security'], /--disable-web-security/],
])('refuses %j', (argv, problem) => {
  expect(readLaunch(argv, false)).toEqual({ ok: false, exitCode: 2, text: expect.stringMatching(problem) });
});

test('--help is not an error', () => {
  expect(readLaunch(['sluice', '--help'], false)).toMatchObject({ ok: false, exitCode: 0 });
});

test('an Electron without an app has no flags to read', () => {
  expect(readLaunch(['electron', '--inspect'], true)).toMatchObject({ ok: true, given: [] });
});

describe('links', () => {
  beforeEach(resetElectron);

  const goTo = vi.fn<(path?: string) => void>();
  const nothing = { preventDefault() {} };

  function secondInstance(additionalData: unknown, argv: string[] = []): void {
    app.emit('second-instance', nothing, argv, '/', additionalData);
  }

  test('the link the app was started with is followed once there is a console', () => {
    listenForLinks('sluice://batch/b-1').follow(goTo, aLog());
    expect(goTo.mock.calls).toEqual([['/find?id=b-1&as=batch']]);
  });

  test('without a link the console simply opens', () => {
    listenForLinks(undefined).follow(goTo, aLog());
    expect(goTo.mock.calls).toEqual([[undefined]]);
  });

  test('a link that macOS hands over before ready is kept, and its default is prevented', () => {
    const links = listenForLinks(undefined);
    const preventDefault = vi.fn<() => void>();
    app.emit('open-url', { preventDefault }, 'sluice://page/triage');
    links.follow(goTo, aLog());
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(goTo.mock.calls).toEqual([['/triage']]);
  });

  test('a second instance hands its link over in additionalData', () => {
    listenForLinks(undefined).follow(goTo, aLog());
    secondInstance({ given: ['--', 'sluice://document/d-9'] });
    expect(goTo).toHaveBeenLastCalledWith('/find?id=d-9&as=document');
  });

  test('a second instance without a link only brings the window to the front', () => {
    listenForLinks(undefined).follow(goTo, aLog());
    secondInstance({ given: [] });
    expect(goTo).toHaveBeenLastCalledWith(undefined);
  });

  test('a second instance whose connection is not opened leaves a line in the log, even before there is one', () => {
    const log = aLog();
    const links = listenForLinks(undefined);
    secondInstance({ given: ['--connection', 'early'] });
    links.follow(goTo, log);
    secondInstance({ given: ['--connection', 'staging'] });
    secondInstance({ given: ['--', '--connection', 'fenced-off'] });
    expect(log.lines.map(({ level, fields }) => ({ level, ...fields }))).toEqual([
      { level: 'warn', connection: 'early' },
      { level: 'warn', connection: 'staging' },
    ]);
    expect(goTo).toHaveBeenLastCalledWith(undefined);
  });

  test("Chromium's reordered argv is not read", () => {
    listenForLinks(undefined).follow(goTo, aLog());
    secondInstance({ given: [] }, ['sluice', 'sluice://batch/b-1']);
    expect(goTo).toHaveBeenLastCalledWith(undefined);
  });

  test.each([
    undefined,
    null,
    'sluice://batch/b-1',
    7,
    [],
    {},
    { given: 'sluice://batch/b-1' },
    { given: [1, {}] },
  ])('a malformed message %j from a second instance does nothing', (message) => {
    listenForLinks(undefined).follow(goTo, aLog());
    secondInstance(message);
    expect(goTo).toHaveBeenLastCalledWith(undefined);
  });

  test('an invalid link still opens the console, and its text stays out of the log', () => {
    const log = aLog();
    listenForLinks('sluice://reprocess/secret-id').follow(goTo, log);
    expect(goTo.mock.calls).toEqual([[undefined]]);
    expect(log.lines).toEqual([{ level: 'warn', fields: {}, message: 'ignored a link that leads nowhere' }]);
  });

  test('everything after a registered link on the command line is fenced off by --', () => {
    registerLinks('/app/out/main/electron.js', 'win32');
    expect(app.setAsDefaultProtocolClient.mock.calls).toEqual([['sluice', process.execPath, ['--']]]);
  });

  test('an unpackaged Electron gets the script to run', () => {
    vi.stubGlobal('process', Object.assign(Object.create(process), { defaultApp: true }));
    registerLinks('/app/out/main/electron.js', 'win32');
    vi.unstubAllGlobals();
    expect(app.setAsDefaultProtocolClient.mock.lastCall?.[2]).toEqual(['/app/out/main/electron.js', '--']);
  });

  test("on Linux the console does not wait for the desktop's program, which may hang", async () => {
    const folder = aHome();
    const told = join(folder, 'told');
    const script = `#!/bin/sh\necho "$@" > '${told}.part' && mv '${told}.part' '${told}'\nexec sleep 5\n`;
    writeFileSync(join(folder, 'xdg-settings'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
    vi.stubEnv('CHROME_DESKTOP', 'sluice.desktop');
    registerLinks('/app/out/main/electron.js', 'linux');
    vi.unstubAllEnvs();
    await vi.waitFor(() => expect(existsSync(told)).toBe(true), 10_000);
    expect(readFileSync(told, 'utf8')).toBe('set default-url-scheme-handler sluice sluice.desktop\n');
    expect(app.setAsDefaultProtocolClient).not.toHaveBeenCalled();
  });
});

const arn = 'arn:aws:states:eu-west-1:111122223333:execution:extraction:b-0001_run-2';

test.each([
  ['sluice://batch/b-0001', '/find?id=b-0001&as=batch'],
  ['sluice://batch/b-0001/', '/find?id=b-0001&as=batch'],
  ['SLUICE://batch/b-0001', '/find?id=b-0001&as=batch'],
  ['sluice://document/D.2024_11-20@eu', '/find?id=D.2024_11-20%40eu&as=document'],
  ['sluice://queue/doc-extract-dlq', '/find?id=doc-extract-dlq'],
  [`sluice://execution/${arn}`, `/find?id=${encodeURIComponent(arn)}&as=execution`],
  [`sluice://execution/${encodeURIComponent(arn)}`, `/find?id=${encodeURIComponent(arn)}&as=execution`],
  [
    'sluice://open?in=sandbox&page=triage&tenant=t&batch=b-1',
    '/open?in=sandbox&page=triage&tenant=t&batch=b-1',
  ],
  ['sluice://open/?page=costs&in=sandbox', '/open?in=sandbox&page=costs'],
  ['sluice://page/triage', '/triage'],
  ['sluice://page/dead-letters', '/dead-letters'],
  ['sluice://page/settings/', '/settings'],
])('%s opens %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path);
});

test.each(hostileLinks)('%j opens nothing', (link) => {
  expect(pathOfLink(link)).toBeUndefined();
});

test('no link can name anything but a page or a search', () => {
  const paths = ['batch', 'document', 'execution', 'queue'].map((kind) =>
    pathOfLink(`sluice://${kind}/x=1@a:b`),
  );
  const search = '/find?id=x%3D1%40a%3Ab';
  const as = ['&as=batch', '&as=document', '&as=execution', ''];
  expect(paths).toEqual(as.map((kind) => search + kind));
});

const none = { hasSwitch: () => false };

test('an ordinary start has none', () => {
  expect(findDebugSwitch(none)).toBeUndefined();
});

test.each(debugSwitches)('--%s is found', (name) => {
  expect(findDebugSwitch({ hasSwitch: (asked) => asked === name })).toBe(name);
});

/** Electron's main delegate, its crash reporter and its schemes put these on the command line of every start. */
const addedByElectron = [
  'allow-file-access-from-files',
  'enable-avfoundation',
  'disable-gpu-memory-buffer-compositor-resources',
  'disable-gpu',
  'enable-sandbox',
  'enable-crashpad',
  'enable-crash-reporter',
  'user-data-dir',
  'lang',
  'ozone-platform',
  'enable-features',
  'disable-features',
  'original-process-start-time',
  'standard-schemes',
  'secure-schemes',
  'bypasscsp-schemes',
  'cors-schemes',
  'fetch-schemes',
  'service-worker-schemes',
  'streaming-schemes',
  'code-cache-schemes',
];

test('no switch that Electron adds itself ends the start', () => {
  const electrons = new Set(addedByElectron);
  expect(debugSwitches.filter((name) => electrons.has(name))).toEqual([]);
  expect(findDebugSwitch({ hasSwitch: (name) => electrons.has(name) })).toBeUndefined();
});

test('a person who gives the switch for file access is still refused', () => {
  expect(readLaunch(['sluice', '--allow-file-access-from-files'], false)).toMatchObject({
    ok: false,
    exitCode: 2,
    text: expect.stringContaining('--allow-file-access-from-files'),
  });
});

// Chromium accepts a switch after a single hyphen and, on Windows, after a slash. The console's own flags do
// not.
test.each(debugSwitches.filter((name) => name !== 'no-sandbox'))('--%s is not our flag, either', (name) => {
  for (const written of [`--${name}`, `--${name}=1`, `-${name}`, `/${name}`, `--${name.toUpperCase()}`]) {
    expect(readLaunch(['sluice', written], false)).toMatchObject({ ok: false, exitCode: 2 });
    expect(readLaunch(['sluice', '--home', '/h', written], false).ok).toBe(false);
  }
});

test.each([
  'enable-features=x',
  'disable-features=x',
  'user-data-dir=/x',
  'type=renderer',
  'no-zygote',
  'proxy-bypass-list=*',
])('--%s is refused like every unknown flag', (written) => {
  expect(readLaunch(['sluice', `--${written}`], false)).toMatchObject({ ok: false, exitCode: 2 });
});

test('the one that an AppImage adds automatically comes with advice', () => {
  expect(debugSwitchRefusal('no-sandbox')).toMatch(/^Sluice does not run with --no-sandbox\..*\.deb/);
  expect(debugSwitchRefusal('inspect')).toBe('Sluice does not run with --inspect.');
});
