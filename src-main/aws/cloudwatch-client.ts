import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { ForbiddenCommand } from './allowed-targets.ts';
import { sandboxConfig, type SandboxAws } from './sandbox-config.ts';

/** The SDK's own client over the embedded AWS, for two reads. */
export function sandboxCloudWatchClient(sandbox: SandboxAws): CloudWatchClient {
  const client = new CloudWatchClient(sandboxConfig(sandbox));
  client.middlewareStack.add(onlyReads, { step: 'initialize', name: 'onlyReads', override: true });
  return client;
}

/** By the command itself: how CloudWatch's requests look depends on the protocol that the SDK has chosen. */
function onlyReads<Args extends object, Output>(
  next: (args: Args) => Output,
  context: { readonly commandName?: string },
) {
  return (args: Args): Output => {
    const { commandName = 'an unknown command' } = context;
    if (allowed.has(commandName)) return next(args);
    throw new ForbiddenCommand(`The console reads alarms and metrics; ${commandName} was not sent.`);
  };
}

const allowed: ReadonlySet<string> = new Set(['DescribeAlarmsCommand', 'GetMetricDataCommand']);
