import type { PipelineClients } from '#pipelines/parts.ts';
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
