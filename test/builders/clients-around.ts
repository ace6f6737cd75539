import type { PipelineClients } from '#pipelines/parts.ts';
import type { FunctionDeclaration } from '#pipelines/functions.ts';
import { seededRandomness } from '#local/world/randomness.ts';

interface Client {
  send(command: object): Promise<unknown>;
}

/** Wraps each call of the clients. `go` makes the call. */
export function clientsAround(
  { dynamodb, sfn, sqs, s3, ...others }: PipelineClients,
  around: (command: string, go: () => Promise<unknown>) => Promise<unknown>,
): PipelineClients {
  const wrapped = <Of extends object>(client: Of): Of =>
    new Proxy(client, {
      get(target, name, self) {
        if (name !== 'send') return Reflect.get(target, name, self) as unknown;
        return (command: object) => around(command.constructor.name, () => (target as Client).send(command));
      },
    });
  return {
    dynamodb: wrapped(dynamodb),
    sfn: wrapped(sfn),
    sqs: wrapped(sqs),
    s3: wrapped(s3),
    ...others,
  };
}

/**
 * Delays each call by some turns of the event loop. Without it, pocket AWS in the same thread answers one
 * request before it reads the next, and requests never overlap.
 */
export function crowdedClients(clients: PipelineClients, seed: string): PipelineClients {
  const dice = seededRandomness(`crowd/${seed}`);
  return clientsAround(clients, async (_, go) => {
    for (let turns = dice.integer(5); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return go();
  });
}

/** Refuses each call that the role of the function does not allow, as AWS would. The resources are not compared. */
export function permittedClients(
  clients: PipelineClients,
  { calls }: Pick<FunctionDeclaration, 'calls'>,
): PipelineClients {
  const allowed = new Set(Object.keys(calls).map((action) => action.split(':')[1]));
  return clientsAround(clients, (command, go) => {
    const call = command.replace(/Command$/, '');
    const action = allowedBy.get(call) ?? call;
    if (allowed.has(action)) return go();
    return Promise.reject(new Error(`The role of the function may not call ${action}`));
  });
}

/** These calls are allowed by the action of another name. */
const allowedBy: ReadonlyMap<string, string> = new Map([
  ['CopyObject', 'PutObject'],
  ['HeadObject', 'GetObject'],
  ['ListObjectsV2', 'ListBucket'],
  ['TransactGetItems', 'GetItem'],
  ['TransactWriteItems', 'PutItem'],
]);
