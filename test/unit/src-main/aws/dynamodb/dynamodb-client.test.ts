import * as sdk from '@aws-sdk/client-dynamodb';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { dynamoDbClient, exactAnswer, readsOnly } from '#main/aws/dynamodb/dynamodb-client.ts';

function aRecordingClient(body: unknown = Buffer.from('{}')) {
  const arrived: string[] = [];
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle(request: { headers: Record<string, string> }) {
      arrived.push(request.headers['x-amz-target'] ?? '');
      return Promise.resolve({ response: { statusCode: 200, headers: {}, body } });
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
  return { client: dynamoDbClient({ requestHandler, region: 'local', accountId: '000000000000' }), arrived };
}

/** Lists every command of the SDK with the inputs that its own checks require. */
const commands = Object.entries(sdk).filter(([name]) => /^[A-Z].*Command$/.test(name));
const reads = new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand']);

describe('the client on its own', () => {
  it('knows all existing commands', () => {
    expect(commands.length).toBeGreaterThan(50);
  });

  it.each(commands.filter(([name]) => !reads.has(name)))(
    'refuses %s and sends nothing',
    async (_name, command) => {
      const { client, arrived } = aRecordingClient();
      const Command = command as typeof sdk.ScanCommand;
      const input = {
        TableName: 't',
        ResourceArn: 'arn:aws:dynamodb:local:0:table/t',
        BackupArn: 'b'.repeat(40),
      };
      await expect(client.send(new Command(input))).rejects.toThrow(
        'GetItem, Query and BatchGetItem; DynamoDB_',
      );
      expect(arrived).toEqual([]);
    },
  );

  it.each(commands.filter(([name]) => reads.has(name)))('sends %s', async (name, command) => {
    const { client, arrived } = aRecordingClient();
    const Command = command as typeof sdk.GetItemCommand;
    await client.send(new Command({ TableName: 't', Key: {} }));
    expect(arrived).toEqual([`DynamoDB_20120810.${name.replace('Command', '')}`]);
  });

  it('checks the request, not the name of the command', async () => {
    const { client, arrived } = aRecordingClient();
    const command = new sdk.QueryCommand({ TableName: 't' });
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-target'] =
          'DynamoDB_20120810.Scan';
        return next(args);
      },
      { step: 'serialize', priority: 'low' },
    );
    await expect(client.send(command)).rejects.toThrow('Scan was not sent');
    expect(arrived).toEqual([]);
  });

  it('makes one attempt', async () => {
    const { client } = aRecordingClient();
    expect(await client.config.maxAttempts()).toBe(1);
  });

  it('may be guarded twice', async () => {
    const { client, arrived } = aRecordingClient();
    await readsOnly(client).send(new sdk.GetItemCommand({ TableName: 't', Key: {} }));
    expect(arrived).toHaveLength(1);
  });
});

it('an answer is read as it came, from a stream as well', async () => {
  const text = '{"Item":{"__proto__":{"S":"é"}}}';
  const bytes = Buffer.from(text);
  // The text is cut in the middle of a character.
  const at = text.indexOf('é') + 1;
  for (const body of [bytes, Readable.from([bytes.subarray(0, at), bytes.subarray(at)])]) {
    const { client } = aRecordingClient(body);
    const answer = await exactAnswer(client, { operation: 'GetItem', input: { TableName: 't', Key: {} } });
    expect(JSON.stringify(answer)).toBe(text);
  }
});
