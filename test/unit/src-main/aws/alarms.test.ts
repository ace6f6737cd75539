import * as sdk from '@aws-sdk/client-cloudwatch';
import { expect, it } from 'vitest';
import { cloudWatchClient, serviceClock } from '#main/aws/alarms.ts';

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

it('knows all existing commands', () => {
  expect(commands.length).toBeGreaterThan(30);
});

it.each(commands)('%s is sent only if the console may', async (name, command) => {
  const { client, arrived } = aRecordingClient();
  const Command = command as typeof sdk.DescribeAlarmsCommand;
  const sending = client.send(new Command({}));
  await expect(sending).rejects.toThrow(allowed.has(name) ? 'It has arrived.' : 'was not sent');
  expect(arrived()).toBe(allowed.has(name) ? 1 : 0);
});

it('makes one attempt', async () => {
  expect(await aRecordingClient().client.config.maxAttempts()).toBe(1);
});

const now = Date.parse('2026-11-20T14:42:00.000Z');

it('is this machine’s clock until a service answers', () => {
  expect(serviceClock(() => now).now()).toBe(now);
});

it.each([0, 999, -4_000, 5_000])('ignores %d ms of difference as travel time and rounding', (ms) => {
  const clock = serviceClock(() => now);
  clock.answered(now + ms);
  expect(clock.now()).toBe(now);
});

it.each([3 * 86_400_000, -3_600_000, 6_000])('follows the service if it is off by %d ms', (ms) => {
  let here = now;
  const clock = serviceClock(() => here);
  clock.answered(now + ms);
  expect(clock.now()).toBe(now + ms);
  here += 60_000;
  expect(clock.now()).toBe(now + 60_000 + ms);
  clock.answered(here);
  expect(clock.now()).toBe(here);
});
