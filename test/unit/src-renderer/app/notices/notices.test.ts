import { describe, expect, test } from 'vitest';
import { toClickKey, newNotices, noticeToasts } from '#renderer/app/notices/notices.tsx';
import type { Place } from '#shared/contract/monitor.ts';
import { aNotice } from '#test/builders/monitor.ts';

const one = aNotice({ number: 1 });
const two = aNotice({ number: 2, kind: 'dead-letters', title: 'webhooks-dlq is no longer empty' });

describe('new notices on a page', () => {
  test('leave out those that were there before', () => {
    expect(newNotices(undefined, [one]).news).toEqual([]);
  });

  test('show each once, however often it is pushed', () => {
    const first = newNotices(undefined, [one]);
    const second = newNotices(first.told, [one, two]);
    expect(second.news).toEqual([two]);
    expect(newNotices(second.told, [one, two]).news).toEqual([]);
    // The main process keeps at most fifty notices, so older ones drop out.
    expect(newNotices(second.told, [two]).news).toEqual([]);
  });

  test('show the first of a restarted process, even if its number was there before', () => {
    const { told } = newNotices(undefined, [one]);
    const again = aNotice({ number: 1, at: '2026-11-22T13:00:00.000Z' });
    expect(newNotices(told, [again]).news).toEqual([again]);
  });

  test('leave out those that the desktop has shown', () => {
    const { told } = newNotices(undefined, []);
    expect(newNotices(told, [aNotice({ onDesktop: true })]).news).toEqual([]);
  });
});

test('a click counts as another one if the numbers have started again', () => {
  const first = toClickKey({ number: 1, at: '2026-11-22T12:00:00.000Z' });
  expect(toClickKey({ number: 1, at: '2026-11-22T12:00:00.000Z' })).toBe(first);
  expect(toClickKey({ number: 1, at: '2026-11-22T13:00:00.000Z' })).not.toBe(first);
});

describe('the toast of a notice', () => {
  test('leads to its page', () => {
    const opened: Place[] = [];
    const [toast] = noticeToasts([two], (place) => opened.push(place));
    expect(toast).toMatchObject({ message: two.title, detail: two.says, tone: 'failed' });
    expect(toast?.action?.label).toBe('Open the queue');
    toast?.action?.onAction();
    expect(opened).toEqual([two.place]);
  });

  test('is one for many', () => {
    const opened: Place[] = [];
    const many = Array.from({ length: 4 }, (_, index) => aNotice({ number: index + 1 }));
    const toasts = noticeToasts([...many, two], (place) => opened.push(place));
    expect(toasts).toHaveLength(1);
    expect(toasts[0]?.message).toBe('5 new notices');
    expect(toasts[0]?.detail).toContain('4 alarms and 1 dead-letter queue');
    toasts[0]?.action?.onAction();
    expect(opened).toEqual([{ desk: 'monitor', group: null, alarm: null }]);
  });
});
