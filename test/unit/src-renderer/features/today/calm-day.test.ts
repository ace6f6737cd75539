import { describe, expect, it } from 'vitest';
import { describeCalmDay } from '#renderer/features/today/calm-day.ts';
import { aJob } from '#test/builders/a-job.ts';
import { deriveMe } from '#renderer/features/today/seen.ts';
import {
  aMonitor,
  anAlarm,
  aSeen,
  atLeast,
  batches,
  exactly,
  failed,
  old,
  read,
  reading,
  review,
  unreachable,
} from './what-is-seen.ts';

describe('a day on which nothing needs anybody', () => {
  it('says what went well, with its figures', () => {
    expect(describeCalmDay(aSeen({ monitor: aMonitor([anAlarm(), anAlarm()]) }))).toEqual([
      '1,200 documents succeeded in the last 24 hours.',
      'There is no dead-letter queue.',
      'None of 2 alarms fires.',
      'No download batch has begun today.',
      'No batch is in work.',
    ]);
  });

  it('says nothing of what somebody may not see', () => {
    const limited = aSeen({
      me: deriveMe({ role: 'support', tenants: ['northwind'] }),
      monitor: undefined,
      queues: reading(),
      day: reading(),
      stuck: reading(),
    });
    expect(describeCalmDay(limited)).toEqual([
      '1,200 documents succeeded in the last 24 hours.',
      'No batch is in work.',
    ]);
  });

  it.each([
    ['batches are read', aSeen({ batches: reading() })],
    ['the review queue is read', aSeen({ review: reading() })],
    ['the queues could not be read', aSeen({ queues: failed() })],
    ['the alarms were not looked at', aSeen({ monitor: undefined })],
    ['AWS was not reached the last time', aSeen({ monitor: aMonitor([], { failure: 'No answer.' }) })],
    [
      'nobody may look at alarms',
      aSeen({ monitor: aMonitor([], { poller: { ...aMonitor([]).poller, state: 'off' } }) }),
    ],
    ['not all alarms were listed', aSeen({ monitor: aMonitor([anAlarm()], { isAll: false }) })],
    ['the jobs are not read', aSeen({ jobs: undefined })],
    ['a job stands still', aSeen({ jobs: [aJob({ state: 'interrupted' })] })],
    ['an alarm fires', aSeen({ monitor: aMonitor([anAlarm({ state: 'ALARM' })]) })],
    ['a tenant was not read', aSeen({ batches: read(batches({ problems: ['Not read: quill.'] })) })],
    [
      'a batch has failed',
      aSeen({
        batches: read(
          batches({
            failed: { batches: exactly(1), documents: exactly(1), lastHour: exactly(0), newest: [] },
          }),
        ),
      }),
    ],
    ['documents wait', aSeen({ review: read(review({ waiting: exactly(1) })) })],
    ['nobody has counted what waits', aSeen({ review: read(review({ waiting: atLeast(0) })) })],
  ])('is not told while %s', (_when, seen) => {
    expect(describeCalmDay(seen)).toBeNull();
  });

  it.each([
    ['batches', { batches: old(aSeen().batches) }],
    ['the review queue', { review: old(aSeen().review) }],
    ['the queues', { queues: old(aSeen().queues) }],
    ['the downloads', { day: old(aSeen().day) }],
    ['files that are stuck', { stuck: old(aSeen().stuck) }],
    ['files that nobody picked up', { neverPickedUp: old(aSeen().neverPickedUp) }],
    ['the jobs', { jobsFailure: unreachable }],
    ['the alarms', { monitorFailure: unreachable }],
  ])('is not told over %s that could not be read again', (_what, change) => {
    expect(describeCalmDay(aSeen(change))).toBeNull();
  });

  it('is told to who may not see the alarms, whatever becomes of them', () => {
    const me = deriveMe({ role: 'support', tenants: ['northwind'] });
    expect(describeCalmDay(aSeen({ me, monitorFailure: unreachable }))).not.toBeNull();
  });

  it('says nothing of the documents while they are being read', () => {
    expect(describeCalmDay(aSeen({ throughput: reading() }))?.[0]).toBe('There is no dead-letter queue.');
  });

  it('does not invent what was not read of the documents', () => {
    expect(describeCalmDay(aSeen({ throughput: failed() }))?.[0]).toBe(
      'How many documents ended in the last 24 hours was not read.',
    );
  });
});
