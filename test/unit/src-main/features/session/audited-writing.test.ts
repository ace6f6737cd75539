import { expect, it } from 'vitest';
import { writingIds, writingOutcome } from '#main/features/session/audited-writing.ts';
import { aSession } from '#test/builders/a-session.ts';

it('names for how long production was unlocked, why, and until when', () => {
  const input = { connectionId: 'prod', typed: 'Prod', minutes: 30, reason: 'INC-7' };
  expect(writingIds('connections.unlock', input)).toEqual({ minutes: '30', reason: 'INC-7' });
  const writing = { until: '2026-11-20T14:30:00.000Z', reason: 'INC-7' };
  expect(writingOutcome('connections.unlock', aSession({ writing }))).toEqual({ until: writing.until });
});

it('says nothing of other calls', () => {
  expect(writingIds('connections.lock', {})).toEqual({});
  expect(writingOutcome('connections.lock', aSession())).toBeUndefined();
  expect(writingOutcome('connections.unlock', aSession())).toBeUndefined();
});
