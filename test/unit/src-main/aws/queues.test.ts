import * as sdk from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { sqsClient } from '#main/aws/queues.ts';

const allowed = new Set([
  'GetQueueUrlCommand',
  'GetQueueAttributesCommand',
  'ListDeadLetterSourceQueuesCommand',
  'ListMessageMoveTasksCommand',
  'ReceiveMessageCommand',
  'ChangeMessageVisibilityBatchCommand',
  'SendMessageBatchCommand',
  'DeleteMessageBatchCommand',
  'StartMessageMoveTaskCommand',
  'CancelMessageMoveTaskCommand',
]);
const commands = Object.entries(sdk).filter(([name]) => /^[A-Z].*Command$/.test(name));

function aRecordingClient() {
  const arrived: { readonly target: string | undefined; readonly host: string }[] = [];
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle({ headers, hostname }: { headers: Record<string, string>; hostname: string }) {
      arrived.push({ target: headers['x-amz-target'], host: hostname });
      return Promise.resolve({ response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  return {
    client: sqsClient({ requestHandler, region: 'local', accountId: '000000000000' }),
    arrived,
  };
}

it('knows all existing commands', () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(([name]) => allowed.has(name))).toHaveLength(allowed.size);
});

it.each(commands)(
  '%s is sent only if the console may, and to the connection’s own address',
  async (name, command) => {
    const { client, arrived } = aRecordingClient();
    const Command = command as typeof sdk.DeleteMessageBatchCommand;
    const sending = client.send(new Command({ QueueUrl: 'https://elsewhere.example/0/q', Entries: [] }));
    if (allowed.has(name)) {
      await sending;
      expect(arrived).toEqual([
        { target: `AmazonSQS.${name.replace('Command', '')}`, host: 'sandbox.invalid' },
      ]);
    } else {
      await expect(sending).rejects.toThrow('was not sent');
      expect(arrived).toEqual([]);
    }
  },
);

it('makes one attempt', async () => {
  expect(await aRecordingClient().client.config.maxAttempts()).toBe(1);
});
