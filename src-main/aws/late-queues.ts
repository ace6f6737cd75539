import type { QueueAlarms } from './alarms.ts';
import type { Queues } from './queues.ts';

export interface QueuesAndAlarms {
  readonly queues: Queues;
  readonly alarms: QueueAlarms;
}

/** The SDK for SQS and CloudWatch is loaded by the first who looks at a queue, and not before. */
export function lateQueues(open: () => Promise<QueuesAndAlarms>): QueuesAndAlarms {
  let opening: Promise<QueuesAndAlarms> | undefined;
  const opened = (): Promise<QueuesAndAlarms> => (opening ??= open());
  const queues = async (): Promise<Queues> => (await opened()).queues;
  const alarms = async (): Promise<QueueAlarms> => (await opened()).alarms;
  return {
    queues: {
      configured: async () => (await queues()).configured(),
      standing: async (queue) => (await queues()).standing(queue),
      attributes: async (queue) => (await queues()).attributes(queue),
      receive: async (queue, how) => (await queues()).receive(queue, how),
      hide: async (queue, handles, seconds) => (await queues()).hide(queue, handles, seconds),
      send: async (queue, messages) => (await queues()).send(queue, messages),
      delete: async (queue, handles) => (await queues()).delete(queue, handles),
      startMove: async (queue, perSecond) => (await queues()).startMove(queue, perSecond),
      cancelMove: async (queue) => (await queues()).cancelMove(queue),
    },
    alarms: {
      watched: async () => (await alarms()).watched(),
      ofQueues: async (names) => (await alarms()).ofQueues(names),
      oldestAges: async (names) => (await alarms()).oldestAges(names),
      list: async () => (await alarms()).list(),
      history: async (name, cursor) => (await alarms()).history(name, cursor),
      metrics: async (asked) => (await alarms()).metrics(asked),
    },
  };
}
