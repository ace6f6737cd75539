import { describe, expect, it } from 'vitest';
import { refuseOthers } from '#main/features/review/refuse-others.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const context = { reference: 'r', role: 'reviewer', host: 'browser' } as const;
const seen = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd', version: 3 };
const intentKey = 'intent-1';
const noor = { id: 'noor', name: 'Noor', role: 'reviewer', tenants: '*' } as const;
const connection = aConnectionSummary({ id: 'staging' });
const typedBy = { connectionId: 'staging', personId: 'noor' };
const decision = 'approve' as const;
const approval = { ...seen, decision, corrections: [], reason: null, intentKey, seconds: 1 };
const handOver = { ...seen, to: 'teo', note: null, intentKey };
const check = { ...seen, corrections: [], intentKey, seconds: 1 };
const refile = { ...seen, into: [], also: [], reason: 'Two documents', intentKey };

function withSession(next: Partial<Session>) {
  const sent: object[] = [];
  const outcome = { kind: 'refused', problem: 'stale-version', message: 'It arrived.' } as const;
  const send = async (input: object) => {
    sent.push(input);
    return ok({ outcome });
  };
  const handlers = refuseOthers(
    {
      'review.decide': send,
      'review.undo': send,
      'review.handOver': send,
      'review.check': send,
      'review.refile': send,
    },
    () => aSession({ connection, who: noor, ...next }),
  );
  return { handlers, sent };
}

type Handlers = ReturnType<typeof withSession>['handlers'];

const decisions: [string, (handlers: Handlers, by?: typeof typedBy) => unknown][] = [
  ['an approval', (to, by) => to['review.decide']({ ...approval, ...(by && { typedBy: by }) }, context)],
  ['a hand-over', (to, by) => to['review.handOver']({ ...handOver, ...(by && { typedBy: by }) }, context)],
  ['a check', (to, by) => to['review.check']({ ...check, ...(by && { typedBy: by }) }, context)],
  ['a filing', (to, by) => to['review.refile']({ ...refile, ...(by && { typedBy: by }) }, context)],
];

const others: [string, Partial<Session>][] = [
  ['another person is signed in', { who: { ...noor, id: 'teo', name: 'Teo' } }],
  ['another connection is open', { connection: aConnectionSummary({ id: 'production' }) }],
];

describe.each(decisions)('%s', (_, decide) => {
  it.each(others)('is not sent when %s, and stays unclear', async (_when, next) => {
    const { handlers, sent } = withSession(next);
    expect(await decide(handlers, typedBy)).toMatchObject({
      ok: true,
      value: { outcome: { kind: 'unclear' } },
    });
    expect(sent).toEqual([]);
  });

  it('is sent for the person who made it, without their name', async () => {
    const { handlers, sent } = withSession({});
    await decide(handlers, typedBy);
    await decide(handlers);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).not.toHaveProperty('typedBy');
  });
});

describe('taking back a decision', () => {
  it.each(others)('is refused when %s', async (_when, next) => {
    const { handlers, sent } = withSession(next);
    const answer = await handlers['review.undo']({ ...seen, typedBy }, context);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'not-signed-in' } });
    expect(sent).toEqual([]);
  });
});

it('a person whose sign-in has ended is told so by the action', async () => {
  const { handlers, sent } = withSession({ who: null });
  await handlers['review.decide']({ ...approval, typedBy }, context);
  expect(sent).toEqual([approval]);
});
