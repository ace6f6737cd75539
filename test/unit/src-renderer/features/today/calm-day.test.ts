import { describe, expect, it } from 'vitest';
import { describeCalmDay } from '#renderer/features/today/calm-day.ts';
import { aJob } from '#test/builders/a-job.ts';
import { deriveMe } from '#renderer/features/today/seen.ts';
import { messages } from '#renderer/features/today/messages.ts';
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

describe('a day without anything to do', () => {
  it('says what went well, with its figures', () => {
    expect(describeCalmDay(aSeen({ monitor: aMonitor([anAlarm(), anAlarm()]) }))).toEqual([
      '1,200 documents succeeded in the last 24 hours.',
      messages.calm.noQueues,
      'None of 2 alarms firing.',
      messages.downloads.none,
      messages.calm.noneRunning,
    ]);
  });

  it('is not known where batches of all tenants are missing', () => {
    const at = '2026-11-01T00:00:00.000Z';
    const answeredFrom = { from: 'attention', upTo: at, keptSince: at, wholeSince: at } as const;
    const calm = (whole: string | null) =>
      describeCalmDay(
        aSeen({ batches: read(batches({ answeredFrom: { ...answeredFrom, wholeSince: whole } })) }),
      );
    expect(calm(at)).not.toBeNull();
    expect(calm(null)).toBeNull();
  });

  it('leaves out what the person may not see', () => {
    const limited = aSeen({
      me: deriveMe({ role: 'support', tenants: ['northwind'] }),
      monitor: undefined,
      queues: reading(),
      day: reading(),
      stuck: reading(),
    });
    expect(describeCalmDay(limited)).toEqual([
      '1,200 documents succeeded in the last 24 hours.',
      messages.calm.noneRunning,
    ]);
  });

  it.each([
    ['batches are read', aSeen({ batches: reading() })],
    ['the review queue is read', aSeen({ review: reading() })],
    ['the queues could not be read', aSeen({ queues: failed() })],
    ['the alarms were not looked at', aSeen({ monitor: undefined })],
    ['AWS was not reached the last time', aSeen({ monitor: aMonitor([], { failure: 'No answer.' }) })],
    [
      'the person may not look at alarms',
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
    ['the waiting documents are not counted', aSeen({ review: read(review({ waiting: atLeast(0) })) })],
  ])('is not reported while %s', (_when, seen) => {
    expect(describeCalmDay(seen)).toBeNull();
  });

  it.each([
    ['batches', { batches: old(aSeen().batches) }],
    ['the review queue', { review: old(aSeen().review) }],
    ['the queues', { queues: old(aSeen().queues) }],
    ['the downloads', { day: old(aSeen().day) }],
    ['files that are stuck', { stuck: old(aSeen().stuck) }],
    ['files that were never picked up', { neverPickedUp: old(aSeen().neverPickedUp) }],
    ['the jobs', { jobsFailure: unreachable }],
    ['the alarms', { monitorFailure: unreachable }],
  ])('is not reported over %s that could not be read again', (_what, change) => {
    expect(describeCalmDay(aSeen(change))).toBeNull();
  });

  it('is reported to a person who may not see alarms, whatever their state', () => {
    const me = deriveMe({ role: 'support', tenants: ['northwind'] });
    expect(describeCalmDay(aSeen({ me, monitorFailure: unreachable }))).not.toBeNull();
  });

  it('leaves the documents out while they are being read', () => {
    expect(describeCalmDay(aSeen({ throughput: reading() }))?.[0]).toBe(messages.calm.noQueues);
  });

  it('leaves out documents that were not read', () => {
    expect(describeCalmDay(aSeen({ throughput: failed() }))?.[0]).toBe(messages.calm.notRead);
  });
});
