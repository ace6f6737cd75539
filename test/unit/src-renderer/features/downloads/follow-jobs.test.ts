import { QueryObserver, type Query } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import {
  isTouched,
  isUnendedDay,
  applyChanges,
  readAgainAt,
  withChanged,
} from '#renderer/features/downloads/follow-jobs.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';
import { aBatch, aFile } from './a-download.ts';

describe('what a plan has changed', () => {
  it('is its day, and of batches and files all that was read', () => {
    const days = new Set(['2026-11-20']);
    expect(isTouched({ queryKey: ['downloads.day', { date: '2026-11-20' }] }, days)).toBe(true);
    expect(isTouched({ queryKey: ['downloads.day', { date: '2026-11-19' }] }, days)).toBe(false);
    expect(isTouched({ queryKey: ['downloads.filesOfBatch', { batchId: 'b' }, 'pages'] }, days)).toBe(true);
    expect(isTouched({ queryKey: ['batches.byId', { batchId: 'b' }] }, days)).toBe(false);
  });
});

describe('files of several batches', () => {
  it('change what a batch counts that has not ended, and no other', () => {
    const day = (batches: readonly DownloadBatch[]) =>
      isUnendedDay({
        queryKey: ['downloads.day', { date: '2026-11-19' }],
        state: { data: { value: { batches } } } as unknown as Query['state'],
      });
    expect(day([aBatch(), aBatch({ status: 'queued' })])).toBe(true);
    expect(day([aBatch(), aBatch({ status: 'failed' })])).toBe(false);
    expect(day([])).toBe(false);
  });
});

const stuck = aFile({ fileId: 'stuck', version: '1795172400000' });
const came = aFile({ fileId: 'stuck', version: '1795176000000', status: 'completed' });
const other = aFile({ fileId: 'other' });
const inWork = aBatch({ status: 'queued', completed: ['a'] });
const ended = aBatch({ updatedAt: '2026-11-20T07:00:00.000Z' });

describe('what an action has changed, over what was read', () => {
  it('is a row of each list it is in, and of the file that is open', () => {
    expect(rowsOf('downloads.filesOfBatch', { batchId: stuck.batchId })).toEqual([came, other]);
    const file = ['downloads.file', { fileId: 'stuck' }];
    expect(withChanged(file, answered(stuck), told([came]))).toEqual(answered(came));
  });

  it('leaves a list that it no longer belongs to', () => {
    expect(rowsOf('downloads.filesOfBatch', { batchId: stuck.batchId, status: 'downloading' })).toEqual([
      other,
    ]);
    expect(rowsOf('downloads.filesOfBatch', { batchId: 'batch-of-another-day' })).toEqual([other]);
    // Who has moved stands no longer, whatever it is now.
    expect(rowsOf('downloads.standing', { kind: 'stuck', minutes: 30 })).toEqual([other]);
  });

  it('comes into no list of files, since only its index says where', () => {
    const data = paged([other]);
    const key = ['downloads.filesOfBatch', { batchId: stuck.batchId }, 'pages'];
    expect(withChanged(key, data, told([came]))).toBe(data);
  });

  it('is a batch of its day, also one that began since the day was read', () => {
    const key = ['downloads.day', { date: '2026-11-20' }];
    const day = answered({ date: '2026-11-20', batches: [inWork], isAll: true, asOf: 'then' });
    const new_ = aBatch({ batchId: 'batch-2026-11-20-again' });
    const elsewhere = aBatch({ batchId: 'batch-2026-11-19-again', date: '2026-11-19' });
    expect(withChanged(key, day, told([], [ended, new_, elsewhere]))).toEqual(
      answered({ ...day.value, batches: [new_, ended] }),
    );
    const notAll = answered({ ...day.value, isAll: false });
    expect(withChanged(key, notAll, told([], [new_]))).toBe(notAll);
  });

  it('is the batch that is open, and which of its files are', () => {
    const batch = ['downloads.batch', { batchId: ended.batchId }];
    expect(withChanged(batch, answered(inWork), told([], [ended]))).toEqual(answered(ended));
    const open = answered({ batch: inWork, asOf: 'then', files: [{ fileId: 'b', file: null }] });
    const key = ['downloads.openFiles', { batchId: ended.batchId }];
    expect(withChanged(key, open, told([], [ended]))).toEqual(
      answered({ batch: ended, asOf: 'then', files: [] }),
    );
    expect(withChanged(key, open, told([came]))).toBe(open);
  });

  it('is nothing where as new a version was read, or nobody can say which is newer', () => {
    const key = ['downloads.file', { fileId: 'stuck' }];
    for (const known of [came, aFile({ ...came, version: '1795179600000' })]) {
      const data = answered(known);
      expect(withChanged(key, data, told([came]))).toBe(data);
    }
    const data = answered(stuck);
    expect(withChanged(key, data, told([aFile({ ...came, version: null })]))).toBe(data);
    expect(withChanged(['batches.byId', {}], data, told([came]))).toBe(data);
  });
});

describe('whoever begins to watch', () => {
  const options = operationOptions('downloads.file', { fileId: 'stuck' });
  const recent = { files: [came], batches: [] };

  it('is told of the last minutes, and that is no reason to read what is read anyway or knew of it', () => {
    const client = aClient();
    expect(applyChanges(client, recent)).toBe(false);
    client.setQueryData(options.queryKey, answered(came));
    expect(applyChanges(client, recent)).toBe(false);
  });

  it('learns at once what has changed in sight; what is out of sight stays as it was read', () => {
    const client = aClient();
    client.setQueryData(options.queryKey, answered(stuck));
    expect(applyChanges(client, recent)).toBe(true);
    expect(client.getQueryData(options.queryKey)?.value.status).toBe('downloading');

    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    expect(applyChanges(client, recent)).toBe(true);
    expect(client.getQueryData(options.queryKey)?.value.status).toBe('completed');
    expect(applyChanges(client, recent)).toBe(false);
    stop();
  });
});

function aClient() {
  return createQueryClient(fakeBridge(), { onCommandFailure: () => undefined });
}

function told(files: readonly DownloadFile[], batches: readonly DownloadBatch[] = []) {
  return {
    files: new Map(files.map((file) => [file.fileId, file])),
    batches: new Map(batches.map((batch) => [batch.batchId, batch])),
  };
}

function paged(rows: readonly DownloadFile[]) {
  return { pages: [answered({ rows, cursor: null, throttled: 0 })], pageParams: [undefined] };
}

function rowsOf(operation: string, input: object): readonly DownloadFile[] {
  const laid = withChanged([operation, input, 'pages'], paged([stuck, other]), told([came]));
  return (laid as ReturnType<typeof paged>).pages[0]?.value.rows ?? [];
}

it('reads at most once a minute while a job runs, and a moment after it has ended', () => {
  const first = { now: 5_000, lastAt: Number.NEGATIVE_INFINITY };
  expect(readAgainAt({ ...first, isRunning: true })).toBe(6_000);
  expect(readAgainAt({ now: 7_000, lastAt: 6_000, isRunning: true })).toBe(66_000);
  expect(readAgainAt({ now: 90_000, lastAt: 6_000, isRunning: true })).toBe(91_000);
  expect(readAgainAt({ now: 7_000, lastAt: 6_000, isRunning: false })).toBe(8_000);
});
