import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RefusedQuestion } from '#shared/contract/explorer.ts';
import { openRefusals } from '#main/features/explorer/refusals-store.ts';
import type { RefusalsStore } from '#main/features/explorer/refusals-store.ts';
import { listSetAside } from '#main/home/lost-files.ts';
import { aHome } from '#test/builders/a-home.ts';

interface StoreUnderTest extends RefusalsStore {
  readonly home: string;
  readonly warned: string[];
}

function aStore(home = aHome(), replace?: () => void): StoreUnderTest {
  const warned: string[] = [];
  let minutes = 0;
  const store = openRefusals({
    home,
    now: () => Date.UTC(2026, 10, 20, 12, (minutes += 1)),
    log: { warn: (_fields, message) => void warned.push(message) },
    ...(replace === undefined ? {} : { replace }),
  });
  return { ...store, home, warned };
}

function aQuestion(by: string[] = ['fileName'], entity = 'Document'): RefusedQuestion {
  return { system: 'extraction', entity, by, question: `${entity} by ${by.join(' and ')}` };
}

describe('refused questions', () => {
  it('are counted with who asked them, and survive a restart', () => {
    const store = aStore();
    store.count('local', 'support', aQuestion());
    store.count('local', 'support', aQuestion());
    store.count('local', 'admin', aQuestion());
    expect(aStore(store.home).list('local')).toEqual([
      {
        ...aQuestion(),
        times: 3,
        people: 2,
        firstAt: '2026-11-20T12:01:00.000Z',
        lastAt: '2026-11-20T12:03:00.000Z',
      },
    ]);
  });

  it('are the same in any order of their values, and different for another entity', () => {
    const store = aStore();
    store.count('local', null, aQuestion(['a', 'b']));
    store.count('local', null, aQuestion(['b', 'a', 'a']));
    store.count('local', null, aQuestion(['a']));
    store.count('local', null, aQuestion(['a', 'b'], 'Batch'));
    expect(store.list('local').map(({ times }) => times)).toEqual([2, 1, 1]);
  });

  it('are listed for their connection, the most frequent first', () => {
    const store = aStore();
    store.count('staging', null, aQuestion(['a']));
    store.count('local', null, aQuestion(['b']));
    store.count('local', null, aQuestion(['c']));
    store.count('local', null, aQuestion(['c']));
    expect(store.list('local').map(({ by }) => by)).toEqual([['c'], ['b']]);
    expect(store.list('nowhere')).toEqual([]);
  });

  it('are at most 500: of the least frequent the oldest goes, never the newest', () => {
    const store = aStore();
    const stored = Array.from({ length: 500 }, (_, index) => ({
      ...aQuestion([`a${index}`]),
      connection: 'local',
      times: index === 0 ? 9 : 2,
      people: [null],
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString(),
    }));
    writeFileSync(store.file, JSON.stringify({ refusals: stored }));
    store.count('local', null, aQuestion(['new']));
    const kept = store.list('local').map(({ by }) => by[0]);
    expect(kept).toHaveLength(500);
    expect(kept).toContain('new');
    expect(kept).toContain('a0');
    expect(kept).not.toContain('a1');
  });

  it.each(['', '{', 'null', '{"refusals":[{"times":-1}]}', '{"refusals":{}}'])(
    'start over if the file contains %j, which is set aside',
    (text) => {
      const store = aStore();
      writeFileSync(store.file, text);
      expect(store.list('local')).toEqual([]);
      const [lost] = listSetAside(store.home);
      expect(readFileSync(join(store.home, lost?.aside ?? ''), 'utf8')).toBe(text);
      expect(store.warned).toHaveLength(1);
      store.count('local', null, aQuestion());
      expect(store.list('local')).toHaveLength(1);
    },
  );

  it('keep their state when the disk is full', () => {
    const store = aStore();
    store.count('local', null, aQuestion());
    const full = aStore(store.home, () => {
      throw new Error('ENOSPC: no space left on device, write');
    });
    expect(() => full.count('local', null, aQuestion())).toThrow('ENOSPC');
    expect(full.list('local')).toMatchObject([{ times: 1 }]);
  });

  it('are not counted where the home is no folder', () => {
    const home = aHome();
    writeFileSync(join(home, 'file'), '');
    const store = aStore(join(home, 'file'));
    expect(store.list('local')).toEqual([]);
    expect(() => store.count('local', null, aQuestion())).toThrow('ENOTDIR');
  });
});
