import type { Receipt } from '#shared/contract/receipt.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ConnectionDoors } from './connection-access.ts';

/** The gate meters what pages ask; what a job reads by itself passes no gate, and costs as much. */
export function meteredDoors(doors: ConnectionDoors, spend: (receipt: Receipt) => void): ConnectionDoors {
  async function metered<T>(reading: Promise<Result<T>>): Promise<Result<T>> {
    const result = await reading;
    if (result.receipt !== undefined) spend(result.receipt);
    return result;
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
      receive: (queue, how) => metered(queues.receive(queue, how)),
    },
    alarms: {
      ofQueues: (names) => metered(alarms.ofQueues(names)),
      oldestAges: (names) => metered(alarms.oldestAges(names)),
    },
  };
}
