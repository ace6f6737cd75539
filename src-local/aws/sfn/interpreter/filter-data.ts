import type { Run } from '../engine.ts';
import { dataLimitExceeded, StateError } from '../language/errors.ts';
import { fillTemplate } from '../language/payload-template.ts';
import { readPath } from '../language/reference-path.ts';
import type { Frame } from './frame.ts';

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: input or result of a task or state. */
export const mostBytes = 256 * 1024;

interface WithPaths {
  readonly InputPath?: string | null;
  readonly OutputPath?: string | null;
}

/** InputPath. https://docs.aws.amazon.com/step-functions/latest/dg/concepts-input-output-filtering.html */
export function filteredInput(frame: Frame, state: WithPaths, context: object): unknown {
  return throughPath(state.InputPath, frame.data, context);
}

export function filteredOutput(state: WithPaths, value: unknown, context: object): unknown {
  return throughPath(state.OutputPath, value, context);
}

/** Parameters, ItemSelector or ResultSelector; without one the data itself. */
export function filled(run: Run, template: unknown, data: unknown, context: object): unknown {
  if (template === undefined) return data;
  return fillTemplate(template, data, context, { random: run.engine.world.random });
}

export function checkSize(name: string, value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= mostBytes) return;
  throw new StateError(
    dataLimitExceeded,
    `The state/task '${name}' returned a result with a size exceeding the maximum number of bytes service limit.`,
  );
}

function throughPath(path: string | null | undefined, data: unknown, context: object): unknown {
  if (path === null) return {};
  return path === undefined || path === '$' ? data : readPath(path, data, context);
}
