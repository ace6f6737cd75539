import * as sdk from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { sfnClient } from '#main/aws/executions.ts';

const allowed = new Set([
  'DescribeExecutionCommand',
  'DescribeMapRunCommand',
  'GetExecutionHistoryCommand',
  'ListExecutionsCommand',
  'ListMapRunsCommand',
  'RedriveExecutionCommand',
  'StopExecutionCommand',
]);
const commands = Object.entries(sdk).filter(([name]) => /^[A-Z].*Command$/.test(name));

function aRecordingClient() {
  const arrived: string[] = [];
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle(request: { headers: Record<string, string> }) {
      arrived.push(request.headers['x-amz-target'] ?? '');
      return Promise.resolve({ response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  return {
    client: sfnClient({ requestHandler, region: 'local', accountId: '000000000000' }),
    arrived,
  };
}

it('knows all existing commands', () => {
  expect(commands.length).toBeGreaterThan(30);
});

it.each(commands)('%s is sent only if the console may', async (name, command) => {
  const { client, arrived } = aRecordingClient();
  const Command = command as typeof sdk.StopExecutionCommand;
  const sending = client.send(new Command({ executionArn: 'arn' }));
  if (allowed.has(name)) {
    await sending;
    expect(arrived).toEqual([`AWSStepFunctions.${name.replace('Command', '')}`]);
  } else {
    await expect(sending).rejects.toThrow('was not sent');
    expect(arrived).toEqual([]);
  }
});

it('makes one attempt', async () => {
  expect(await aRecordingClient().client.config.maxAttempts()).toBe(1);
});
