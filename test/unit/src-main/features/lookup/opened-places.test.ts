import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openedPlaces } from '#main/features/lookup/opened-places.ts';
import type { OpenedPlace } from '#shared/contract/lookup.ts';
import type { Session } from '#shared/contract/session.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';

const batch: OpenedPlace = { kind: 'batch', tenantId: 'northwind', batchId: 'batch-01' };
const cause: OpenedPlace = { kind: 'cause', cause: '8c5aae' };
const caller = { reference: '', role: null, host: 'browser' } as const;

function aStore(home: string, hasConnection: (id: string) => boolean = () => true) {
  let session: Session = aSession();
  const handlers = openedPlaces({
    home,
    session: () => session,
    hasConnection,
    log: { warn() {} },
    now: () => 0,
  });
  return {
    note: async (place: OpenedPlace) =>
      valueOf(await handlers['lookup.noteOpened']({ place }, caller)).places,
    list: async () => valueOf(await handlers['lookup.opened']({}, caller)).places,
    be: (change: Partial<Session>) => void (session = { ...session, ...change }),
    on: (id: string) => void (session = { ...session, connection: { ...session.connection, id } }),
  };
}

describe('what was opened lately', () => {
  test('is listed newest first, each place once, also after a restart', async () => {
    const home = aHome();
    const store = aStore(home);
    await store.note(batch);
    await store.note(cause);
    expect(await store.note(batch)).toEqual([batch, cause]);
    expect(await aStore(home).list()).toEqual([batch, cause]);
  });

  test('is of one person on one connection', async () => {
    const store = aStore(aHome());
    await store.note(batch);
    store.be({ who: buildPerson('alder-finch') });
    expect(await store.list()).toEqual([]);
    store.be({ who: aSession().who });
    store.on('another');
    expect(await store.list()).toEqual([]);
  });

  test('is forgotten with its connection', async () => {
    const home = aHome();
    const store = aStore(home, (id) => id !== 'gone');
    store.on('gone');
    await store.note(batch);
    store.on('here');
    await store.note(cause);
    store.on('gone');
    expect(await store.list()).toEqual([]);
    expect(readFileSync(join(home, 'opened.json'), 'utf8')).not.toContain('batch-01');
  });

  test('has no more than 30 places, and a broken file counts as empty', async () => {
    const home = aHome();
    const store = aStore(home);
    for (let at = 0; at < 40; at += 1) await store.note({ ...batch, batchId: `batch-${at}` });
    expect(await store.list()).toHaveLength(30);
    writeFileSync(join(home, 'opened.json'), '{');
    expect(await store.list()).toEqual([]);
  });
});
