import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import type { PocketAws } from '../aws/pocket-aws.ts';
import { ConnectionReset } from '../aws/protocol/wire.ts';
import { plantSamples } from '../samples/plant-samples.ts';
import { past } from './past.ts';
import { factsOf } from './facts.ts';
import type { Life } from './live.ts';
import type { Pipelines } from './pipelines.ts';

/** From one beginning of the world to its end: nothing of it reaches into the next. */
export interface Chapter {
  /** Loaded when they are needed first; at the first opening that is now, since they deploy themselves. */
  readonly pipelines: () => Promise<Pipelines>;
  readonly life: () => Promise<Life>;
  readonly end: () => void;
}

/** Resolves when it can be asked for everything; what happens by itself begins a moment later. */
export async function beginChapter(aws: PocketAws, systems: readonly SystemDeclaration[]): Promise<Chapter> {
  const { world } = aws;
  const { seed } = factsOf(world);
  let hasEnded = false;
  const dispatch: Dispatch = (request, signal) =>
    hasEnded ? Promise.reject(new ConnectionReset('This world has ended')) : aws.dispatch(request, signal);

  const pipelines = once(async () => {
    const { openPipelines } = await import('./pipelines.ts');
    return openPipelines(world, dispatch, seed);
  });
  const life = once(async () => {
    const [{ live }, opened] = await Promise.all([import('./live.ts'), pipelines()]);
    const begun = live(world, { pipelines: opened, dispatch, seed });
    if (hasEnded) begun.stop();
    return begun;
  });

  await plantSamples(world, systems.filter(isPlanted));
  const deployed = world.store.collection<string>('host/deployed');
  if (deployed.get('past') !== past.version) {
    await (await pipelines()).deploy();
    deployed.set('past', past.version);
    world.store.flush();
  }
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

const { extraction, downloads } = namesByConvention('sandbox');
const pipelinesTables: ReadonlySet<string> = new Set([
  extraction.table,
  downloads.jobsTable,
  downloads.batchesTable,
]);

/** The pipelines make their tables themselves. */
function isPlanted({ tables }: SystemDeclaration): boolean {
  return !Object.values(tables).some(({ name }) =>
    pipelinesTables.has(name.replaceAll('{stage}', 'sandbox')),
  );
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
