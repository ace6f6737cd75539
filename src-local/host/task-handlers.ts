import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { TaskHandlers } from '../aws/sfn/task-handlers.ts';
import type { Chapter } from './chapter.ts';

/** Functions by the names that the state machine calls; what is behind them is loaded at the first call. */
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
