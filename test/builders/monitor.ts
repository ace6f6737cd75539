import type {
  Alarm,
  AlarmChange,
  AlarmState,
  Charts,
  Monitor,
  Notice,
  Poller,
  Series,
} from '#shared/contract/monitor.ts';

export function anAlarm(given: Partial<Alarm> = {}): Alarm {
  return {
    name: 'documents-dlq-not-empty',
    description: 'There are dead letters of documents.',
    state: 'OK',
    reason:
      'Threshold Crossed: 1 datapoint [0.0 (20/11/26 00:29:00)] was not greater than the threshold (0.0).',
    since: '2026-11-20T12:00:00.000Z',
    metric: {
      namespace: 'AWS/SQS',
      name: 'ApproximateNumberOfMessagesVisible',
      dimensions: { QueueName: 'documents-dlq' },
    },
    rule: 'Maximum greater than 0, in 1 of 1 period of 60 s',
    hasActions: false,
    place: { desk: 'dead-letters', queue: 'documents-dlq' },
    ...given,
  };
}

export function aTurn(at: string, from: AlarmState, to: AlarmState): AlarmChange {
  return { at, kind: 'state', from, to, says: `Alarm updated from ${from} to ${to}` };
}

export function aPoller(given: Partial<Poller> = {}): Poller {
  return {
    state: 'waiting',
    why: null,
    seconds: 60,
    lastAt: '2026-11-22T12:00:00.000Z',
    nextAt: '2026-11-22T12:01:00.000Z',
    looks: 12,
    calls: 36,
    budget: {
      metrics: 27,
      calls: 3,
      months: [
        { seconds: 60, quiet: '1.4616', wrong: '3.0168' },
        { seconds: 300, quiet: '1.2', wrong: '1.2' },
      ],
      priceBook: { id: 'list', name: 'us-east-1 list' },
    },
    ...given,
  };
}

export function aMonitor(given: Partial<Monitor> = {}): Monitor {
  return {
    poller: aPoller(),
    alarms: [],
    isAll: true,
    deadLetters: [],
    notices: [],
    failure: null,
    readAt: '2026-11-22T12:00:00.000Z',
    aheadMs: 0,
    ...given,
  };
}

export function aNotice(given: Partial<Notice> = {}): Notice {
  return {
    number: 1,
    kind: 'alarm',
    at: '2026-11-22T12:00:00.000Z',
    title: 'Alarm: documents-dlq-not-empty',
    says: 'There are dead letters of documents.',
    place: { desk: 'dead-letters', queue: 'documents-dlq' },
    onDesktop: false,
    ...given,
  };
}

export function aSeries(given: Partial<Series> = {}): Series {
  return {
    id: 'waiting/Documents',
    group: 'queues',
    chart: 'waiting',
    label: 'Documents',
    metric: { namespace: 'AWS/SQS', name: 'ApproximateNumberOfMessagesVisible', dimensions: {} },
    statistic: 'Maximum',
    unit: 'count',
    values: [0, 1, null, 2],
    problem: null,
    ...given,
  };
}

export function someCharts(series: readonly Series[], given: Partial<Charts> = {}): Charts {
  return {
    range: '3h',
    from: '2026-11-22T09:00:00.000Z',
    to: '2026-11-22T09:04:00.000Z',
    periodSeconds: 60,
    series: [...series],
    throughput: { maxConcurrency: 10, running: 3, isAtLeast: false },
    readAt: '2026-11-22T09:04:10.000Z',
    calls: 1,
    metrics: series.length,
    ...given,
  };
}
