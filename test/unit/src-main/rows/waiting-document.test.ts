import { describe, expect, it } from 'vitest';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { placeInQueue, waitingDocument } from '#main/rows/waiting-document.ts';

const key = (PK: string, SK: string): Attributes => ({ PK: { S: PK }, SK: { S: SK } });
const at = '2026-11-20T10:00:00.000Z';

function stored(itemKey: Attributes, attributes: Attributes): StoredItem {
  return {
    table: 'main',
    key: itemKey,
    entity: null,
    attributes: { ...itemKey, ...attributes },
    bytes: 100,
    catchingUp: false,
    expired: false,
  };
}

const batch = batchRow(stored(key('TENANT#t#PROJECT#p', 'BATCH#b'), { workflowId: { S: 'w' } }));
const waiting = (attributes: Attributes) =>
  waitingDocument(stored(key('TENANT#t#BATCH#b', 'DOCUMENT#d'), attributes), batch, usual);
const usual = { order: { dueHours: 24, priority: 'normal' }, types: null } as const;

describe('a waiting document', () => {
  it('shows which doubts its fields have, and no value', () => {
    const flagged = (...flags: string[]) => ({
      M: { value: { S: 'GB33 secret' }, flags: { L: flags.map((flag) => ({ S: flag })) } },
    });
    const { row } = waiting({
      status: { S: 'REVIEW_REQUIRED' },
      statusSince: { S: at },
      fields: {
        M: {
          iban: flagged('check failed', 'below threshold'),
          total: flagged('below threshold'),
          supplier: flagged(),
          note: flagged('GB33 secret'),
        },
      },
    });
    expect(row).toMatchObject({
      tenantId: 't',
      projectId: 'p',
      batchId: 'b',
      documentId: 'd',
      workflowId: 'w',
      waitingSince: at,
      reasons: ['below threshold', 'check failed'],
      flagged: 2,
      step: 'first',
    });
    expect(JSON.stringify(row)).not.toContain('secret');
  });

  it('waits since its last change, or its creation, if it has no waiting time', () => {
    const made = '2026-11-19T10:00:00.000Z';
    expect(waiting({ createdAt: { S: made }, updatedAt: { S: at } }).row.waitingSince).toBe(at);
    expect(waiting({ createdAt: { S: made } }).row.waitingSince).toBe(made);
    expect(waiting({}).row.waitingSince).toBeNull();
  });

  it('says that its results are stored elsewhere', () => {
    const { row, isElsewhere } = waiting({ resultsAt: { M: { bucket: { S: 'b' } } } });
    expect([row.reasons, row.flagged, isElsewhere]).toEqual([[], 0, true]);
    expect(row.problems).toContain('fields: are in S3, so the reason it waits is not shown here');
  });

  it('is as many steps on as it has opinions, whatever these are', () => {
    const opinions = (count: number): Attributes => ({
      opinions: { L: Array.from({ length: count }, () => ({ S: 'odd' })) },
    });
    expect([0, 1, 2, 3].map((count) => waiting(opinions(count)).row.step)).toEqual([
      'first',
      'second',
      'third',
      'third',
    ]);
  });
});

it('its place is that in the index', () => {
  const placed = (GSI2SK: string) => placeInQueue(stored({}, { GSI2SK: { S: GSI2SK } }));
  expect([placed(at), placed('someday')]).toEqual([Date.parse(at), null]);
});
