import { describe, expect, it } from 'vitest';
import { findIdForms, ulidAt } from '#shared/domain/id-forms.ts';

const at = Date.parse('2026-03-10T08:30:00.000Z');
const hour = 3_600_000;
const ulid = (time: number) => ulidAt(time, () => 0.4);
const uuid7 = (time: number) => {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-0123456789ab`;
};

function listForms(...items: readonly (readonly [string, number | null])[]): string[] {
  return findIdForms(items.map(([id, time]) => ({ id, at: time }))).map(({ name }) => name);
}

describe('ids that contain their time of creation', () => {
  it.each([
    ['{ULID}', ulid(at)],
    ['batch-{ULID}', `batch-${ulid(at)}`],
    ['batch-{ULID}', `batch-${ulid(at).slice(0, 12)}`],
    ['b_{lower-case ULID}', `b_${ulid(at).toLowerCase()}`],
    ['{UUIDv7}', uuid7(at)],
    ['{KSUID}', '0ujtsYcgvSTl8PAuAdqWYSMnLOv'],
    ['KB-{date}', 'KB-2026-03-10-0007'],
    ['{compact date}', '20260310T083000-x'],
    ['{milliseconds}', `${at}-77`],
    ['run/{seconds}', `run/${at / 1_000}`],
  ])('are recognised in the form %s', (form, id) => {
    const time = form === '{KSUID}' ? ksuidTime : at;
    expect(listForms([id, time])).toContain(form);
  });

  // This is the example of KSUID's inventors: https://github.com/segmentio/ksuid
  const ksuidTime = (1_400_000_000 + 107_608_047) * 1_000;

  it.each([
    ['a random UUID', ['f47ac10b-58cc-4372-a567-0e02b2c3d479', at]],
    ['a number that only counts', ['KB-000123', at]],
    ['a time in it that its item does not confirm', [ulid(at - 2 * hour), at]],
    ['an item that does not say when it was made', [ulid(at), null]],
    ['a date of last week', ['KB-2026-03-03-0007', at]],
    ['nothing', ['', at]],
  ] as const)('are not recognised with %s', (_what, [id, time]) => {
    expect(listForms([id, time])).toEqual([]);
  });

  it('have one form in common, or none', () => {
    expect(listForms([`A-${ulid(at)}`, at], [`A-${ulid(at - hour)}`, at - hour])).toEqual(['A-{ULID}']);
    expect(listForms([`A-${ulid(at)}`, at], [`B-${ulid(at)}`, at])).toEqual([]);
    expect(listForms([ulid(at), at], [uuid7(at), at])).toEqual([]);
  });

  it('still have it if clocks differ, or a date is of another time zone', () => {
    expect(listForms([ulid(at - hour), at])).toEqual(['{ULID}']);
    expect(listForms(['2026-03-11-a', at])).toEqual(['{date}']);
  });
});
