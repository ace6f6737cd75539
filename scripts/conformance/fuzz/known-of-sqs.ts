import type { KnownDifference } from './fuzz-run.ts';
import type { Step } from './sqs-steps.ts';

/** These are the differences of ElasticMQ 1.7.1 from AWS, or from pocket AWS where AWS leaves the behaviour open. */
export const knownOfElasticmq: readonly KnownDifference<Step>[] = [
  {
    because:
      'ElasticMQ counts what goes to the dead letters among the messages asked for; a receive may give fewer',
    doc: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html',
    diverges: true,
    explains: (step, { ours, theirs }) =>
      step.do === 'receive' && isBeginning(listBodies(theirs), listBodies(ours)),
  },
  {
    because: 'ElasticMQ purges a queue twice in a minute',
    doc: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_PurgeQueue.html',
    explains: (step, { theirs }) => step.do === 'purge' && theirs === undefined,
  },
];

function listBodies(outcome: unknown): string[] {
  return Array.isArray(outcome) ? outcome.flat().map((message: { body?: string }) => message.body ?? '') : [];
}

function isBeginning(some: readonly string[], all: readonly string[]): boolean {
  return some.length < all.length && some.every((body, at) => body === all[at]);
}
