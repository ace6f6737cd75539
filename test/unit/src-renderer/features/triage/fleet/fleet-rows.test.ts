import { describe, expect, it } from 'vitest';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import {
  formatDone,
  makeFleetColumns,
  usualColumns,
} from '#renderer/features/triage/fleet/fleet-columns.tsx';
import { describeEnd } from '#renderer/features/triage/fleet/fleet-view.tsx';
import { listAges } from '#renderer/features/triage/fleet/fleet-filters.tsx';
import {
  addSeen,
  applyChanges,
  formatCounted,
  nothingSeen,
} from '#renderer/features/triage/fleet/use-fleet.ts';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import { fleetLists, type FleetBatch } from '#shared/contract/fleet.ts';
import { someNames } from '#test/builders/some-names.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';

const now = Date.parse('2026-11-26T18:00:00Z');

const counts = { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 200, REVIEW_REQUIRED: 2, FAILED: 38, REJECTED: 0 };
const row: FleetBatch = {
  tenantId: 'kestrel',
  tenantName: 'Kestrel Foods',
  projectId: 'supplier-invoices',
  workflowId: 'invoice',
  batchId: 'batch-01',
  status: 'FAILED',
  listedAt: '2026-11-26T14:00:00.000Z',
  since: '2026-11-26T14:00:00.000Z',
  changedAt: '2026-11-26T14:00:00.000Z',
  counts,
  documentCount: 240,
  causes: [
    { fingerprint: 'b8cf51', count: 31, stage: 'gap-fill', code: 'ThrottlingException', pattern: 'Too many' },
    { fingerprint: 'other', count: 7, stage: null, code: null, pattern: 'Other causes' },
  ],
  waiting: 2,
  oldestReviewAt: '2026-11-26T12:30:00.000Z',
  deliveriesGivenUp: 0,
  givenUpAt: null,
  workedOnBy: null,
  workedOnSince: null,
  problems: [],
};

function cells(list: (typeof fleetLists)[number], of: FleetBatch): Readonly<Record<string, string>> {
  return Object.fromEntries(
    makeFleetColumns(list, now, someNames(), () => null).map((column) => [column.id, columnText(column, of)]),
  );
}

describe('a row of a list of all tenants', () => {
  it('says whose batch it is, since when, how many documents failed and why', () => {
    expect(cells('failed', row)).toMatchObject({
      batch: 'batch-01',
      tenant: 'Kestrel Foods',
      workflow: 'invoice, supplier-invoices',
      failed: '38',
      waiting: '2',
      causes: 'b8cf51, 31 documents, gap-fill, Too many, other causes, 7 documents, Other causes',
      oldest: '5 h 30 min',
      listed: '4 h',
    });
  });

  it('says how many documents a run left queued, which have no cause', () => {
    const archive = { ...row, counts: { ...counts, QUEUED: 8_500, PROCESSING: 25 } };
    expect(cells('failed', archive)).toMatchObject({ left: '8,525' });
    expect(cells('failed', archive)['causes']).toMatch(/^8,525 documents left queued, b8cf51, 31 documents/);
    // A run in progress may still reach them.
    expect(cells('running', { ...archive, status: 'PROCESSING' })).toMatchObject({ left: '0' });
  });

  it('says what is unknown', () => {
    const unknown = { ...row, tenantName: null, workflowId: null, documentCount: null, oldestReviewAt: null };
    expect(cells('failed', unknown)).toMatchObject({
      tenant: 'kestrel',
      workflow: 'supplier-invoices',
      documents: 'unknown',
      oldest: '',
    });
    expect(formatDone(unknown)).toBe('unknown');
  });

  it.each(fleetLists)('has the usual columns of the list %s', (list) => {
    const ids = makeFleetColumns(list, now, someNames(), () => null).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...usualColumns[list]]));
    expect(usualColumns[list]).toContain('causes');
  });

  it('leaves a list whose status it has left, and keeps the new counts in any other', () => {
    const batch = {
      ...row,
      status: 'PROCESSING',
      updatedAt: '2026-11-26T14:05:00.000Z',
      counts: { ...counts, FAILED: 7, PROCESSING: 31 },
    } as unknown as Batch;
    const latest = new Map([[batchKey(row), batch]]);
    expect(applyChanges([row], latest, 'failed')).toEqual([]);
    expect(applyChanges([row], latest, 'deliveries')).toMatchObject([{ status: 'PROCESSING', waiting: 2 }]);
    const older = new Map([[batchKey(row), { ...batch, updatedAt: '2026-11-26T13:00:00.000Z' }]]);
    expect(applyChanges([row], older, 'failed')).toEqual([row]);
  });
});

describe('the end of a list of all tenants', () => {
  const read = { batches: 50, matched: 50, budget: 400, isCut: false };
  const fleet = { rows: [row], isAll: true, read };

  it('says whether all was read', () => {
    expect(describeEnd({ fleet, all: undefined, isFiltered: false })).toBe('1 batch. End of list');
    const part = { ...fleet, isAll: false };
    expect(describeEnd({ fleet: part, all: { count: 200, isAtLeast: true }, isFiltered: false })).toBe(
      '1 of at least 200 loaded',
    );
    expect(describeEnd({ fleet: part, all: { count: 0, isAtLeast: true }, isFiltered: false })).toBe(
      '1 batch loaded, more to read',
    );
  });

  it('says how many batches were read for those that match, and where the reading ended', () => {
    const cut = { ...fleet, isAll: false, read: { batches: 400, matched: 3, budget: 400, isCut: true } };
    expect(describeEnd({ fleet: cut, all: undefined, isFiltered: true })).toBe(
      '3 of the 400 batches read match. At most 400 are read at once; the rest was not looked at',
    );
  });
});

describe('the filters of a list of all tenants', () => {
  it('remember what was seen, because a filtered list has less', () => {
    const seen = addSeen(nothingSeen, [row]);
    expect([...seen.tenants]).toEqual([['kestrel', 'Kestrel Foods']]);
    expect([...seen.workflows.values()].map(({ workflowId }) => workflowId)).toEqual(['invoice']);
    expect([...seen.causes.keys()]).toEqual(['b8cf51', 'other']);
    expect(addSeen(seen, [])).toBe(seen);
    expect(addSeen(seen, [row])).toBe(seen);
  });

  it('offer the age of the address beside the usual ones', () => {
    expect(
      listAges(90)
        .map(({ label }) => label)
        .slice(0, 4),
    ).toEqual(['Over 30 min', 'Over 1 h', 'Over 1 h 30 min', 'Over 4 h']);
  });
});

describe('a count of a list', () => {
  it('is marked if it is a minimum, and left out if it is unknown', () => {
    expect(formatCounted({ count: 1_200, isAtLeast: true })).toBe('1,200+');
    expect(formatCounted({ count: 0, isAtLeast: false })).toBe('0');
    expect(formatCounted({ count: 0, isAtLeast: true })).toBeUndefined();
  });
});
