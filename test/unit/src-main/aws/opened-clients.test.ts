import { expect, it } from 'vitest';
import type { AwsPlace } from '#main/aws/aws-place.ts';
import { dynamoDbClient } from '#main/aws/dynamodb-client.ts';
import { sfnClient } from '#main/aws/sfn-client.ts';
import { sqsClient } from '#main/aws/sqs-client.ts';

const credentials = {
  get: () => Promise.resolve({ accessKeyId: 'a', secretAccessKey: 'b' }),
  renew: () => Promise.resolve(false),
};

it('tells an account of each client that goes to it, so that none outlives the console', () => {
  const opened: { destroy(): void }[] = [];
  const place: AwsPlace = {
    region: 'eu-west-1',
    accountId: '111122223333',
    requestHandler: {},
    account: { endpoints: {}, credentials, opened: (client) => void opened.push(client) },
  };
  const clients = [dynamoDbClient(place), sfnClient(place), sqsClient(place)];
  expect(opened).toHaveLength(clients.length);
  for (const client of opened) expect(() => client.destroy()).not.toThrow();
});
