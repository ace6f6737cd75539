import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadPlace } from '#renderer/app/find/found.tsx';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/address.ts';

describe('an address of Downloads', () => {
  it('is the same after writing and reading it', () => {
    const address = {
      date: '2026-11-20',
      until: '2026-11-21',
      batch: 'batch-2026-11-20-x',
      file: 'rates-2026-11-20',
      status: 'open' as const,
      standing: null,
      minutes: 30,
    };
    expect(readDownloads(writeDownloads(address))).toEqual(address);
    expect(writeDownloads(readDownloads({}))).toEqual({});
    expect(readDownloads({ standing: 'stuck', minutes: '45' })).toMatchObject({
      standing: 'stuck',
      minutes: 45,
    });
  });

  it('is read leniently, without days and statuses that do not exist', () => {
    expect(readDownloads({ date: '2026-02-30', status: 'lost', minutes: '0', file: '' })).toEqual(
      readDownloads({}),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (search) => {
        const read = readDownloads(search);
        expect(readDownloads(writeDownloads(read))).toEqual(read);
      }),
    );
  });

  it('can come from a pasted id', () => {
    expect(downloadPlace({ found: 'file', fileId: 'rates-2026-11-20', status: null, batchId: 'b' })).toEqual({
      batch: 'b',
      file: 'rates-2026-11-20',
    });
    expect(
      downloadPlace({ found: 'download batch', batchId: 'b', status: null, date: '2026-11-20' }),
    ).toEqual({ batch: 'b', date: '2026-11-20' });
    expect(downloadPlace({ found: 'download batch', batchId: 'b', status: null, date: 'soon' })).toEqual({
      batch: 'b',
      date: null,
    });
  });
});
