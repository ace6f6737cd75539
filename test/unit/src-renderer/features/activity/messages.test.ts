import { describe, expect, test } from 'vitest';
import {
  describeChains,
  describeKind,
  formatUtc,
  joinEntries,
  joinPages,
  messages,
  nameEntry,
} from '#renderer/features/activity/messages.ts';
import type { AuditEntry, AuditVerification } from '#shared/contract/jobs.ts';

test('an entry says whether it was done', () => {
  expect(describeKind({ kind: 'intent', code: null })).toBe('Intent');
  expect(describeKind({ kind: 'outcome', code: 'ok' })).toBe('Done');
  expect(describeKind({ kind: 'outcome', code: 'plan-refused' })).toBe('Not done: plan-refused');
  expect(describeKind({ kind: 'unreadable', code: null })).toBe('Unreadable');
});

test('formats times, and leaves text that is not a time as it is', () => {
  expect(formatUtc('2026-11-22T14:24:06.120Z')).toBe('2026-11-22 14:24:06');
  expect(formatUtc('yesterday')).toBe('yesterday');
  expect(formatUtc(null)).toBe('');
});

function anEntry(change: Partial<AuditEntry>): AuditEntry {
  return {
    file: 'a.jsonl',
    sequence: 1,
    at: '2026-11-22T14:24:06.120Z',
    kind: 'intent',
    operation: 'review.decide',
    reference: 'ref-1',
    person: 'mira',
    role: 'support',
    connection: 'local',
    ids: {},
    code: null,
    ...change,
  };
}

describe('the audit trail', () => {
  const intent = anEntry({ ids: { documentId: 'doc-1' } });
  const outcome = anEntry({
    sequence: 2,
    kind: 'outcome',
    person: null,
    code: 'ok',
    ids: { decision: 'approve' },
  });

  test('has one row for an intent and its outcome', () => {
    const rows = joinEntries([outcome, intent]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.action).toMatchObject({ by: 'mira', outcome: 'ok', documentId: 'doc-1' });
    expect(rows[0]?.entries).toEqual([intent, outcome]);
  });

  test('shows an intent without an outcome, and an outcome whose intent is not read yet', () => {
    expect(joinEntries([intent]).map(({ action }) => action.outcome)).toEqual([null]);
    expect(joinEntries([outcome]).map(({ action }) => action.outcome)).toEqual(['ok']);
  });

  test('drops entries that the next page repeats, because others were added in front', () => {
    const entries = [5, 4, 3, 2].map((sequence) =>
      anEntry({ sequence, reference: `ref-${String(sequence)}` }),
    );
    // Two entries were added between the pages, so the second begins with the last two of the first.
    const pages = [{ entries: entries.slice(0, 3) }, { entries: entries.slice(1) }];
    expect(joinPages(pages)).toEqual(entries);
    const names = joinPages(pages).map(nameEntry);
    expect(new Set(names).size).toBe(names.length);
  });

  test('keeps entries of the same number from two files, and of two kinds', () => {
    const other = { ...intent, file: 'b.jsonl' };
    const ended = { ...outcome, sequence: intent.sequence };
    expect(joinPages([{ entries: [ended, intent] }, { entries: [other] }])).toEqual([ended, intent, other]);
  });

  test('does not join entries of two files or of two calls', () => {
    expect(joinEntries([outcome, { ...intent, file: 'b.jsonl' }])).toHaveLength(2);
    expect(joinEntries([outcome, { ...intent, reference: 'ref-2' }])).toHaveLength(2);
  });
});

test('the foot of everyone says how many of the entries that were read are shown', () => {
  expect(messages.everyone.end(37, 190, 200, false)).toBe('37 shown of 200 entries read; more may fit');
  expect(messages.everyone.end(190, 190, 200, true)).toBe('190 actions');
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
