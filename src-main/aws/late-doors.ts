import type { ConnectionDoors } from './connection-access.ts';

/** Doors that take a moment to be there: the SDK is loaded by the first who goes through one. */
export function lateDoors(open: () => Promise<ConnectionDoors>): ConnectionDoors {
  return {
    reader: {
      run: async (name, params, options) => (await open()).reader.run(name, params, options),
      ask: async (asked, options) => (await open()).reader.ask(asked, options),
      readAgain: async (item, attributes) => (await open()).reader.readAgain(item, attributes),
      changed: (system, items) => void open().then(({ reader }) => reader.changed(system, items)),
    },
    executions: {
      runOf: async (arn) => (await open()).executions.runOf(arn),
      describe: async (name) => (await open()).executions.describe(name),
      history: async (name, options) => (await open()).executions.history(name, options),
      documentIds: async (name) => (await open()).executions.documentIds(name),
      redrive: async (name, token) => (await open()).executions.redrive(name, token),
      stop: async (name, why) => (await open()).executions.stop(name, why),
    },
    pipeline: { call: async (name, call) => (await open()).pipeline.call(name, call) },
    files: { read: async (...asked) => (await open()).files.read(...asked) },
    queues: {
      configured: async () => (await open()).queues.configured(),
      standing: async (queue) => (await open()).queues.standing(queue),
      attributes: async (queue) => (await open()).queues.attributes(queue),
      receive: async (queue, how) => (await open()).queues.receive(queue, how),
      hide: async (...asked) => (await open()).queues.hide(...asked),
      send: async (...asked) => (await open()).queues.send(...asked),
      delete: async (...asked) => (await open()).queues.delete(...asked),
      startMove: async (...asked) => (await open()).queues.startMove(...asked),
      cancelMove: async (queue) => (await open()).queues.cancelMove(queue),
    },
    alarms: {
      watched: async () => (await open()).alarms.watched(),
      ofQueues: async (names) => (await open()).alarms.ofQueues(names),
      oldestAges: async (names) => (await open()).alarms.oldestAges(names),
      list: async () => (await open()).alarms.list(),
      history: async (name, cursor) => (await open()).alarms.history(name, cursor),
      metrics: async (asked) => (await open()).alarms.metrics(asked),
    },
  };
}
