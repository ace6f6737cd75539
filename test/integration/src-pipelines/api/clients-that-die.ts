import type { PipelineClients } from '#pipelines/parts.ts';
import { clientsAround } from '#test/builders/clients-around.ts';

/**
 * Returns the clients of a process that is killed, either at the call with this number, which is made but
 * whose answer is lost, or just before a command. Every later call fails, too.
 */
export function clientsThatDie(
  clients: PipelineClients,
  at: number | string,
): { readonly clients: PipelineClients; made(): number } {
  let made = 0;
  let isDead = false;
  const dying = clientsAround(clients, async (command, go) => {
    made += 1;
    isDead ||= command === at;
    const answer = isDead ? undefined : await go();
    isDead ||= made === at;
    if (isDead) throw Object.assign(new Error('The process was killed'), { code: 'ECONNRESET' });
    return answer;
  });
  return { clients: dying, made: () => made };
}
