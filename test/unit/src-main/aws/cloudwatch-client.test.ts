import * as sdk from '@aws-sdk/client-cloudwatch';
import { expect, it } from 'vitest';
import { cloudWatchClient } from '#main/aws/cloudwatch-client.ts';

const allowed = new Set(['DescribeAlarmsCommand', 'DescribeAlarmHistoryCommand', 'GetMetricDataCommand']);
const commands = Object.entries(sdk).filter(([name]) => /^[A-Z].*Command$/.test(name));

function aRecordingClient() {
  let arrived = 0;
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle() {
      arrived += 1;
      return Promise.reject(new Error('It has arrived.'));
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  const place = { requestHandler, region: 'local', accountId: '000000000000' };
  return { client: cloudWatchClient(place), arrived: () => arrived };
}

it('knows all the commands that there are', () => {
  expect(commands.length).toBeGreaterThan(30);
});

it.each(commands)('%s is sent only where the console may', async (name, command) => {
  const { client, arrived } = aRecordingClient();
  const Command = command as typeof sdk.DescribeAlarmsCommand;
  const sending = client.send(new Command({}));
  await expect(sending).rejects.toThrow(allowed.has(name) ? 'It has arrived.' : 'was not sent');
  expect(arrived()).toBe(allowed.has(name) ? 1 : 0);
});

it('makes one attempt', async () => {
  expect(await aRecordingClient().client.config.maxAttempts()).toBe(1);
});
