import { expect, test } from 'vitest';
import { debugSwitches, debugSwitchRefusal, findDebugSwitch } from '#main/electron/debug-switches.ts';
import { readLaunch } from '#main/electron/launch.ts';

const none = { hasSwitch: () => false };

test('an ordinary start has none', () => {
  expect(findDebugSwitch(none)).toBeUndefined();
});

test.each(debugSwitches)('--%s is found', (name) => {
  expect(findDebugSwitch({ hasSwitch: (asked) => asked === name })).toBe(name);
});

// Chromium takes a switch after one hyphen and, on Windows, after a slash, too. The flags do not.
test.each(debugSwitches.filter((name) => name !== 'no-sandbox'))(
  '--%s is no flag of ours, either',
  (name) => {
    for (const written of [`--${name}`, `--${name}=1`, `-${name}`, `/${name}`, `--${name.toUpperCase()}`]) {
      expect(readLaunch(['sluice', written], false)).toMatchObject({ ok: false, exitCode: 2 });
      expect(readLaunch(['sluice', '--home', '/h', written], false).ok).toBe(false);
    }
  },
);

test.each([
  'enable-features=x',
  'disable-features=x',
  'user-data-dir=/x',
  'type=renderer',
  'no-zygote',
  'proxy-bypass-list=*',
])('--%s is refused like every flag that nobody knows', (written) => {
  expect(readLaunch(['sluice', `--${written}`], false)).toMatchObject({ ok: false, exitCode: 2 });
});

test('the one that an AppImage adds by itself comes with what helps', () => {
  expect(debugSwitchRefusal('no-sandbox')).toMatch(/^Sluice does not run with --no-sandbox\..*\.deb/);
  expect(debugSwitchRefusal('inspect')).toBe('Sluice does not run with --inspect.');
});
