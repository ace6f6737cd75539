import type { ChartGroup } from '#shared/contract/monitor/charts.ts';

export const groupWords: Readonly<Record<ChartGroup, { readonly title: string; readonly hint: string }>> = {
  queues: { title: 'Queues', hint: 'depth, and age of the oldest message' },
  executions: { title: 'Executions', hint: 'of the state machine' },
  functions: { title: 'Functions', hint: 'Lambda errors, throttles and duration' },
  tables: { title: 'Tables and indexes', hint: 'DynamoDB throttles and consumed units' },
  throughput: { title: 'Throughput', hint: 'documents that end, and workers against the limit' },
};
