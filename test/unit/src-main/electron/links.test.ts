import { beforeEach, expect, test, vi } from 'vitest';
import { listenForLinks, registerLinks } from '#main/electron/links.ts';
import { app, resetElectron } from '#test/stand-ins/electron.ts';
import { aLog } from './recording-log.ts';

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

test('a second instance whose connection is not opened leaves a line in the log, also before there is one', () => {
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
])('a malformed message %j from a second instance leads nowhere', (message) => {
  listenForLinks(undefined).follow(goTo, aLog());
  secondInstance(message);
  expect(goTo).toHaveBeenLastCalledWith(undefined);
});

test('a link that leads nowhere still opens the console, and its text stays out of the log', () => {
  const log = aLog();
  listenForLinks('sluice://reprocess/secret-id').follow(goTo, log);
  expect(goTo.mock.calls).toEqual([[undefined]]);
  expect(log.lines).toEqual([{ level: 'warn', fields: {}, message: 'ignored a link that leads nowhere' }]);
});

test('whatever follows a registered link on the command line is fenced off by --', () => {
  registerLinks('/app/out/main/electron.js');
  expect(app.setAsDefaultProtocolClient.mock.calls).toEqual([['sluice', process.execPath, ['--']]]);
});

test('an unpackaged Electron is told which script to run', () => {
  vi.stubGlobal('process', Object.assign(Object.create(process), { defaultApp: true }));
  registerLinks('/app/out/main/electron.js');
  vi.unstubAllGlobals();
  expect(app.setAsDefaultProtocolClient.mock.lastCall?.[2]).toEqual(['/app/out/main/electron.js', '--']);
});
