import { refused, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader } from './reading.ts';

/** Of a connection that nothing can be read from yet: says so, whatever it is asked. */
export function refusingReader(connectionName: string): CatalogueReader {
  const refuse = (): Promise<Result<never>> =>
    Promise.resolve(
      refused({
        code: 'aws-unreachable',
        message: `"${connectionName}" is an AWS account, and connecting to accounts is not built yet. Nothing was read. Open the local sandbox instead.`,
        service: 'DynamoDB',
      }),
    );
  return { run: refuse, ask: refuse, readAgain: refuse, changed() {} };
}
