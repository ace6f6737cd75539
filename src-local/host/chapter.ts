import { createHash } from 'node:crypto';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import type { StackTemplate } from '../aws/cloudformation/template.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import type { PocketAws } from '../aws/pocket-aws.ts';
import { ConnectionReset } from '../aws/protocol/wire.ts';
import { plantSamples } from '../samples/plant-samples.ts';
import type { TaskHandlers } from '../aws/sfn/task-handlers.ts';
import type { World } from '../world/world.ts';
import type { Past } from '../journal/told.ts';
import { tellPast, worldVersion } from '../world/past/tell.ts';
import type { Life } from './live.ts';
import type { Pipelines } from './pipelines.ts';

/** Lives from one start of the world to its end. Nothing of it reaches into the next. */
export interface Chapter {
  /** The pipelines are loaded on first use. */
  readonly pipelines: () => Promise<Pipelines>;
  readonly life: () => Promise<Life>;
  readonly end: () => void;
}

/** Resolves when the world answers every call. Automatic work starts a moment later. */
export async function beginChapter(
  aws: PocketAws,
  { systems, templates }: { systems: readonly SystemDeclaration[]; templates?: readonly StackTemplate[] },
): Promise<Chapter> {
  const { world } = aws;
  const { seed } = readFacts(world);
  let hasEnded = false;
  const dispatch: Dispatch = (request, signal) =>
    hasEnded ? Promise.reject(new ConnectionReset('This world has ended')) : aws.dispatch(request, signal);

  const pipelines = once(async () => {
    const { openPipelines } = await import('./pipelines.ts');
    return openPipelines(world, dispatch, seed);
  });
  const deployed = world.store.collection<string>('host/deployed');
  // A world that was deployed before is open at once, and what an update of this program changed follows.
  const canWait = templates === undefined && deployed.has('templates');
  const life = once(async () => {
    if (canWait) await deployTemplates(world);
    const [{ startLife }, opened] = await Promise.all([import('./live.ts'), pipelines()]);
    const begun = startLife(world, { pipelines: opened, dispatch, seed });
    if (hasEnded) begun.stop();
    return begun;
  });

  await plantSamples(world, systems.filter(isPlanted));
  if (!canWait) await deployTemplates(world, templates);
  life().catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)));
  return {
    pipelines,
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

/**
 * Makes the stacks of the world what the templates say. The engine is loaded only when they differ from those that
 * were deployed last.
 */
async function deployTemplates(world: World, given?: readonly StackTemplate[]): Promise<void> {
  const templates = given ?? (await import('./sandbox-templates.ts')).sandboxTemplates;
  const deployed = world.store.collection<string>('host/deployed');
  const hash = createHash('sha256')
    .update(JSON.stringify([past.version, templates]))
    .digest('hex');
  if (deployed.get('templates') === hash) return;
  const { deployStacks } = await import('../aws/cloudformation/deploy-stacks.ts');
  await deployStacks(world, templates, { withoutServices: ['lambda', 'events'] });
  deployed.set('templates', hash);
  world.store.flush();
}

const { extraction, downloads } = namesByConvention('sandbox');
const pipelinesTables: ReadonlySet<string> = new Set([
  extraction.table,
  downloads.jobsTable,
  downloads.batchesTable,
]);

/** The templates have the pipelines' tables. */
function isPlanted({ tables }: SystemDeclaration): boolean {
  return !Object.values(tables).some(({ name }) =>
    pipelinesTables.has(name.replaceAll('{stage}', 'sandbox')),
  );
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The functions by the names that the state machine calls. Their code is loaded at the first call. */
export function taskHandlers(current: () => Promise<Chapter>): TaskHandlers {
  const names: readonly string[] = Object.values(namesByConvention('sandbox').extractionFunctions);
  return new Map(
    names.map((name) => [
      name,
      async (input, context) => {
        const { tasks } = await (await current()).pipelines();
        const task = tasks.get(name);
        if (!task) throw new Error(`The pipeline has no function ${name}`);
        return task(input, context);
      },
    ]),
  );
}

interface WorldFacts {
  readonly seed: string;
  /** The start of the world in milliseconds, on the hour. Its past is earlier. */
  readonly anchor: number;
}

/** Reads the facts from which the world's past was generated. */
export function readFacts({ store }: World): WorldFacts {
  const facts = store.collection<WorldFacts>('world/past').get('facts');
  if (!facts) throw new Error('This world has no past');
  return facts;
}

export const past: Past = { version: worldVersion, tell: tellPast };
