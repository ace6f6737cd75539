import { describe, expect, it } from 'vitest';
import { changesWatchers } from '#main/features/changes/changes-handlers.ts';
import { openChanges } from '#main/features/changes/changes-store.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads/downloads.ts';
import type { Changes } from '#shared/contract/jobs/jobs.ts';
import type { Session } from '#shared/contract/session.ts';
import { aSession } from '#test/builders/a-session.ts';

const context = { reference: 'r', role: 'support', host: 'browser' } as const;
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
  it('are told as they become newer, and never go back', () => {
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

  it('are told to nobody who may see only some tenants', () => {
    const { heard, add } = heardBy({ id: 'limited', name: 'Jonas', role: 'support', tenants: ['northwind'] });
    add([aFile('1')], [aBatch(null)]);
    expect(heard).toEqual([{ connectionId: 'local', batches: [], documents: [] }]);
  });
});
