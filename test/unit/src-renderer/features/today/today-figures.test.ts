import { describe, expect, it } from 'vitest';
import type { Place } from '#shared/contract/monitor.ts';
import { chooseFigures } from '#renderer/features/today/today-figures.ts';
import { deriveMe, type Seen } from '#renderer/features/today/seen.ts';
import { messages } from '#renderer/features/today/messages.ts';
import {
  aMonitor,
  anAlarm,
  aQueue,
  aSeen,
  atLeast,
  batches,
  exactly,
  failed,
  none,
  old,
  read,
  reading,
  review,
  unreachable,
} from './what-is-seen.ts';

function aDepth(queue: string, depth: number | null, place: Place = { desk: 'dead-letters', queue }) {
  return { queue, place, depth, oldestSeconds: null, at: null };
}

function figure(seen: Seen, id: string) {
  return chooseFigures(seen).find((one) => one.id === id);
}

describe('the figures of a role', () => {
  it('are five, with queues and alarms only for people with all tenants', () => {
    const idsOf = (seen: Seen) => chooseFigures(seen).map(({ id }) => id);
    expect(idsOf(aSeen())).toEqual([
      'failed-batches',
      'failed-documents',
      'waiting',
      'dead-letters',
      'alarms',
    ]);
    const limited = aSeen({ me: deriveMe({ role: 'support', tenants: ['northwind'] }) });
    expect(idsOf(limited)).toEqual(['failed-batches', 'failed-documents', 'waiting', 'running', 'jobs']);
    const reviewer = aSeen({ as: 'reviewer', me: deriveMe({ role: 'reviewer', tenants: '*' }) });
    expect(idsOf(reviewer)).toEqual(['waiting', 'overdue', 'oldest', 'decided', 'running']);
    expect(idsOf({ ...reviewer, as: 'admin' })).not.toContain('dead-letters');
  });

  it('say "at least" if not all was counted, and unknown if nothing was', () => {
    const seen = aSeen({
      batches: read(
        batches({
          failed: { batches: atLeast(100), documents: atLeast(0), lastHour: exactly(2), newest: [] },
        }),
      ),
    });
    expect(figure(seen, 'failed-batches')).toMatchObject({
      label: 'Failed batches, at least',
      value: '100',
      sub: '2 in the last hour',
      isPressing: true,
    });
    expect(figure(seen, 'failed-documents')?.value).toBe('unknown');
  });

  it('are missing while they are read, and unknown if that failed', () => {
    expect(figure(aSeen({ batches: reading() }), 'failed-batches')).toMatchObject({
      value: undefined,
      sub: 'reading',
    });
    expect(figure(aSeen({ batches: failed() }), 'failed-batches')).toMatchObject({
      value: 'unknown',
      sub: 'not read',
    });
    expect(figure(aSeen({ batches: failed(), review: failed() }), 'waiting')?.value).toBe('unknown');
    expect(figure(aSeen({ batches: failed() }), 'waiting')?.value).toBe('0');
    expect(figure(aSeen({ monitor: undefined }), 'alarms')?.value).toBeUndefined();
    const neverSeen = aMonitor([], { alarms: null, failure: 'CloudWatch did not answer.' });
    expect(figure(aSeen({ monitor: neverSeen }), 'alarms')).toMatchObject({ value: 'unknown' });
  });

  it('are marked and not urgent if they could not be read again', () => {
    const late = review({ waiting: exactly(9), overdue: exactly(2), oldestAt: '2026-11-20T19:58:00.000Z' });
    const seen = aSeen({ jobsFailure: unreachable, review: read(late) });
    const each = ['batches', 'review', 'queues', 'day', 'desk'] as const;
    const parts = Object.fromEntries(each.map((name) => [name, old<unknown>(seen[name])]));
    const all = (['support', 'reviewer', 'admin'] as const).flatMap((as) =>
      chooseFigures({ ...seen, ...parts, as, me: deriveMe({ role: 'admin', tenants: '*' }) }),
    );
    expect(new Set(all.filter(({ id }) => id !== 'alarms').map(({ sub }) => sub))).toEqual(
      new Set([messages.figures.asBefore]),
    );
    expect(all.some(({ isPressing }) => isPressing)).toBe(false);
  });

  it('mark only the text below if only that is old', () => {
    const seen = aSeen();
    expect(figure({ ...seen, throughput: old(seen.throughput) }, 'failed-documents')).toMatchObject({
      value: '0',
      sub: '0 of 1,204 in 24 h, 0.0 %, not refreshed',
    });
    const late = old(read(review({ overdue: exactly(2) })));
    expect(figure({ ...seen, review: late }, 'waiting')).toMatchObject({
      value: '0',
      sub: '2 overdue, not refreshed',
      isPressing: false,
    });
  });

  it('of alarms are marked if a look was refused', () => {
    const refused = aMonitor([anAlarm()], { failure: 'CloudWatch denied it.' });
    expect(figure(aSeen({ monitor: refused }), 'alarms')).toMatchObject({
      value: '0',
      sub: messages.figures.asBefore,
    });
    expect(figure(aSeen({ monitorFailure: unreachable }), 'alarms')?.sub).toBe(messages.figures.asBefore);
  });

  it('take depths from the poller until SQS has answered, and leave out unknown ones', () => {
    const monitor = aMonitor(
      [anAlarm({ state: 'ALARM' }), anAlarm(), anAlarm({ state: 'INSUFFICIENT_DATA' })],
      {
        deadLetters: [
          aDepth('a', 40),
          aDepth('b', null),
          // Dead letters of downloads belong to another desk.
          aDepth('c', 7, { desk: 'downloads', standing: 'stuck' }),
        ],
      },
    );
    const seen = aSeen({ monitor, queues: reading() });
    expect(figure(seen, 'dead-letters')).toMatchObject({
      label: 'Dead letters, at least',
      value: '40',
      unit: 'in 1 queue',
      sub: 'reading',
    });
    expect(figure(seen, 'alarms')).toMatchObject({
      value: '1',
      unit: 'of 3',
      sub: '1 with too little data',
    });
  });

  it('are exact if every waiting document was looked at, whatever its batch counts', () => {
    const looked = review({
      buckets: { ...review().buckets, 'under-1h': exactly(2), 'over-24h': exactly(5) },
      waiting: atLeast(6),
    });
    const told = batches({ review: { batches: exactly(3), documents: atLeast(6) } });
    const seen = aSeen({ batches: read(told), review: read(looked) });
    expect(figure(seen, 'waiting')).toMatchObject({ label: 'Waiting for review', value: '7' });
    expect(figure({ ...seen, review: reading() }, 'waiting')?.label).toBe('Waiting for review, at least');
  });

  it('are not zero while something is unread', () => {
    const deadLetters = [aDepth('a', 0), aDepth('b', null)];
    const monitor = aMonitor([anAlarm()], { deadLetters, isAll: false });
    const seen = aSeen({ monitor, queues: reading() });
    expect(figure(seen, 'dead-letters')).toMatchObject({ label: 'Dead letters', value: 'unknown' });
    expect(figure(seen, 'alarms')).toMatchObject({ value: 'unknown', unit: 'of at least 1' });
  });

  it('of alarms without permission are unknown and do not wait for a look', () => {
    const { poller } = aMonitor([]);
    const off = aMonitor([], { alarms: null, poller: { ...poller, state: 'off', why: 'Denied.' } });
    expect(figure(aSeen({ monitor: off }), 'alarms')).toMatchObject({
      value: 'unknown',
      sub: messages.figures.notChecked,
    });
  });

  it('do not call a queue empty because its first expiry is unknown', () => {
    const rows = [aQueue({ nextExpiry: null }), aQueue({ name: 'other', depth: none })];
    const queues = rows.map((queue) => ({ name: queue.name, queue, failure: null }));
    const seen = aSeen({ queues: read({ queues, calls: 2, readAt: '2026-11-22T19:57:56.000Z' }) });
    expect(figure(seen, 'dead-letters')).toMatchObject({ value: '5', sub: 'next expiry unknown' });
  });

  it('of jobs are unknown if they were not read', () => {
    const me = deriveMe({ role: 'support', tenants: ['northwind'] });
    const jobsFailure = failed().failure;
    expect(figure(aSeen({ me, jobs: undefined, jobsFailure }), 'jobs')).toMatchObject({
      value: 'unknown',
      sub: 'not read',
    });
    expect(figure(aSeen({ me, jobs: undefined }), 'jobs')).toMatchObject({
      value: undefined,
      sub: 'reading',
    });
  });

  it('say that they are old while AWS is unreachable', () => {
    const { poller } = aMonitor([]);
    const monitor = aMonitor([anAlarm()], { poller: { ...poller, state: 'offline' }, failure: 'No answer.' });
    expect(figure(aSeen({ monitor }), 'alarms')?.sub).toBe(messages.figures.unreachable);
  });

  it('lead a reviewer to the overdue documents', () => {
    const seen = aSeen({
      as: 'reviewer',
      me: deriveMe({ role: 'reviewer', tenants: '*' }),
      review: read(
        review({
          buckets: { ...review().buckets, 'under-1h': atLeast(4) },
          overdue: exactly(3),
          waiting: atLeast(9),
          dueHours: 8,
          oldestAt: '2026-11-20T19:58:00.000Z',
        }),
      ),
    });
    expect(figure(seen, 'overdue')).toMatchObject({
      value: '3',
      sub: 'due after 8 h',
      lead: { desk: 'review', tenant: null, olderThanMinutes: 480 },
    });
    expect(figure(seen, 'oldest')).toMatchObject({
      label: 'Longest wait, at least',
      value: '2 d',
      sub: 'of at least 9 waiting',
    });
  });
});
