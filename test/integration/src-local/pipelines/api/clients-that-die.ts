import type { PipelineClients } from '#local/pipelines/parts.ts';

interface Client {
  send(command: object): Promise<unknown>;
}

/**
 * Clients of a process that is killed: at the call of this number, which is made and nobody hears of, or just before
 * a command. Every call after it fails, too.
 */
export function clientsThatDie(
  { dynamodb, sfn, ...others }: PipelineClients,
  at: number | string,
): { readonly clients: PipelineClients; made(): number } {
  let made = 0;
  let isDead = false;
  const dying = <Of extends object>(client: Of): Of =>
    new Proxy(client, {
      get(target, name, self) {
        if (name !== 'send') return Reflect.get(target, name, self) as unknown;
        return async (command: object) => {
          made += 1;
          isDead ||= command.constructor.name === at;
          const answer = isDead ? undefined : await (target as Client).send(command);
          isDead ||= made === at;
          if (isDead) throw Object.assign(new Error('The process was killed'), { code: 'ECONNRESET' });
          return answer;
        };
      },
    });
  return { clients: { dynamodb: dying(dynamodb), sfn: dying(sfn), ...others }, made: () => made };
}
