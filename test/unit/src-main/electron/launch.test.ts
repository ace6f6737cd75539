import { expect, test } from 'vitest';
import { readLaunch } from '#main/electron/launch.ts';

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

test('what comes with a link is never a flag', () => {
  const argv = ['sluice', '--', 'sluice://batch/b-1', '--home', '\\\\evil.example\\share', '--help'];
  expect(readLaunch(argv, false)).toMatchObject({ ok: true, flags: { home: undefined, help: false } });
});

test.each([
  [['sluice', '--read-onyl'], /--read-onyl/],
  [['sluice', '--port', 'x'], /--port/],
  [['sluice', 'stray'], /stray/],
  [['sluice', '--web', '--electron'], /exclude/],
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
