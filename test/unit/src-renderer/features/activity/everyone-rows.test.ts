import { describe, expect, test } from 'vitest';
import type { ActivityRow } from '#renderer/contract/use-activity.ts';
import { buildColumns, markDays } from '#renderer/features/activity/everyone-rows.tsx';
import { someNames } from '#test/builders/some-names.ts';

function aRow(at: string | null): ActivityRow {
  const none = { projectId: null, batchId: null, documentId: null, workflowId: null, queue: null };
  return {
    entry: {
      id: String(at),
      at,
      by: 'mira',
      isMine: false,
      kind: 'note',
      operation: 'notes.add',
      outcome: 'ok',
      tenantId: null,
      ...none,
      fingerprint: null,
      jobId: null,
      facts: {},
      note: null,
      problems: [],
    },
    sentence: { who: 'Mira', did: 'wrote a note', result: null, tone: 'good' },
  };
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone });
}

function dayColumn(now: string, format: Intl.DateTimeFormat, isFiltered = false) {
  const [day] = buildColumns({ names: someNames(), now: Date.parse(now), isFiltered, format });
  if (day?.id !== 'day') throw new Error('The day is not the first column.');
  return day;
}

describe('the day of a row', () => {
  const utc = formatIn('UTC');
  const rows = markDays(
    ['2026-11-28T09:00:00Z', '2026-11-28T08:00:00Z', '2026-11-27T23:00:00Z', null].map(aRow),
    utc,
  );
  const now = '2026-11-28T12:00:00Z';

  test('is known in every row, so that the filter finds each row of a day', () => {
    const { text, value } = dayColumn(now, utc);
    expect(rows.map((row) => value(row))).toEqual(['Sat 28 Nov', 'Sat 28 Nov', 'Fri 27 Nov', null]);
    expect(rows.map((row) => text?.(row))).toEqual([
      'Today, Sat 28 Nov',
      'Today, Sat 28 Nov',
      'Fri 27 Nov',
      '',
    ]);
  });

  test('is shown in the first row of a day, and in every row while a filter may hide that one', () => {
    const isShown = (isFiltered: boolean) => {
      const { cell } = dayColumn(now, utc, isFiltered);
      return rows.slice(0, 3).map((row) => cell?.(row) !== null);
    };
    expect(isShown(false)).toEqual([true, false, true]);
    expect(isShown(true)).toEqual([true, true, true]);
  });

  test.each([
    ['Europe/Berlin', '2026-11-27T23:30:00Z', '2026-11-27T23:10:00Z', '2026-11-27T22:00:00Z'],
    ['Pacific/Auckland', '2026-11-27T05:00:00Z', '2026-11-27T01:00:00Z', '2026-11-26T10:00:00Z'],
    ['America/Los_Angeles', '2026-11-28T02:00:00Z', '2026-11-27T10:00:00Z', '2026-11-27T06:00:00Z'],
  ])('is today by the clock of the rows in %s', (zone, at, today, yesterday) => {
    const format = formatIn(zone);
    const { text } = dayColumn(at, format);
    const texts = markDays([aRow(today), aRow(yesterday)], format).map((row) => text?.(row) ?? '');
    expect(texts.map((one) => one.startsWith('Today'))).toEqual([true, false]);
  });
});
