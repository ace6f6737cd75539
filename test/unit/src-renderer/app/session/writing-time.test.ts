import { describe, expect, test, vi } from 'vitest';
import {
  askedNow,
  endedToast,
  endsSoonToast,
  timeLeft,
  unlockedToast,
  unlockErrors,
} from '#renderer/app/session/writing-time.ts';
import { messages } from '#renderer/app/messages.ts';
import { aSession } from '#test/builders/a-session.ts';

const until = '2026-11-20T14:30:00.000Z';
const end = Date.parse(until);

describe('the remaining time', () => {
  test.each([
    [30 * 60_000, '30 min'],
    [29 * 60_000 + 1, '30 min'],
    [60_001, '2 min'],
    [60_000, '60 s'],
    [41_300, '42 s'],
    [1, '1 s'],
    [0, '0 s'],
    [-5_000, '0 s'],
  ])('%i ms before its end is %s', (ms, words) => {
    expect(timeLeft(until, end - ms)).toBe(words);
  });
});

describe('the notice of its end', () => {
  test('shows how soon it ends, with the way to extend it', () => {
    const extend = vi.fn<() => void>();
    const toast = endsSoonToast('Prod', until, end - 120_000, extend);
    expect(toast.message).toBe(messages.writing.endsSoon('Prod', '2 min'));
    toast.action?.onAction();
    expect(extend).toHaveBeenCalledOnce();
  });

  test('shows why it has ended, in place of the previous notice', () => {
    const over = endedToast('Prod', until, end + 3);
    expect(unlockedToast(aSession({ writing: null })).id).toBe(over.id);
    expect(over).toMatchObject({
      id: endsSoonToast('Prod', until, end, () => undefined).id,
      message: 'Prod is read-only again',
      detail: messages.writing.ended(messages.writing.timeOver),
    });
    expect(endedToast('Prod', until, end - 60_000).detail).toMatch(/^Locked\./);
  });
});

describe('unlocking', () => {
  test('requires a reason and the exact name', () => {
    expect(unlockErrors({ reason: 'INC-1', typed: 'Prod' }, 'Prod')).toEqual({});
    expect(unlockErrors({ reason: '  x ', typed: '' }, 'Prod')).toEqual({
      reason: messages.writing.reasonTooShort,
      typed: 'Type Prod.',
    });
    expect(unlockErrors({ reason: 'x'.repeat(501), typed: 'prod' }, 'Prod')).toEqual({
      reason: 'At most 500 characters.',
      typed: messages.writing.otherName('prod', 'Prod'),
    });
  });
});

describe('the unlock dialog', () => {
  const shut = { open: false, isMore: false };

  test('offers an extension of a running time, or a first one', () => {
    expect(askedNow(shut, true, true)).toEqual({ open: true, isMore: true });
    expect(askedNow(shut, true, false)).toEqual({ open: true, isMore: false });
  });

  test('does not change its title while it closes after success', () => {
    const first = askedNow(shut, true, false);
    expect(askedNow(first, true, true)).toBe(first);
    expect(askedNow(first, false, true)).toEqual(shut);
  });

  test('offers a first one again if the time has ended meanwhile', () => {
    expect(askedNow({ open: true, isMore: true }, true, false)).toEqual({ open: true, isMore: false });
  });
});
