import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { functionsInProcess, type TestFunction } from '#test/builders/functions-in-process.ts';
import type { PocketAws, PocketAwsOptions } from '#local/aws/pocket-aws.ts';

/** Opens a world whose Lambda runs these functions by name. They are not created yet. */
export function aFunctionWorld(
  functions: Readonly<Record<string, TestFunction>>,
  options: PocketAwsOptions = {},
): ReturnType<typeof aPocketAws> & { call: (operation: string, input: object) => Promise<never> } {
  let aws: PocketAws | undefined;
  const opened = (): PocketAws => {
    if (!aws) throw new Error('A function ran before the world was open');
    return aws;
  };
  const world = aPocketAws({ ...options, runtime: functionsInProcess(functions, opened) });
  aws = world.aws;
  return {
    ...world,
    call: (operation, input) => world.aws.world.call('lambda', operation, input) as Promise<never>,
  };
}
