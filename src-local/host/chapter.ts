import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { StackTemplate } from '../aws/cloudformation/template.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import type { FunctionRuntime } from '../aws/lambda/lambda-engine.ts';
import type { PocketAws } from '../aws/pocket-aws.ts';
import { ConnectionReset } from '../aws/protocol/wire.ts';
import { plantSamples } from '../samples/plant-samples.ts';
import type { World } from '../world/world.ts';
import type { CallApi } from './api-gateway.ts';
import { deployTemplates, isDeployed } from './deploy-templates.ts';
import type { Life } from './live.ts';

/** Lives from one start of the world to its end. Nothing of it reaches into the next. */
export interface Chapter {
  /** Runs the bundles of functions. Their code and the SDK are loaded at the first call. */
  readonly functions: () => Promise<FunctionRuntime>;
  readonly api: () => Promise<CallApi>;
  readonly life: () => Promise<Life>;
  readonly end: () => void;
}

/** The definition of a deployment. */
export interface Definition {
  /** The stacks. Without any they are those of the pipelines. */
  readonly templates?: readonly StackTemplate[];
  /** The folder with the bundles of the functions, a folder each. */
  readonly bundles: string;
}

export const ownDefinition: Definition = { bundles: findBundles() };

/**
 * The bundles are at the top of the repository, and of the packaged app. That is two folders above this file, and three
 * above a chunk of the build.
 */
function findBundles(): string {
  const [above = '', further = ''] = ['../../out-functions', '../../../out-functions'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return existsSync(further) ? further : above;
}

/** Resolves when the world answers every call. Automatic work starts a moment later. */
export async function beginChapter(
  aws: PocketAws,
  { systems, definition }: { systems: readonly SystemDeclaration[]; definition: Definition },
): Promise<Chapter> {
  const { world } = aws;
  const facts = readFacts(world);
  const { seed } = facts;
  let hasEnded = false;
  const dispatch: Dispatch = (request, signal) =>
    hasEnded ? Promise.reject(new ConnectionReset('This world has ended')) : aws.dispatch(request, signal);

  const functions = once(async () => {
    const [{ hostFunctions }, { simulatedOutside }] = await Promise.all([
      import('./functions/function-runtime.ts'),
      import('../world/living/outside.ts'),
    ]);
    const outside = simulatedOutside(world.clock, seed);
    return hostFunctions({ world, dispatch, folder: definition.bundles, seed, outside });
  });
  const api = once(async () => {
    const { openApiGateway } = await import('./api-gateway.ts');
    return openApiGateway(world, seed);
  });
  // A world that was deployed before is open at once, and what an update of this program changed follows.
  const canWait = definition.templates === undefined && isDeployed(world);
  const life = once(async () => {
    if (canWait) await deployTemplates(world);
    const { startLife } = await import('./live.ts');
    const begun = startLife(world, { api: async (request) => (await api())(request), dispatch, facts });
    if (hasEnded) begun.stop();
    return begun;
  });

  await plantSamples(world, systems.filter(isPlanted));
  if (!canWait) await deployTemplates(world, definition.templates);
  life().catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)));
  return {
    functions,
    api,
    life,
    end() {
      hasEnded = true;
      void life().then(
        (begun) => begun.stop(),
        () => undefined,
      );
    },
  };
}

const { extraction, downloads } = namesByConvention('sandbox');
const pipelinesTables: ReadonlySet<string> = new Set([
  extraction.table,
  downloads.jobsTable,
  downloads.batchesTable,
]);

/** The templates create the pipelines' tables. */
function isPlanted({ tables }: SystemDeclaration): boolean {
  return !Object.values(tables).some(({ name }) =>
    pipelinesTables.has(name.replaceAll('{stage}', 'sandbox')),
  );
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

export interface WorldFacts {
  readonly seed: string;
  /** The start of the world in milliseconds, on the hour. Its past is earlier. */
  readonly anchor: number;
  /** It says how the past was told, and of how many tenants. */
  readonly version: string;
}

/** Reads the facts from which the world's past was generated. */
export function readFacts({ store }: World): WorldFacts {
  const facts = store.collection<WorldFacts>('world/past').get('facts');
  if (!facts) throw new Error('This world has no past');
  return facts;
}
