import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesWatchers } from '#main/features/changes/changes-handlers.ts';
import { openChanges } from '#main/features/changes/changes-store.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import type { Changes } from '#shared/contract/jobs.ts';
import type { Session } from '#shared/contract/session.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const context = { reference: 'r', role: 'support', host: 'browser' } as const;

function aRow(documentId: string, version: number | null, tenantId = 'northwind'): DocumentRow {
  return { tenantId, batchId: 'b', documentId, version } as DocumentRow;
}

function aWatch() {
  let now = 0;
  let session = aSession();
  const listeners = new Set<(session: Session) => void>();
  const changes = openChanges(() => now);
  const watchers = changesWatchers({
    changes,
    session: () => session,
    onSession(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  return {
    changes,
    watch: () => {
      const heard: Changes[] = [];
      const stop = watchers['changes.watch']({}, (change) => heard.push(change), context);
      return {
        heard,
        stop,
        versions: () => heard.map(({ documents }) => documents.map(({ version }) => version)),
      };
    },
    add: (...documents: DocumentRow[]) => changes.add('local', { documents, batches: [] }),
    later: (ms: number) => void (now += ms),
    be: (change: Partial<Session>): void => {
      session = { ...session, ...change };
      for (const listener of listeners) listener(session);
    },
  };
}

describe('what actions have changed', () => {
  it('is pushed as it happens, and later watchers get the newest of the last minutes', () => {
    const { watch, add, later } = aWatch();
    const first = watch();
    add(aRow('a', 1), aRow('b', 1));
    add(aRow('a', 2));
    expect(first.versions()).toEqual([[], [1, 1], [2]]);
    expect(watch().versions()).toEqual([[1, 2]]);
    later(5 * 60_000);
    expect(watch().versions()).toEqual([[]]);
  });

  it('never goes back to an older version, in whichever order reads return', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1 }), (versions) => {
        const { watch, add } = aWatch();
        const early = watch();
        for (const version of versions) add(aRow('a', version));
        const told = early.versions().flat();
        expect(told).toEqual([...new Set(told)].toSorted((a, b) => Number(a) - Number(b)));
        expect(watch().versions()).toEqual([[Math.max(...versions)]]);
      }),
    );
  });

  it('is pushed without a version, since it may not be old', () => {
    const { watch, add } = aWatch();
    const { versions } = watch();
    add(aRow('a', null));
    add(aRow('a', null));
    expect(versions()).toEqual([[], [null], [null]]);
  });

  it('is not pushed for other tenants and other connections', () => {
    const { watch, add, changes, be } = aWatch();
    const { heard, versions } = watch();
    be({ who: { id: 'j', name: 'J', role: 'support', tenants: ['northwind'] } });
    heard.length = 0;
    add(aRow('a', 1, 'kestrel'));
    changes.add('prod', { documents: [aRow('a', 1)], batches: [] });
    add(aRow('a', 1, 'kestrel'), aRow('b', 2));
    expect(versions()).toEqual([[2]]);
    expect(watch().versions()).toEqual([[2]]);
    be({ connection: aConnectionSummary({ id: 'prod' }) });
    expect(heard.at(-1)).toMatchObject({ connectionId: 'prod', documents: [{ version: 1 }] });
  });

  it('is forgotten with its world, and not pushed to stopped watches', () => {
    const { watch, add, changes } = aWatch();
    const { heard, stop } = watch();
    add(aRow('a', 1));
    changes.forget('local');
    expect(watch().versions()).toEqual([[]]);
    stop();
    add(aRow('a', 2));
    expect(heard).toHaveLength(2);
  });
});

const aFile = (version: string | null) => ({ fileId: 'rates-2026-11-20', version }) as DownloadFile;
const aBatch = (updatedAt: string | null) => ({ batchId: 'batch-1', updatedAt }) as DownloadBatch;

function heardBy(who: Session['who']) {
  const changes = openChanges(() => 0);
  const heard: Changes[] = [];
  const watchers = changesWatchers({
    changes,
    session: () => ({ ...aSession(), who }),
    onSession: () => () => undefined,
  });
  watchers['changes.watch']({}, (change) => heard.push(change), context);
  const add = (files: DownloadFile[], batches: DownloadBatch[] = []) =>
    changes.add('local', { documents: [], batches: [], downloads: { files, batches } });
  return { heard, add, changes };
}

describe('downloads that a job has read by their keys', () => {
  it('are pushed as they become newer, and never go back', () => {
    const { heard, add, changes } = heardBy(aSession().who);
    add([aFile('999')]);
    add([aFile('1000')], [aBatch('2026-11-20T06:00:00.000Z')]);
    add([aFile('999')], [aBatch('2026-11-20T05:00:00.000Z')]);
    add([aFile('1000')]);
    expect(heard.map(({ downloads }) => downloads?.files.map(({ version }) => version))).toEqual([
      undefined,
      ['999'],
      ['1000'],
    ]);
    expect(changes.recent('local').downloads).toEqual({
      files: [aFile('1000')],
      batches: [aBatch('2026-11-20T06:00:00.000Z')],
    });
  });

  it('are not pushed to a person with some tenants only', () => {
    const { heard, add } = heardBy({ id: 'limited', name: 'Jonas', role: 'support', tenants: ['northwind'] });
    add([aFile('1')], [aBatch(null)]);
    expect(heard).toEqual([{ connectionId: 'local', batches: [], documents: [] }]);
  });
});
