import { describe, expect, test } from 'vitest';
import { allCommands, availableCommands } from '#renderer/app/commands/all-commands.ts';
import type { CommandContext } from '#renderer/app/commands/command.ts';
import { shortcutGroups } from '#renderer/app/shortcuts/shortcut-list.tsx';
import { pages } from '#renderer/app/pages.ts';
import { settingsTabs } from '#renderer/features/settings/settings-tabs.ts';
import { aCommandContext } from '#test/builders/a-command.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const staging = aConnectionSummary({
  id: 'staging',
  name: 'Staging',
  kind: 'aws',
  environment: 'staging',
  region: 'eu-west-1',
  accountId: '111122223333',
});

function run(id: string, { context, did } = aCommandContext()) {
  const command = allCommands(context).find((candidate) => candidate.id === id);
  command?.run(context);
  return did;
}

describe('the unlocked time', () => {
  const production = { ...staging, environment: 'production' as const, unlockable: true };
  const writing = { until: '2026-11-20T14:30:00.000Z', reason: 'INC-1' };

  test.each([
    [
      'production that is locked',
      aSession({ connection: { ...production, readOnly: true } }),
      ['writing/unlock'],
    ],
    [
      'production that is unlocked',
      aSession({ connection: production, writing }),
      ['writing/extend', 'writing/lock'],
    ],
    ['staging', aSession({ connection: staging }), []],
    ['what its entry keeps read-only', aSession({ connection: { ...staging, readOnly: true } }), []],
  ])('on %s', (_, session, offered) => {
    const { context } = aCommandContext({ session });
    const ids = availableCommands(context).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('writing/'))).toEqual(offered);
  });

  test('is requested in a dialog, and ended at once', () => {
    expect(run('writing/unlock')).toEqual([['askToUnlock']]);
    expect(run('writing/extend')).toEqual([['askToUnlock']]);
    expect(run('writing/lock')).toEqual([['lock']]);
  });
});

describe('the list of commands', () => {
  const { context } = aCommandContext({ connections: [aConnectionSummary(), staging] });
  const commands = allCommands(context);

  test('has unique ids', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  });

  test('has no shortcut twice, and none that starts another', () => {
    const shortcuts = commands.flatMap(({ shortcut }) => shortcut ?? []);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    for (const one of shortcuts) {
      expect(shortcuts.filter((other) => other.startsWith(`${one} `))).toEqual([]);
    }
  });

  test('has a command and a letter after G for every page', () => {
    expect(pages.map(({ path }) => commands.find(({ id }) => id === `go${path}`)?.shortcut)).toEqual([
      'G T',
      'G I',
      'G N',
      'G R',
      'G D',
      'G L',
      'G W',
      'G C',
      'G M',
      'G E',
      'G A',
      'G H',
      'G S',
    ]);
  });

  test('has every shortcut on the sheet', () => {
    const listed = shortcutGroups(commands, true).flatMap(({ entries }) =>
      entries.flatMap(({ keys }) => keys),
    );
    expect(listed).toEqual(expect.arrayContaining(commands.flatMap(({ shortcut }) => shortcut ?? [])));
  });
});

test('the sheet leaves out the keys that are off', () => {
  const { context } = aCommandContext();
  const listed = shortcutGroups(allCommands(context), false).flatMap(({ entries }) =>
    entries.flatMap(({ keys }) => keys),
  );
  expect(listed).toContain('Mod+K');
  expect(listed).toContain('Escape');
  expect(listed.filter((keys) => keys === '?' || keys.startsWith('G '))).toEqual([]);
});

test('the open connection can be checked from anywhere, except the sandbox', () => {
  const titles = (context: CommandContext) => availableCommands(context).map(({ title }) => title);
  expect(titles(aCommandContext().context)).not.toContain('Check connection');
  const onStaging = aCommandContext({ session: aSession({ connection: staging }) });
  expect(titles(onStaging.context)).toContain('Check connection');
  expect(run('check-connection', onStaging)).toEqual([['checkConnection']]);
});

describe('the sandbox', () => {
  const titles = (context: CommandContext) =>
    availableCommands(context)
      .filter(({ section }) => section === 'Sandbox')
      .map(({ title }) => title);

  test('can be paused or resumed, depending on its state, and both while the state is unknown', () => {
    expect(titles(aCommandContext().context)).toEqual([
      'Pause live traffic',
      'Resume live traffic',
      'Reset sandbox…',
    ]);
    expect(titles(aCommandContext({ trafficIsPaused: true }).context)).toEqual([
      'Resume live traffic',
      'Reset sandbox…',
    ]);
    expect(titles(aCommandContext({ trafficIsPaused: false }).context)).toEqual([
      'Pause live traffic',
      'Reset sandbox…',
    ]);
  });

  test('is unavailable while an account is open', () => {
    expect(titles(aCommandContext({ session: aSession({ connection: staging }) }).context)).toEqual([]);
  });

  test('gets the command', () => {
    expect(run('sandbox/traffic/pause')).toEqual([['setTraffic', true]]);
    expect(run('sandbox/traffic/resume')).toEqual([['setTraffic', false]]);
    expect(run('sandbox/reset')).toEqual([['askToResetSandbox']]);
  });
});

describe('commands', () => {
  test('go to a page', () => {
    expect(run('go/dead-letters')).toEqual([['goTo', '/dead-letters']]);
  });

  test('change the theme', () => {
    expect(run('theme/light')).toEqual([['savePreferences', { theme: 'light' }]]);
  });

  test('open a connection', () => {
    expect(run('connection/staging', aCommandContext({ connections: [staging] }))).toEqual([
      ['openConnection', 'staging'],
    ]);
  });

  test('act as another person', () => {
    expect(run('persona/admin')).toEqual([['actAs', 'admin']]);
  });
});

describe('the offered commands', () => {
  test('leave out the current connection, person and theme', () => {
    const { context } = aCommandContext({ connections: [aConnectionSummary(), staging] });
    const ids = availableCommands(context).map(({ id }) => id);
    expect(ids).toContain('connection/staging');
    expect(ids).not.toContain('connection/local');
    expect(ids).toContain('persona/admin');
    expect(ids).not.toContain('persona/support');
    expect(ids).not.toContain('theme/system');
  });

  test('include reviewing, for those who may', () => {
    const [support = null, admin = null] = aSession().personas;
    const offers = (who: typeof admin) =>
      availableCommands(aCommandContext({ session: aSession({ who }) }).context).some(
        ({ id }) => id === 'review/start',
      );
    expect([offers(support), offers(null), offers(admin)]).toEqual([false, false, true]);
    expect(run('review/start')).toEqual([['startReviewing']]);
  });

  test('lead to each tab of the settings', () => {
    for (const { value } of settingsTabs) expect(run(`settings/${value}`)).toEqual([['goToSettings', value]]);
  });

  test('include no personas outside the sandbox', () => {
    const session = aSession({ connection: staging, who: null, personas: [] });
    const ids = availableCommands(aCommandContext({ session }).context).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('persona/'))).toEqual([]);
  });
});
