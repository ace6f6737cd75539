import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sandboxEveryProcess } from '#main/electron/sandbox.ts';
import { sandboxProblem } from '#main/start/electron-sandbox.ts';
import { parseFlags } from '#main/start/flags.ts';
import { given, resetElectron } from '#test/stand-ins/electron.ts';

const ubuntu = { 'kernel/apparmor_restrict_unprivileged_userns': '1' };

interface Person {
  readonly uid?: number;
  readonly setuid?: string;
  readonly platform?: NodeJS.Platform;
}

function problemOn(
  settings: Record<string, string>,
  { uid = 1000, setuid = '', platform = 'linux' }: Person = {},
): string | undefined {
  return sandboxProblem('/opt/electron/electron', {
    platform,
    uid,
    setting: (name) => settings[name],
    isSetuidRoot: (file) => file === setuid,
  });
}

describe('Electron cannot be sandboxed', () => {
  it.each([
    [ubuntu, 'kernel.apparmor_restrict_unprivileged_userns is 1'],
    [{ 'kernel/unprivileged_userns_clone': '0' }, 'kernel.unprivileged_userns_clone is 0'],
    [{ 'user/max_user_namespaces': '0' }, 'user.max_user_namespaces is 0'],
  ])('on a system with %j, which is named with the way out', (settings, named) => {
    const problem = problemOn(settings);
    expect(problem).toContain(named);
    expect(problem).toMatch(/chrome-sandbox has to belong to root with mode 4755/);
  });

  it('by root, whatever else is set', () => {
    expect(problemOn({}, { uid: 0, setuid: join('/opt/electron', 'chrome-sandbox') })).toContain('as root');
  });

  it('and before the download there is no helper to speak of', () => {
    const problem = sandboxProblem(undefined, { platform: 'linux', uid: 1, setting: () => '1' });
    expect(problem).toContain('is 1. An administrator has to change that.');
  });
});

describe('Electron can be sandboxed', () => {
  it('where nothing forbids it, or the setting is not there', () => {
    expect(problemOn({ 'user/max_user_namespaces': '96365' })).toBeUndefined();
  });

  it('by its helper that belongs to root', () => {
    expect(problemOn(ubuntu, { setuid: join('/opt/electron', 'chrome-sandbox') })).toBeUndefined();
    expect(problemOn(ubuntu, { setuid: join('/opt/electron', 'other') })).toBeDefined();
  });

  it.each(['darwin', 'win32'] as const)('on %s', (platform) => {
    expect(problemOn(ubuntu, { uid: 0, platform })).toBeUndefined();
  });
});

it('what --no-sandbox is told to do instead is something npm start takes', () => {
  resetElectron();
  given.switches.add('no-sandbox');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  sandboxEveryProcess();
  const [, told = ''] = /npm start -- (.*)\n/.exec(String(stderr.mock.calls[0]?.[0])) ?? [];
  expect(parseFlags(told.split(' '))).toMatchObject({ ok: true, flags: { host: 'web' } });
});
