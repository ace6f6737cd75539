import type { Receipt, Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from './connection-access.ts';
import type { EntryOutcome, QueueChange } from './queues.ts';

/** Counts what goes out to AWS, where it goes out: whoever asked, and also where it failed. */
export function meteredDoors(
  doors: ConnectionDoors,
  spend: (receipt: Receipt) => void,
  now: () => number = Date.now,
): ConnectionDoors {
  async function metered<T>(reading: Promise<Result<T>>, metrics?: number): Promise<Result<T>> {
    const result = await reading;
    if (result.receipt !== undefined) {
      // CloudWatch charges by the metric, and gives nothing else that could be counted.
      spend(metrics === undefined ? result.receipt : { ...result.receipt, items: metrics });
    }
    return result;
  }

  /** What was refused is taken as not charged: most of that never left. */
  async function changed<T extends QueueChange | readonly EntryOutcome[]>(
    { pattern, pages }: Pick<Receipt, 'pattern' | 'pages'>,
    changing: Promise<T>,
  ): Promise<T> {
    const begun = now();
    const outcome = await changing;
    const taken = [outcome].flat().filter(({ kind }) => kind !== 'refused').length;
    if (taken > 0) {
      const asOf = new Date(begun).toISOString();
      const request = { pattern: `SQS: ${pattern}`, index: 'queue', pages, items: taken };
      spend({ ...request, rru: 0, bytes: 0, ms: now() - begun, asOf });
    }
    return outcome;
  }

  const { reader, executions, pipeline, files, queues, alarms } = doors;
  return {
    reader: {
      run: (name, params, options) => metered(reader.run(name, params, options)),
      ask: (asked, options) => metered(reader.ask(asked, options)),
      readAgain: (item, attributes) => metered(reader.readAgain(item, attributes)),
      changed: (system, items) => reader.changed(system, items),
    },
    executions: {
      runOf: (arn) => metered(executions.runOf(arn)),
      describe: (name) => metered(executions.describe(name)),
      history: (name, options) => metered(executions.history(name, options)),
      documentIds: (name) => metered(executions.documentIds(name)),
      redrive: (name, token) => executions.redrive(name, token),
      stop: (name, why) => executions.stop(name, why),
    },
    pipeline,
    files: { read: (...asked) => metered(files.read(...asked)) },
    queues: {
      ...queues,
      standing: (queue) => metered(queues.standing(queue)),
      attributes: (queue) => metered(queues.attributes(queue)),
      receive: (queue, how) => metered(queues.receive(queue, how)),
      hide: (...asked) =>
        changed({ pattern: 'ChangeMessageVisibilityBatch', pages: 1 }, queues.hide(...asked)),
      send: (...asked) => changed({ pattern: 'SendMessageBatch', pages: 1 }, queues.send(...asked)),
      delete: (...asked) => changed({ pattern: 'DeleteMessageBatch', pages: 1 }, queues.delete(...asked)),
      startMove: (...asked) =>
        changed({ pattern: 'StartMessageMoveTask', pages: 1 }, queues.startMove(...asked)),
      // It is looked for first.
      cancelMove: (queue) =>
        changed({ pattern: 'CancelMessageMoveTask', pages: 2 }, queues.cancelMove(queue)),
    },
    alarms: {
      watched: alarms.watched,
      ofQueues: (names) => metered(alarms.ofQueues(names)),
      oldestAges: (names) => metered(alarms.oldestAges(names), names.length),
      list: () => metered(alarms.list()),
      history: (name, cursor) => metered(alarms.history(name, cursor)),
      metrics: (asked) => metered(alarms.metrics(asked), asked.queries.length),
    },
  };
}
