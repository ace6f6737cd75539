import { describe, expect, test } from 'vitest';
import { describeChains, formatIds, describeKind, formatUtc } from '#renderer/features/activity/messages.ts';
import type { AuditVerification } from '#shared/contract/jobs.ts';

test('an entry says whether it was done', () => {
  expect(describeKind({ kind: 'intent', code: null })).toBe('Intent');
  expect(describeKind({ kind: 'outcome', code: 'ok' })).toBe('Done');
  expect(describeKind({ kind: 'outcome', code: 'plan-refused' })).toBe('Not done: plan-refused');
  expect(describeKind({ kind: 'unreadable', code: null })).toBe('Unreadable');
});

test('formats ids and times, and leaves text that is not a time as it is', () => {
  expect(formatIds({ batchId: 'b', documentId: 'd' })).toBe('batchId b, documentId d');
  expect(formatUtc('2026-11-22T14:24:06.120Z')).toBe('2026-11-22 14:24:06');
  expect(formatUtc('yesterday')).toBe('yesterday');
  expect(formatUtc(null)).toBe('');
});

const chain = {
  file: 'a.jsonl',
  entries: 214,
  state: 'verified',
  line: null,
  problem: null,
  anchoredAt: '2026-11-20T11:58:00.000Z',
} as const;
const verification = (more: Partial<AuditVerification> = {}): AuditVerification => ({
  checkedAt: '2026-11-20T12:00:00.000Z',
  chains: [chain],
  notCompared: null,
  writing: { anchoredAt: '2026-11-20T11:58:00.000Z', notSince: null, why: null },
  ...more,
});
const said = (more?: Partial<AuditVerification>): string =>
  describeChains(verification(more)).parts.join(' · ');

describe('the integrity of the audit trail', () => {
  test('is described with its newest anchor', () => {
    expect(said()).toBe('Chain intact · 214 entries · anchored 2 min ago');
    expect(said({ chains: [chain, { ...chain, entries: 1, anchoredAt: null }] })).toBe(
      '2 chains intact · 215 entries · anchored 2 min ago',
    );
    expect(said({ chains: [{ ...chain, entries: 1, anchoredAt: null }], writing: null })).toBe(
      'Chain intact · 1 entry · not anchored yet',
    );
    expect(describeChains(verification({ chains: [] }))).toEqual({
      parts: ['No audit trail on this machine yet'],
      tone: 'nothing',
    });
  });

  test('says since when it has no anchor, and why', () => {
    const writing = {
      anchoredAt: null,
      notSince: '2026-11-20T11:30:00.000Z',
      why: 'It is not there.',
    };
    expect(said({ writing })).toBe(
      'Chain intact · 214 entries · not anchored since 30 min ago: It is not there.',
    );
    const none = { ...chain, anchoredAt: null };
    expect(said({ chains: [none], writing: null, notCompared: 'Not signed in.' })).toMatch(
      /not anchored: Not signed in\.$/,
    );
    expect(said({ notCompared: 'Not signed in.' })).toMatch(
      /anchored 2 min ago; not compared now: Not signed in\.$/,
    );
  });

  test('does not treat a half-written line as a broken chain', () => {
    const torn = { ...chain, state: 'torn', problem: 'Line 215 breaks off.' } as const;
    expect(describeChains(verification({ chains: [torn] })).tone).toBe('good');
    expect(said({ chains: [torn] })).toMatch(/1 ends in half a line, as when Sluice is killed/);
    expect(said({ chains: [torn, torn] })).toMatch(/2 end in half a line/);
  });

  test('names a broken chain first', () => {
    const broken = { ...chain, state: 'broken', line: 3, problem: 'Line 3 was changed.' } as const;
    expect(describeChains(verification({ chains: [chain, broken] }))).toEqual({
      parts: ['1 of 2 chains broken'],
      tone: 'bad',
    });
  });
});
