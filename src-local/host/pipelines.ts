import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import type { TaskHandler } from '../aws/sfn/task-handlers.ts';
import type { ApiRequest } from '#pipelines/api/read-request.ts';
import { identifyByToken } from '#pipelines/api/identify.ts';
import { pipelineApi, type ApiResponse } from '#pipelines/api/serve-api.ts';
import { deployDownloads } from '#pipelines/downloads/deploy-downloads.ts';
import { downloadCallHandlers } from '#pipelines/downloads/download-calls.ts';
import { downloadFunctions } from '#pipelines/downloads/download-functions.ts';
import { deployExtraction } from '#pipelines/extraction/deploy-extraction.ts';
import { extractionFunctions } from '#pipelines/extraction/extraction-functions.ts';
import type { Readers } from '#pipelines/extraction/readers.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { awakeOn } from '../world/living/awake.ts';
import { simulatedOutside } from '../world/living/outside.ts';
import { simulatedProvider } from '../world/living/simulated-provider.ts';
import { seededRandomness } from '../world/randomness.ts';
import type { World } from '../world/world.ts';
import { deriveApiKey } from './api-tokens.ts';
import { pipelineClients } from './pipeline-clients.ts';

export interface Pipelines {
  readonly tasks: ReadonlyMap<string, TaskHandler>;
  readonly extraction: ReturnType<typeof extractionFunctions>;
  readonly downloads: ReturnType<typeof downloadFunctions>;
  /** Held during a call, because the provider takes its time. */
  readonly holdForDownloads: () => () => void;
  readonly api: (request: ApiRequest) => Promise<ApiResponse>;
  /** Idempotent: resources that exist stay as they are. */
  readonly deploy: () => Promise<void>;
}

/**
 * Creates both pipelines with this world as their account. The SDK is imported by this file, so the file is
 * loaded late.
 */
export function openPipelines(world: World, dispatch: Dispatch, seed: string): Pipelines {
  const { clock, region, account } = world;
  const opening = world.store.collection<number>('world/openings').get('count') ?? 0;
  const parts: PipelineParts = {
    clients: pipelineClients(dispatch, world),
    names: namesByConvention('sandbox'),
    region,
    account,
    now: () => clock.now(),
    dice: seededRandomness(`${seed}/pipelines/${opening}`),
    pause: (attempt) => new Promise((resolve) => setTimeout(resolve, Math.min(50, 2 ** attempt))),
    post: simulatedOutside(clock),
  };
  const awake = awakeOn(clock);
  const provider = simulatedProvider(
    { clock: { now: () => clock.now(), sleep: (ms) => awake.sleep(ms) } },
    seed,
  );
  const extraction = extractionFunctions(parts, openReaders(dispatch, world));
  return {
    tasks: extraction.tasks,
    extraction,
    downloads: downloadFunctions(parts, provider),
    holdForDownloads: () => awake.hold(),
    api: pipelineApi(parts, {
      identify: identifyByToken(parts, deriveApiKey(seed)),
      downloads: downloadCallHandlers(parts, provider),
      report: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
    }),
    async deploy() {
      await Promise.all([deployExtraction(parts), deployDownloads(parts)]);
    },
  };
}

/** The libraries for Textract and Bedrock are loaded with the first document. */
export function openReaders(
  dispatch: Dispatch,
  { region, endpoint, clock }: Pick<World, 'region' | 'endpoint' | 'clock'>,
): Readers {
  let opened: Promise<Readers> | undefined;
  const load = async (): Promise<Readers> => {
    const { readersOn } = await import('./reader-clients.ts');
    return readersOn(dispatch, { region, endpoint, now: () => clock.now() });
  };
  const open = (): Promise<Readers> => (opened ??= load());
  return {
    textract: async (job) => (await open()).textract(job),
    gapFill: async (job, read) => (await open()).gapFill(job, read),
    verify: async (job, read, filled) => (await open()).verify(job, read, filled),
  };
}
