import type { PipelineClients } from '#local/pipelines/parts.ts';
import { seededRandomness } from '#local/world/randomness.ts';

interface Client {
  send(command: object): Promise<unknown>;
}

/** The same clients, with something around each call: `go` makes it. */
export function clientsAround(
  { dynamodb, sfn, sqs, ...others }: PipelineClients,
  around: (command: string, go: () => Promise<unknown>) => Promise<unknown>,
): PipelineClients {
  const wrapped = <Of extends object>(client: Of): Of =>
    new Proxy(client, {
      get(target, name, self) {
        if (name !== 'send') return Reflect.get(target, name, self) as unknown;
        return (command: object) => around(command.constructor.name, () => (target as Client).send(command));
      },
    });
  return { dynamodb: wrapped(dynamodb), sfn: wrapped(sfn), sqs: wrapped(sqs), ...others };
}

/**
 * Each call takes some turns of the event loop to get there. Without it, one request to pocket AWS in the same thread
 * is answered before the next is read, and nobody meets anybody.
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
