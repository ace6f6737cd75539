import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { ForbiddenCommand } from './allowed-targets.ts';
import type { AwsPlace } from './aws-place.ts';
import { clientConfig } from './client-config.ts';
import { withRenewal } from './with-renewal.ts';

/** The SDK's own client of one AWS, for three reads. `dated` hears when AWS says that it answered. */
export function cloudWatchClient(
  place: AwsPlace,
  dated: (at: number) => void = () => undefined,
): CloudWatchClient {
  const client = new CloudWatchClient(clientConfig(place, 'cloudwatch'));
  client.middlewareStack.add(onlyReads, { step: 'initialize', name: 'onlyReads', override: true });
  client.middlewareStack.add(readsDate(dated), { step: 'deserialize', priority: 'low', name: 'readsDate' });
  return withRenewal(client, place);
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

const allowed: ReadonlySet<string> = new Set([
  'DescribeAlarmsCommand',
  'DescribeAlarmHistoryCommand',
  'GetMetricDataCommand',
]);

/** Of an answer of any kind: an older one that a proxy has kept tells no time worth having, and nobody keeps these. */
function readsDate(dated: (at: number) => void) {
  return <Args, Output extends { readonly response: unknown }>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      const result = await next(args);
      const at = Date.parse(dateOf(result.response) ?? '');
      if (!Number.isNaN(at)) dated(at);
      return result;
    };
}

function dateOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('headers' in response)) return undefined;
  const { headers } = response;
  if (typeof headers !== 'object' || headers === null || !('date' in headers)) return undefined;
  return typeof headers.date === 'string' ? headers.date : undefined;
}
