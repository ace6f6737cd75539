import { SFNClient } from '@aws-sdk/client-sfn';
import { allowedTargets, whereTargetsAre } from './allowed-targets.ts';
import type { AwsPlace } from './aws-place.ts';
import { clientConfig } from './client-config.ts';
import { withRenewal } from './with-renewal.ts';

/** The SDK's own client of one AWS, for two reads and two changes (domain, 1.4). */
export function sfnClient(place: AwsPlace): SFNClient {
  const client = new SFNClient(clientConfig(place, 'sfn'));
  client.middlewareStack.add(
    allowedTargets(
      allowed,
      'The console describes executions, reads their histories, redrives and stops them',
    ),
    whereTargetsAre,
  );
  return withRenewal(client, place);
}

const allowed: ReadonlySet<string> = new Set(
  ['DescribeExecution', 'GetExecutionHistory', 'RedriveExecution', 'StopExecution'].map(
    (operation) => `AWSStepFunctions.${operation}`,
  ),
);
