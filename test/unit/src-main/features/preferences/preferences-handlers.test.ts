import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { openPreferences, type PreferencesStore } from '#main/features/preferences/preferences-handlers.ts';
import { listSetAside } from '#main/home/lost-files.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aHome } from '#test/builders/a-home.ts';

const opened = (home: string): PreferencesStore =>
  openPreferences({ home, log: { warn: () => undefined }, now: () => 0 });

describe('preferences', () => {
  it('start from their defaults and survive a restart', () => {
    const home = aHome();
    expect(opened(home).read()).toEqual(defaultPreferences);
    opened(home).save({ theme: 'light' });
    opened(home).save({ navigation: 'collapsed' });
    expect(opened(home).read()).toEqual({
      ...defaultPreferences,
      theme: 'light',
      navigation: 'collapsed',
    });
  });

  it('keep valid values when one is malformed', () => {
    const home = aHome();
    writeFileSync(join(home, 'preferences.json'), '{"theme":"light","motion":"wild","future":1}');
    expect(opened(home).read()).toEqual({
      ...defaultPreferences,
      theme: 'light',
      welcomed: 'yes',
    });
  });

  it('remember the last pace of each plan beside them, and forget the oldest after 200', () => {
    const home = aHome();
    const preferences = openPreferences({
      home,
      log: { warn: () => undefined },
      now: () => Date.parse('2026-11-24T14:20:00Z'),
    });
    for (let plan = 0; plan < 201; plan += 1)
      preferences.lastPaces.keep(`plan ${plan}`, { ...usualPace, first: plan + 1 });
    preferences.save({ theme: 'light' });
    const again = opened(home);
    expect(again.read()).toMatchObject({ theme: 'light' });
    expect(again.lastPaces.find('plan 0')).toBeUndefined();
    expect(again.lastPaces.find('plan 200')).toEqual({
      pace: { ...usualPace, first: 201 },
      at: '2026-11-24T14:20:00.000Z',
    });
    writeFileSync(
      join(home, 'preferences.json'),
      '{"lastPaces":{"plan 1":{"pace":{"first":-1}},"plan 2":7}}',
    );
    expect(opened(home).lastPaces.find('plan 1')).toBeUndefined();
  });

  it('know a home that was used before there was a first page', () => {
    const home = aHome();
    expect(opened(home).read().welcomed).toBe('no');
    writeFileSync(join(home, 'preferences.json'), '{"theme":"system"}');
    expect(opened(home).read().welcomed).toBe('yes');
  });

  it.each(['', '{', 'null', '[]', '"dark"'])('fall back to the defaults if the file contains %j', (text) => {
    const home = aHome();
    writeFileSync(join(home, 'preferences.json'), text);
    // The console was used before, so it does not welcome the person as if it were new.
    expect(opened(home).read()).toEqual({ ...defaultPreferences, welcomed: 'yes' });
    expect(opened(home).read().welcomed).toBe('yes');
    const [lost] = listSetAside(home);
    expect(lost).toMatchObject({ path: 'preferences.json', reason: text === '' ? 'empty' : 'damaged' });
    expect(readFileSync(join(home, lost?.aside ?? ''), 'utf8')).toBe(text);
  });

  it('do not change if they cannot be written', () => {
    const home = aHome();
    const store = opened(join(home, 'not', 'there'));
    expect(() => store.save({ theme: 'dark' })).toThrow();
    expect(store.read()).toEqual(defaultPreferences);
  });

  it('are written completely or not at all', () => {
    const home = aHome();
    opened(home).save({ theme: 'dark' });
    expect(JSON.parse(readFileSync(join(home, 'preferences.json'), 'utf8'))).toMatchObject({ theme: 'dark' });
  });
});
