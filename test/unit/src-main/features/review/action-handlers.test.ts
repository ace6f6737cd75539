import { describe, expect, it } from 'vitest';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import type { CatalogueReader, PageRead } from '#main/aws/dynamodb/reading.ts';
import { actionHandlers, makeChange } from '#main/features/review/action-handlers.ts';
import { batchFacts } from '#main/features/review/batch-facts.ts';
import { isDecided, type Answer, type Change } from '#main/features/review/change-outcome.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { jsonAttributes } from '#main/rows/read-row.ts';
import { ok } from '#shared/contract/result.ts';
import { buildProblem, type ProblemCode } from '#shared/pipeline-api/problem.ts';
import { aReader, aReceipt, aStoredItem } from '#test/builders/a-reader.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const now = Date.UTC(2026, 0, 5, 9);
const seen = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd', version: 3 };
const context = { reference: 'r', role: 'reviewer', host: 'browser' } as const;
const storedDocument = { status: 'REVIEW_REQUIRED', version: 5, fileName: 'x.pdf', run: 1 };
const mira = { name: 'Mira', role: 'reviewer', tenants: '*' } as const;
const staging = aSession({ connection: aConnectionSummary({ id: 'staging' }), who: { ...mira, id: 'mira' } });
/** This connection is locked, so that a decision must never reach it. */
const production = aSession({
  connection: aConnectionSummary({ id: 'production', environment: 'production', readOnly: true }),
  who: { ...mira, id: 'mira-of-production' },
});

/** Opens another connection during the first call. */
function openingProductionMeanwhile(held: object) {
  const calls: string[] = [];
  let session = staging;
  const { reader } = aReader([[aStoredItem({ attributes: jsonAttributes({ ...storedDocument, ...held }) })]]);
  const doors = (): ConnectionDoors => {
    const { id } = session.connection;
    const call: PipelineApi['call'] = (name, { personId, ifMatch }) => {
      // A document that is read again asks once which calls there are, and a correction asks before it is sent.
      if (name === 'describeApi') {
        session = production;
        return Promise.resolve({ kind: 'not-sent', why: 'It is not there' });
      }
      calls.push(`${name} of ${personId} at ${id} on version ${ifMatch}`);
      session = production;
      return Promise.resolve({ kind: 'problem', problem: buildProblem('stale-version', 'It is so.') });
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

describe('a change that needs a second call, with another connection opened between the two', () => {
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

  it('is undone where it was decided, and nowhere else', async () => {
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

describe('a change that asks first what the API takes, with another connection opened meanwhile', () => {
  const corrections = [{ field: 'total', absent: true } as const];
  const typed = { ...seen, corrections, intentKey: 'an-intent', seconds: 5 };

  it.each([
    ['review.decide', 'reviewDocument', { ...typed, decision: 'approve', reason: null }],
    ['review.check', 'checkDocument', typed],
  ] as const)('%s goes where it was typed, as who typed it', async (name, sent, input) => {
    const { handlers, calls } = openingProductionMeanwhile({});
    await handlers[name](input as never, context);
    expect(calls).toEqual([`${sent} of mira at staging on version 3`]);
  });
});

it.each(['tenantId', 'projectId', 'batchId', 'documentId'] as const)(
  'a change with a "#" in its %s is refused before anything is sent',
  async (name) => {
    const { handlers, calls } = openingProductionMeanwhile({});
    const answer = await handlers['review.undo']({ ...seen, [name]: 'a#b' }, context);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'invalid-input', issues: [{ path: name }] } });
    expect(calls).toEqual([]);
  },
);

const waiting = { status: 'REVIEW_REQUIRED', version: 3, fileName: 'x.pdf', run: 1 };
const later = '2026-01-05T09:05:00.000Z';

interface Told {
  readonly document?: object | 'unreadable';
  readonly request?: object;
}

/** Decides on a document, with this answer of the pipelines and this document in the table. */
async function deciding(answer: Answer, { document = waiting, request }: Told = {}) {
  const asked: string[] = [];
  const page = (found: object | undefined): PageRead => ({
    items:
      found === undefined
        ? []
        : [
            {
              table: 'main',
              key: {},
              entity: null,
              attributes: jsonAttributes(found as Record<string, unknown>),
              bytes: 100,
              catchingUp: false,
              expired: false,
            },
          ],
    cursor: null,
    asked: { operation: 'GetItem', table: 'main', index: null, conditions: [] },
    throttled: 0,
    receipt: aReceipt,
  });
  const doors = refusingDoors('Staging');
  const reader: CatalogueReader = {
    ...doors.reader,
    run(name, ...more) {
      asked.push(name);
      if (document === 'unreadable') return doors.reader.run(name, ...more);
      if (name === 'extraction.documentById') return Promise.resolve(ok(page(document), aReceipt));
      return Promise.resolve(ok(page(name === 'extraction.requestOfCaller' ? request : undefined), aReceipt));
    },
  };
  const change: Change<'reviewDocument'> = {
    name: 'reviewDocument',
    seen,
    body: { decision: 'approve', corrections: [] },
    idempotencyKey: 'intent-one',
    isKeyKept: true,
    notDone: 'Nothing was decided.',
    stands: isDecided('approve', []),
  };
  const who = { id: 'reviewer', name: 'Teo', role: 'reviewer' as const, tenants: '*' as const };
  const pipeline: PipelineApi = {
    call: (name) =>
      Promise.resolve(
        name === 'describeApi' ? { kind: 'not-sent', why: 'It is not there' } : (answer as never),
      ),
  };
  const outcome = await makeChange(change, {
    doors: () => ({ ...doors, reader, pipeline }),
    session: () => aSession({ who }),
    facts: batchFacts(() => now),
    seen() {},
    now: () => now,
  });
  return { outcome, asked };
}

const problem = (code: ProblemCode, current?: object): Answer => ({
  kind: 'problem',
  problem: buildProblem(code, 'It is so.', current === undefined ? {} : { current: { ...current } }),
});
const unclear: Answer = { kind: 'unclear', why: 'The connection ended', status: null };

describe('the outcome of a decision', () => {
  it.each([
    ['role-required', 'pipeline-refused', 'whose role allows it'],
    ['sign-in-expired', 'sign-in-expired', 'nothing typed is lost'],
    ['not-signed-in', 'sign-in-expired', 'Nothing was decided.'],
    ['not-found', 'pipeline-refused', 'Nothing was decided.'],
    ['malformed-request', 'pipeline-refused', 'different versions'],
    ['too-large', 'pipeline-refused', 'Nothing was decided.'],
  ] as const)('is failure %s for problem %s, in words', async (code, expected, words) => {
    const { outcome, asked } = await deciding(problem(code));
    expect(outcome).toMatchObject({
      failure: { code: expected, message: expect.stringContaining(words) as string },
    });
    expect(asked).toEqual([]);
  });

  it('that was never sent is a failure without effect', async () => {
    const { outcome } = await deciding({ kind: 'not-sent', why: 'No network.' });
    expect(outcome).toMatchObject({
      failure: {
        code: 'pipeline-unreachable',
        message: expect.stringContaining('Nothing was decided.') as string,
      },
    });
  });

  it.each([
    'not-twice-by-you',
    'hold-over',
    'not-your-review',
    'not-a-reviewer',
    'already-checked',
    'not-accepted-unseen',
  ] as const)('is a refusal of this person for problem %s, in a sentence', async (code) => {
    const { outcome } = await deciding(problem(code));
    expect(outcome).toMatchObject({
      value: { kind: 'refused', problem: code, message: expect.stringMatching(/\.$/) as string },
    });
  });

  it('names the holder given by the API, and no one else', async () => {
    const claim = { ...waiting, claimedBy: 'reviewer-2', claimExpiresAt: later };
    const held = { value: { kind: 'held', by: 'reviewer-2', until: later } };
    expect((await deciding(problem('claimed-by-another', claim))).outcome).toMatchObject(held);
    // The answer names no holder, so the table is read.
    const document = { ...claim, version: 4 };
    expect((await deciding(problem('claimed-by-another'), { document })).outcome).toMatchObject(held);
    expect((await deciding(problem('stale-version'), { document })).outcome).toMatchObject(held);
    const freed = await deciding(problem('claimed-by-another'), { document: { ...waiting, version: 5 } });
    expect(freed.outcome).toMatchObject({ value: { kind: 'changed', document: { version: 5 } } });
  });

  it('on an outdated version is done if the next one contains this very decision, and otherwise lost', async () => {
    const mine = { ...waiting, version: 4, status: 'SUCCEEDED', decision: 'approve', reviewedBy: 'reviewer' };
    expect((await deciding(problem('stale-version'), { document: mine })).outcome).toMatchObject({
      value: { kind: 'done', version: 4 },
    });
    for (const other of [{ version: 5 }, { reviewedBy: 'reviewer-2' }, { decision: 'reject' }]) {
      const { outcome } = await deciding(problem('stale-version'), { document: { ...mine, ...other } });
      expect(outcome).toMatchObject({ value: { kind: 'changed' } });
    }
  });

  it('that was refused stays so if it cannot be read again', async () => {
    const { outcome } = await deciding(problem('stale-version'), { document: 'unreadable' });
    expect(outcome).toMatchObject({
      failure: { code: 'pipeline-refused', problem: 'stale-version' },
    });
  });

  it('without an answer is what the pipeline remembers of it', async () => {
    const decided = {
      ...waiting,
      version: 4,
      status: 'SUCCEEDED',
      decision: 'approve',
      reviewedBy: 'reviewer',
    };
    const request = { status: 200, body: JSON.stringify({ document: decided }) };
    // The document was reprocessed since.
    const document = { ...waiting, version: 9, status: 'PROCESSING' };
    const done = { value: { kind: 'done', version: 4, status: 'SUCCEEDED' } };
    expect((await deciding(unclear, { document, request })).outcome).toMatchObject(done);
    const tooLarge = { status: 200, body: '{}' };
    expect((await deciding(unclear, { document: decided, request: tooLarge })).outcome).toMatchObject(done);
    // The same key was used for a different decision before.
    const other = { ...decided, decision: 'reject', status: 'REJECTED' };
    const another = { status: 200, body: JSON.stringify({ document: other }) };
    expect((await deciding(unclear, { document: other, request: another })).outcome).toMatchObject({
      value: { kind: 'changed', document: { status: 'REJECTED' } },
    });
  });

  const answered = (document: object): Answer => ({
    kind: 'answered',
    value: { document: document as never },
  });

  it('that was made before what was seen is done if it still holds, and over if it was undone', async () => {
    const given = { ...waiting, version: 3, holdUntil: later };
    const opinion = { by: 'reviewer', at: later, decision: 'approve', corrections: [] };
    const stands = { ...waiting, version: 5, opinions: [opinion], claimedBy: 'reviewer-2' };
    expect((await deciding(answered(given), { document: stands })).outcome).toMatchObject({
      value: { kind: 'done', version: 5, step: 'second' },
    });
    const others = { ...waiting, version: 5, opinions: [{ ...opinion, by: 'reviewer-2' }] };
    expect((await deciding(answered(given), { document: others })).outcome).toMatchObject({
      value: { kind: 'refused', problem: 'key-reused' },
    });
    // The second reviewer has agreed since.
    const agreed = {
      ...waiting,
      version: 6,
      status: 'SUCCEEDED',
      reviewedBy: 'reviewer-2',
      decision: 'approve',
    };
    expect((await deciding(answered(given), { document: agreed })).outcome).toMatchObject({
      value: { kind: 'done', version: 3 },
    });
    const decided = { ...agreed, version: 3, reviewedBy: 'reviewer' };
    expect((await deciding(answered(decided), { document: agreed })).outcome).toMatchObject({
      value: { kind: 'changed', document: { reviewedBy: 'reviewer-2' } },
    });
    expect((await deciding(answered(given), { document: 'unreadable' })).outcome).toMatchObject({
      value: { kind: 'unclear' },
    });
  });

  it('with other corrections under its key is done if the document now has them', async () => {
    const mine = { ...waiting, version: 9, status: 'SUCCEEDED', decision: 'approve', reviewedBy: 'reviewer' };
    expect((await deciding(problem('key-reused'), { document: mine })).outcome).toMatchObject({
      value: { kind: 'done', version: 9 },
    });
    const other = { ...mine, decision: 'reject' };
    expect((await deciding(problem('key-reused'), { document: other })).outcome).toMatchObject({
      value: { kind: 'changed' },
    });
  });

  it('without an answer, and without a trace, is certain only if its version is outdated', async () => {
    const moved = { ...waiting, version: 4 };
    expect((await deciding(unclear, { document: moved })).outcome).toMatchObject({
      value: { kind: 'changed' },
    });
    for (const told of [
      {},
      { document: moved, request: { note: 'begun' } },
      { document: 'unreadable' as const },
    ]) {
      expect((await deciding(unclear, told)).outcome).toMatchObject({
        value: {
          kind: 'unclear',
          message:
            'The connection ended. Not confirmed whether it was done. Ask again: it is the same request, so nothing is done twice.',
        },
      });
    }
  });
});
