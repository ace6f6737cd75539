import type { PipelineParts } from '../parts.ts';

export function executionNameOf(batchId: string, run: number): string {
  return `${batchId}-r${run}`;
}

/** The run that an execution is, by its name. */
export function runOf(executionName: string): { readonly batchId: string; readonly run: number } | undefined {
  const [, batchId, run] = /^(.+)-r([1-9]\d*)$/.exec(executionName) ?? [];
  return batchId === undefined ? undefined : { batchId, run: Number(run) };
}

/** By the naming convention rather than from an export: storage and processing would need each other else. */
export function stateMachineArnOf({ region, account, names }: PipelineParts): string {
  return `arn:aws:states:${region}:${account}:stateMachine:${names.extraction.stateMachine}`;
}

export function executionArnOf(parts: PipelineParts, batchId: string, run: number): string {
  return `${stateMachineArnOf(parts).replace(':stateMachine:', ':execution:')}:${executionNameOf(batchId, run)}`;
}
