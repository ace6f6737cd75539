import { CreateTableCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { deriveAccessKey, rolesCollection, type RoleRecord } from '#local/aws/iam/access.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { clientsOver } from '#test/builders/aws-clients.ts';

const table = 'arn:aws:dynamodb:local:000000000000:table/documents';
const Key = { PK: { S: 'a' } };

describe('a call that is signed as a role', () => {
  it('may do what its policies allow, and nothing else', async () => {
    const { as, aws } = await aWorldWithRole([{ Action: ['dynamodb:GetItem'], Resource: [table] }]);
    await as.dynamodb.send(new GetItemCommand({ TableName: 'documents', Key }));
    await expect(
      as.dynamodb.send(new PutItemCommand({ TableName: 'documents', Item: Key })),
    ).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: arn:aws:sts::000000000000:assumed-role/reader/reader is not authorized to perform: dynamodb:PutItem on resource: ${table} because no identity-based policy allows the dynamodb:PutItem action`,
    });
    expect(aws.access.refused()).toEqual([{ role: 'reader', action: 'dynamodb:PutItem', resource: table }]);
  });

  it('is refused in the words of each service', async () => {
    const { as } = await aWorldWithRole([]);
    const send = new SendMessageCommand({ QueueUrl: 'orders', MessageBody: 'x' });
    await expect(as.sqs.send(send)).rejects.toMatchObject({ name: 'AccessDenied' });
    const get = new GetObjectCommand({ Bucket: 'files', Key: 'a' });
    await expect(as.s3.send(get)).rejects.toMatchObject({ name: 'AccessDenied', message: 'Access Denied' });
  });

  it('may also be an address that the role has signed', async () => {
    const { as, aws, clock } = await aWorldWithRole([
      { Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::files/in/*'] },
    ]);
    const put = async (key: string): Promise<number> => {
      const command = new PutObjectCommand({ Bucket: 'files', Key: key });
      const { pathname, search } = new URL(
        await getSignedUrl(as.s3, command, { expiresIn: 900, signingDate: new Date(clock.now()) }),
      );
      const request = {
        method: 'PUT',
        path: pathname,
        query: search.slice(1),
        headers: {},
        body: Buffer.from('x'),
      };
      return (await aws.dispatch(request)).status;
    };
    expect(await put('in/a')).toBe(200);
    expect(await put('out/a')).toBe(403);
  });

  it('learns that an object is missing only where its role may list the bucket', async () => {
    const read = { Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::files/*'] };
    const list = { Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::files'] };
    const get = new GetObjectCommand({ Bucket: 'files', Key: 'gone' });
    const blind = await aWorldWithRole([read]);
    await expect(blind.as.s3.send(get)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(blind.aws.access.refused()).toMatchObject([{ action: 's3:ListBucket' }]);
    const { as, aws } = await aWorldWithRole([read, list]);
    await expect(as.s3.send(get)).rejects.toMatchObject({ name: 'NoSuchKey' });
    const head = new HeadObjectCommand({ Bucket: 'files', Key: 'gone' });
    await expect(as.s3.send(head)).rejects.toMatchObject({ name: 'NotFound' });
    expect(aws.access.unused()).toEqual([]);
  });

  it('says which permissions were never used', async () => {
    const { as, aws } = await aWorldWithRole([
      { Action: ['dynamodb:GetItem', 'dynamodb:PutItem'], Resource: [table, `${table}/index/*`] },
      { Action: ['sqs:SendMessage'], Resource: ['*'] },
    ]);
    await as.dynamodb.send(new GetItemCommand({ TableName: 'documents', Key }));
    expect(aws.access.unused()).toEqual([
      { role: 'reader', action: 'dynamodb:GetItem', resource: `${table}/index/*` },
      { role: 'reader', action: 'dynamodb:PutItem', resource: table },
      { role: 'reader', action: 'dynamodb:PutItem', resource: `${table}/index/*` },
      { role: 'reader', action: 'sqs:SendMessage', resource: '*' },
    ]);
    const resource = 'arn:aws:sqs:local:000000000000:orders';
    const roleArn = 'arn:aws:iam::000000000000:role/reader';
    aws.access.noteUse(roleArn, [{ action: 'sqs:SendMessage', resource }]);
    expect(aws.access.unused()).toHaveLength(3);
    expect(aws.access.isAllowed(roleArn, { action: 'sqs:ReceiveMessage', resource })).toBe(false);
  });

  it('is not limited where no role is known', async () => {
    const { aws } = await aWorldWithRole([]);
    const handler = requestHandler(aws.dispatch);
    const stranger = clientsOver(handler, { accessKeyId: deriveAccessKey('stranger'), secretAccessKey: 'x' });
    await stranger.dynamodb.send(new GetItemCommand({ TableName: 'documents', Key }));
    expect(aws.access.refused()).toEqual([]);
  });
});

async function aWorldWithRole(statements: readonly { Action: string[]; Resource: string[] }[]) {
  const world = aPocketAws();
  const { aws, dynamodb, sqs, s3 } = world;
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'documents',
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
  await s3.send(new CreateBucketCommand({ Bucket: 'files' }));
  aws.world.store.collection<RoleRecord>(rolesCollection).set('reader', {
    roleArn: 'arn:aws:iam::000000000000:role/reader',
    statements: statements.map((statement) => ({ Effect: 'Allow', ...statement })),
  });
  const credentials = { accessKeyId: deriveAccessKey('reader'), secretAccessKey: 'x' };
  return { ...world, as: clientsOver(requestHandler(aws.dispatch), credentials) };
}
