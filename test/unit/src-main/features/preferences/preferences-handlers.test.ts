import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import { openPreferences } from '#main/features/preferences/preferences-handlers.ts';
import { usualPace } from '#shared/domain/pace.ts';
import { aHome } from '#test/builders/a-home.ts';

describe('preferences', () => {
  it('start from their defaults and survive a restart', () => {
    const home = aHome();
    expect(openPreferences(home).read()).toEqual(defaultPreferences);
    openPreferences(home).save({ theme: 'light' });
    openPreferences(home).save({ navigation: 'collapsed' });
    expect(openPreferences(home).read()).toEqual({
      ...defaultPreferences,
      theme: 'light',
      navigation: 'collapsed',
    });
  });

  it('keep valid values when one is malformed', () => {
    const home = aHome();
    writeFileSync(join(home, 'preferences.json'), '{"theme":"light","motion":"wild","future":1}');
    expect(openPreferences(home).read()).toEqual({
      ...defaultPreferences,
      theme: 'light',
      welcomed: 'yes',
    });
  });

  it('remember the last pace of each plan beside them, and forget the oldest after 200', () => {
    const home = aHome();
    const { lastPaces, save } = openPreferences(home, () => Date.parse('2026-11-24T14:20:00Z'));
    for (let plan = 0; plan < 201; plan += 1)
      lastPaces.keep(`plan ${plan}`, { ...usualPace, first: plan + 1 });
    save({ theme: 'light' });
    const again = openPreferences(home);
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
    expect(openPreferences(home).lastPaces.find('plan 1')).toBeUndefined();
  });

  it('know a home that was used before there was a first page', () => {
    const home = aHome();
    expect(openPreferences(home).read().welcomed).toBe('no');
    writeFileSync(join(home, 'preferences.json'), '{"theme":"system"}');
    expect(openPreferences(home).read().welcomed).toBe('yes');
  });

  it.each(['', '{', 'null', '[]', '"dark"'])('fall back to the defaults if the file contains %j', (text) => {
    const home = aHome();
    writeFileSync(join(home, 'preferences.json'), text);
    expect(openPreferences(home).read()).toEqual(defaultPreferences);
  });

  it('do not change if they cannot be written', () => {
    const home = aHome();
    const store = openPreferences(join(home, 'not', 'there'));
    expect(() => store.save({ theme: 'dark' })).toThrow();
    expect(store.read()).toEqual(defaultPreferences);
  });

  it('are written completely or not at all', () => {
    const home = aHome();
    openPreferences(home).save({ theme: 'dark' });
    expect(JSON.parse(readFileSync(join(home, 'preferences.json'), 'utf8'))).toMatchObject({ theme: 'dark' });
  });
});
