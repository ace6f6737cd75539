import type { Sandbox } from './sandbox.ts';
import type { Executions } from './executions.ts';

/** Over the SDK's client of one connection. */
export function openExecutions(
  _sandbox: Pick<Sandbox, 'requestHandler' | 'region' | 'accountId'>,
): Executions {
  return {} as never;
}
