import { SFNClient } from '@aws-sdk/client-sfn';
import { allowedTargets, whereTargetsAre } from './allowed-targets.ts';
import { sandboxConfig, type SandboxAws } from './sandbox-config.ts';

/** The SDK's own client over the embedded AWS, for two reads and two changes (domain, 1.4). */
export function sandboxSfnClient(sandbox: SandboxAws): SFNClient {
  const client = new SFNClient(sandboxConfig(sandbox));
  client.middlewareStack.add(
    allowedTargets(
      allowed,
      'The console describes executions, reads their histories, redrives and stops them',
    ),
    whereTargetsAre,
  );
  return client;
}

const allowed: ReadonlySet<string> = new Set(
  ['DescribeExecution', 'GetExecutionHistory', 'RedriveExecution', 'StopExecution'].map(
    (operation) => `AWSStepFunctions.${operation}`,
  ),
);
