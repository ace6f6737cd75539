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
  mergeChanges,
} from '#renderer/features/downloads/follow-jobs.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';
import { aBatch, aFile } from './a-download.ts';

describe('the data a plan has changed', () => {
  it('is its day, and all batches and files that were read', () => {
    const days = new Set(['2026-11-20']);
    expect(isTouched({ queryKey: ['downloads.day', { date: '2026-11-20' }] }, days)).toBe(true);
    expect(isTouched({ queryKey: ['downloads.day', { date: '2026-11-19' }] }, days)).toBe(false);
    expect(isTouched({ queryKey: ['downloads.filesOfBatch', { batchId: 'b' }, 'pages'] }, days)).toBe(true);
    expect(isTouched({ queryKey: ['batches.byId', { batchId: 'b' }] }, days)).toBe(false);
  });
});

describe('files of several batches', () => {
  it('change the counts of an unfinished batch only', () => {
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

describe('merging the changes of an action', () => {
  it('updates the row in every list and the open file', () => {
    expect(readRows('downloads.filesOfBatch', { batchId: stuck.batchId })).toEqual([came, other]);
    const file = ['downloads.file', { fileId: 'stuck' }];
    expect(mergeChanges(file, answered(stuck), merge([came]))).toEqual(answered(came));
  });

  it('removes a row from a list that it no longer belongs to', () => {
    expect(readRows('downloads.filesOfBatch', { batchId: stuck.batchId, status: 'downloading' })).toEqual([
      other,
    ]);
    expect(readRows('downloads.filesOfBatch', { batchId: 'batch-of-another-day' })).toEqual([other]);
    // A file that has moved is no longer stuck, whatever its status is now.
    expect(readRows('downloads.standing', { kind: 'stuck', minutes: 30 })).toEqual([other]);
  });

  it('adds no file to a list, because only the index knows its place', () => {
    const data = paged([other]);
    const key = ['downloads.filesOfBatch', { batchId: stuck.batchId }, 'pages'];
    expect(mergeChanges(key, data, merge([came]))).toBe(data);
  });

  it('updates the batch of its day, or adds one that began since the reading', () => {
    const key = ['downloads.day', { date: '2026-11-20' }];
    const day = answered({ date: '2026-11-20', batches: [inWork], isAll: true, asOf: 'then' });
    const new_ = aBatch({ batchId: 'batch-2026-11-20-again' });
    const elsewhere = aBatch({ batchId: 'batch-2026-11-19-again', date: '2026-11-19' });
    expect(mergeChanges(key, day, merge([], [ended, new_, elsewhere]))).toEqual(
      answered({ ...day.value, batches: [new_, ended] }),
    );
    const notAll = answered({ ...day.value, isAll: false });
    expect(mergeChanges(key, notAll, merge([], [new_]))).toBe(notAll);
  });

  it('updates the open batch and its open files', () => {
    const batch = ['downloads.batch', { batchId: ended.batchId }];
    expect(mergeChanges(batch, answered(inWork), merge([], [ended]))).toEqual(answered(ended));
    const open = answered({ batch: inWork, asOf: 'then', files: [{ fileId: 'b', file: null }] });
    const key = ['downloads.openFiles', { batchId: ended.batchId }];
    expect(mergeChanges(key, open, merge([], [ended]))).toEqual(
      answered({ batch: ended, asOf: 'then', files: [] }),
    );
    expect(mergeChanges(key, open, merge([came]))).toBe(open);
  });

  it('does nothing if the version is as new, or cannot be compared', () => {
    const key = ['downloads.file', { fileId: 'stuck' }];
    for (const known of [came, aFile({ ...came, version: '1795179600000' })]) {
      const data = answered(known);
      expect(mergeChanges(key, data, merge([came]))).toBe(data);
    }
    const data = answered(stuck);
    expect(mergeChanges(key, data, merge([aFile({ ...came, version: null })]))).toBe(data);
    expect(mergeChanges(['batches.byId', {}], data, merge([came]))).toBe(data);
  });
});

describe('a new subscription', () => {
  const options = operationOptions('downloads.file', { fileId: 'stuck' });
  const recent = { files: [came], batches: [] };

  it('receives the last minutes, which alone causes no reading', () => {
    const client = aClient();
    expect(applyChanges(client, recent)).toBe(false);
    client.setQueryData(options.queryKey, answered(came));
    expect(applyChanges(client, recent)).toBe(false);
  });

  it('shows changes of visible data at once, and leaves hidden data as it was', () => {
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

function merge(files: readonly DownloadFile[], batches: readonly DownloadBatch[] = []) {
  return {
    files: new Map(files.map((file) => [file.fileId, file])),
    batches: new Map(batches.map((batch) => [batch.batchId, batch])),
  };
}

function paged(rows: readonly DownloadFile[]) {
  return { pages: [answered({ rows, cursor: null, throttled: 0 })], pageParams: [undefined] };
}

function readRows(operation: string, input: object): readonly DownloadFile[] {
  const laid = mergeChanges([operation, input, 'pages'], paged([stuck, other]), merge([came]));
  return (laid as ReturnType<typeof paged>).pages[0]?.value.rows ?? [];
}

it('reads at most once a minute while a job runs, and a moment after it has ended', () => {
  const first = { now: 5_000, lastAt: Number.NEGATIVE_INFINITY };
  expect(readAgainAt({ ...first, isRunning: true })).toBe(6_000);
  expect(readAgainAt({ now: 7_000, lastAt: 6_000, isRunning: true })).toBe(66_000);
  expect(readAgainAt({ now: 90_000, lastAt: 6_000, isRunning: true })).toBe(91_000);
  expect(readAgainAt({ now: 7_000, lastAt: 6_000, isRunning: false })).toBe(8_000);
});
