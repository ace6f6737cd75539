import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { processDocument } from '#pipelines/extraction/process-document.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import type { TaskHandler } from '../aws/sfn/task-handlers.ts';
import { seededRandomness } from '../world/randomness.ts';
import { simulatedReaders } from '../world/sheets/simulated-readers.ts';
import type { World } from '../world/world.ts';
import { pipelineClients } from './pipeline-clients.ts';

/**
 * The one function that does not run from its bundle: its readers are simulated here, in the place of services that this
 * AWS does not have. The SDK is imported by this file, so the file is loaded late.
 */
export function openReadingTask(world: World, dispatch: Dispatch, seed: string): TaskHandler {
  const { clock, region, account, store } = world;
  const opening = store.collection<number>('world/openings').get('count') ?? 0;
  const clients = pipelineClients(dispatch, world);
  const parts = {
    clients,
    names: namesByConvention('sandbox'),
    region,
    account,
    now: () => clock.now(),
    dice: seededRandomness(`${seed}/pipelines/${opening}`),
    pause: (attempt: number) =>
      new Promise<void>((resolve) => void setTimeout(resolve, Math.min(50, 2 ** attempt))),
    post: () => Promise.reject(new Error('A document is read without the network')),
  };
  return processDocument(parts, simulatedReaders(clients));
}
