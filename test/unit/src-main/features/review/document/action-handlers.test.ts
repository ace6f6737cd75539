import { describe, expect, it } from 'vitest';
import type { ConnectionDoors } from '#main/aws/connection-access.ts';
import { refusingDoors } from '#main/aws/refusing-doors.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { actionHandlers } from '#main/features/review/document/actions/action-handlers.ts';
import { batchFacts } from '#main/features/review/document/batch-facts.ts';
import { jsonAttributes } from '#main/rows/read-row.ts';
import { problemOf } from '#shared/pipeline-api/problem.ts';
import { aReader, aStoredItem } from '#test/builders/a-reader.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const now = Date.UTC(2026, 0, 5, 9);
const seen = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd', version: 3 };
const context = { reference: 'r', role: 'reviewer', host: 'browser' } as const;
const document = { status: 'REVIEW_REQUIRED', version: 5, fileName: 'x.pdf', run: 1 };
const who = { name: 'Mira', role: 'reviewer', tenants: '*' } as const;
const staging = aSession({ connection: aConnectionSummary({ id: 'staging' }), who: { ...who, id: 'mira' } });
/** Locked: nobody was let in to change anything there. */
const production = aSession({
  connection: aConnectionSummary({ id: 'production', environment: 'production', readOnly: true }),
  who: { ...who, id: 'mira-of-production' },
});

/** Another connection is opened while the first call is on its way. */
function openingProductionMeanwhile(held: object) {
  const calls: string[] = [];
  let session = staging;
  const { reader } = aReader([[aStoredItem({ attributes: jsonAttributes({ ...document, ...held }) })]]);
  const doors = (): ConnectionDoors => {
    const { id } = session.connection;
    const call: PipelineApi['call'] = (name, { personId, ifMatch }) => {
      calls.push(`${name} of ${personId} at ${id} on version ${ifMatch}`);
      session = production;
      return Promise.resolve({ kind: 'problem', problem: problemOf('stale-version', 'It is so.') });
    };
    return { ...refusingDoors(id), reader, pipeline: { call } };
  };
  const nothing = (outcome: never) => outcome;
  const handlers = actionHandlers({
    doors,
    session: () => session,
    facts: batchFacts(() => now),
    seen() {},
    now: () => now,
    newKey: () => 'a-key',
    work: { desk: () => ({ after: nothing, afterUndo: nothing }), isDone: () => false },
  });
  return { handlers, calls };
}

describe('a change that takes a second call, with another connection opened between the two', () => {
  it.each(['mira', 'mira-of-production'])(
    'is given back where it was claimed, and nowhere else (claimed by %s)',
    async (claimedBy) => {
      const { handlers, calls } = openingProductionMeanwhile({ claimedBy });
      await handlers['review.release'](seen, context);
      const first = 'releaseDocument of mira at staging on version 3';
      const second = 'releaseDocument of mira at staging on version 5';
      expect(calls).toEqual(claimedBy === 'mira' ? [first, second] : [first]);
    },
  );

  it('is taken back where it was decided, and nowhere else', async () => {
    const { handlers, calls } = openingProductionMeanwhile({
      holdUntil: '2026-01-05T09:05:00.000Z',
      opinions: [{ by: 'mira', at: '2026-01-05T09:00:00.000Z', decision: 'approve', corrections: [] }],
    });
    await handlers['review.undo'](seen, context);
    expect(calls).toEqual([
      'undoReview of mira at staging on version 3',
      'undoReview of mira at staging on version 5',
      'undoReview of mira at staging on version 5',
    ]);
  });
});
