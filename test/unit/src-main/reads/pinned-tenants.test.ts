import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listSetAside } from '#main/home/lost-files.ts';
import { openPinnedTenants } from '#main/reads/pinned-tenants.ts';
import { aHome } from '#test/builders/a-home.ts';

function aStore(home = aHome()) {
  const warned: string[] = [];
  let time = Date.UTC(2026, 0, 5);
  const parts = {
    home,
    log: { warn: (_fields: object, message: string) => void warned.push(message) },
    now: () => (time += 1_000),
  };
  return { home, warned, parts, kept: openPinnedTenants(parts) };
}

const names = (tenants: readonly { tenantId: string }[]) => tenants.map(({ tenantId }) => tenantId);

it('pinned come first, then the last opened, separately for each connection, also after a restart', () => {
  const { kept, parts } = aStore();
  kept.opened('local', 'a', 'Alder');
  kept.opened('local', 'b', null);
  kept.pin('local', { tenantId: 'c', name: 'Carr', pinned: true });
  kept.opened('local', 'a', null);
  kept.opened('other', 'x', null);
  expect(kept.of('local')).toMatchObject([
    { tenantId: 'c', name: 'Carr', pinned: true, openedAt: null },
    { tenantId: 'a', name: 'Alder', pinned: false, openedAt: '2026-01-05T00:00:03.000Z' },
    { tenantId: 'b', name: null, pinned: false },
  ]);
  expect(names(openPinnedTenants(parts).of('local'))).toEqual(['c', 'a', 'b']);
  kept.pin('local', { tenantId: 'c', name: null, pinned: false });
  kept.pin('local', { tenantId: 'b', name: null, pinned: true });
  expect(names(kept.of('local'))).toEqual(['b', 'a']);
  expect(names(kept.of('other'))).toEqual(['x']);
});

it('keeps the last opened and no more, and never loses a pinned one to them', () => {
  const { kept } = aStore();
  kept.pin('local', { tenantId: 'pinned', name: null, pinned: true });
  for (let index = 0; index < 60; index += 1) kept.opened('local', `t${index}`, null);
  expect(names(kept.of('local')).slice(0, 3)).toEqual(['pinned', 't59', 't58']);
  expect(kept.of('local')).toHaveLength(31);
});

it('does not write the file again for a tenant that was just opened', () => {
  const { parts } = aStore();
  let writes = 0;
  let time = 0;
  const replace = (...[file, content]: Parameters<typeof writeFileSync>) => {
    writes += 1;
    writeFileSync(file, content);
  };
  const kept = openPinnedTenants({ ...parts, replace, now: () => time });
  for (let read = 0; read < 5; read += 1) kept.opened('local', 'a', 'Alder');
  expect(writes).toBe(1);
  time += 60_000;
  kept.opened('local', 'a', 'Alder');
  expect(writes).toBe(2);
});

it('two consoles of one home folder do not write over each other', () => {
  const { kept, parts } = aStore();
  const other = openPinnedTenants(parts);
  kept.opened('local', 'a', null);
  other.opened('local', 'b', null);
  expect(names(kept.of('local'))).toEqual(['b', 'a']);
});

it('a broken file is set aside; a broken line is ignored', () => {
  const { kept, home, warned } = aStore();
  writeFileSync(join(home, 'tenants.json'), '{"connections": {"local": [');
  expect(kept.of('local')).toEqual([]);
  expect(listSetAside(home)).toMatchObject([{ path: 'tenants.json', reason: 'damaged' }]);
  expect(warned).toHaveLength(1);
  kept.opened('local', 'a', null);
  const lines = [null, 7, { tenantId: '' }, { tenantId: 'b', name: 4, pinned: 'yes', openedAt: 'once' }];
  const good = { tenantId: 'c', name: 'Carr', pinned: true, openedAt: null };
  writeFileSync(join(home, 'tenants.json'), JSON.stringify({ connections: { local: [...lines, good] } }));
  expect(kept.of('local')).toEqual([good]);
});

it('a full disk loses an opened tenant; a pin is refused', () => {
  const { parts, warned } = aStore();
  const full = openPinnedTenants({
    ...parts,
    replace() {
      throw new Error('ENOSPC');
    },
  });
  full.opened('local', 'a', null);
  expect(warned).toEqual(['an opened tenant was not remembered']);
  expect(() => full.pin('local', { tenantId: 'a', name: null, pinned: true })).toThrow('ENOSPC');
});

it('property: any file can be read and written', () => {
  const { kept, home } = aStore();
  const file = join(home, 'tenants.json');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((one) => `{"connections":${one}}`),
      ),
      (text) => {
        writeFileSync(file, text);
        expect(Array.isArray(kept.of('local'))).toBe(true);
        kept.opened('__proto__', 'a', null);
        kept.opened('local', '__proto__', null);
        expect(names(kept.of('local'))).toContain('__proto__');
        expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('connections');
      },
    ),
    { numRuns: 60 },
  );
});
