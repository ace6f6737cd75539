import { describe, expect, it } from 'vitest';
import { createFunction } from '#test/builders/functions-in-process.ts';
import { aFunctionWorld } from './a-function-world.ts';

describe('a function', () => {
  it('is described as it was created', async () => {
    const { aws, call } = aFunctionWorld({});
    await createFunction(aws, 'read', {
      MemorySize: 1_024,
      Architectures: ['arm64'],
      Environment: { Variables: { STAGE: 'sandbox' } },
      TracingConfig: { Mode: 'Active' },
    });
    expect(await call('GetFunctionConfiguration', { FunctionName: 'read' })).toMatchObject({
      FunctionName: 'read',
      FunctionArn: 'arn:aws:lambda:local:000000000000:function:read',
      Role: 'arn:aws:iam::000000000000:role/read',
      Timeout: 300,
      MemorySize: 1_024,
      Architectures: ['arm64'],
      Environment: { Variables: { STAGE: 'sandbox' } },
      TracingConfig: { Mode: 'Active' },
      State: 'Active',
    });
    const arn = 'arn:aws:lambda:local:000000000000:function:read';
    expect(await call('GetFunction', { FunctionName: arn })).toMatchObject({
      Code: { Location: 's3://bundles/read.zip' },
    });
  });

  it('is listed by name, page by page', async () => {
    const { aws, call } = aFunctionWorld({});
    for (const name of ['c', 'a', 'b']) await createFunction(aws, name);
    const first = await call('ListFunctions', { MaxItems: 2 });
    expect(first).toMatchObject({
      Functions: [{ FunctionName: 'a' }, { FunctionName: 'b' }],
      NextMarker: 'b',
    });
    const second = await call('ListFunctions', { Marker: 'b' });
    expect(second).toMatchObject({ Functions: [{ FunctionName: 'c' }] });
    expect(second).not.toHaveProperty('NextMarker');
  });

  it('cannot be created twice, and is gone once it is deleted', async () => {
    const { aws, call } = aFunctionWorld({});
    await createFunction(aws, 'read');
    await expect(createFunction(aws, 'read')).rejects.toMatchObject({ name: 'ResourceConflictException' });
    await call('DeleteFunction', { FunctionName: 'read' });
    await expect(call('GetFunction', { FunctionName: 'read' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Function not found: arn:aws:lambda:local:000000000000:function:read',
    });
  });

  it('keeps what an update leaves out', async () => {
    const { aws, call } = aFunctionWorld({});
    await createFunction(aws, 'read', { Description: 'Reads' });
    const before: { RevisionId: string } = await call('GetFunctionConfiguration', { FunctionName: 'read' });
    const after: object = await call('UpdateFunctionConfiguration', { FunctionName: 'read', Timeout: 30 });
    expect(after).toMatchObject({ Timeout: 30, Description: 'Reads' });
    expect(after).not.toMatchObject({ RevisionId: before.RevisionId });
    const stale = { FunctionName: 'read', Timeout: 31, RevisionId: before.RevisionId };
    await expect(call('UpdateFunctionConfiguration', stale)).rejects.toMatchObject({
      name: 'PreconditionFailedException',
    });
  });

  it.each([
    [{ Layers: ['arn:aws:lambda:local:000000000000:layer:x:1'] }, "Parameter 'layers' is unknown"],
    [{ Timeout: 901 }, 'Member must have value less than or equal to 900'],
    [{ Runtime: 'python3.13' }, 'enum value set: [nodejs20.x'],
    [{ Environment: { Variables: { AWS_REGION: 'eu' } } }, 'Reserved keys used in this request: AWS_REGION'],
    [{ Environment: { Variables: { LONG: 'x'.repeat(4_096) } } }, 'exceeded the 4KB limit'],
  ])('is refused with %j', async (settings, reason) => {
    const { aws } = aFunctionWorld({});
    await expect(createFunction(aws, 'read', settings)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining(reason),
    });
  });

  it('has a policy of those who may call it', async () => {
    const { aws, call } = aFunctionWorld({});
    await createFunction(aws, 'read');
    const permission = {
      FunctionName: 'read',
      StatementId: 'rule',
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      SourceArn: 'arn:aws:events:local:000000000000:rule/daily',
    };
    await call('AddPermission', permission);
    await expect(call('AddPermission', permission)).rejects.toMatchObject({
      name: 'ResourceConflictException',
    });
    const { Policy }: { Policy: string } = await call('GetPolicy', { FunctionName: 'read' });
    expect(JSON.parse(Policy)).toMatchObject({
      Statement: [
        {
          Sid: 'rule',
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { ArnLike: { 'AWS:SourceArn': permission.SourceArn } },
        },
      ],
    });
    await call('RemovePermission', { FunctionName: 'read', StatementId: 'rule' });
    await expect(call('GetPolicy', { FunctionName: 'read' })).rejects.toThrow('does not exist');
  });

  it('is unknown to a client outside, since only other services speak to it', async () => {
    const { aws } = aFunctionWorld({});
    const answer = await aws.dispatch({
      method: 'POST',
      path: '/',
      query: '',
      headers: { 'x-amz-target': 'AWSLambda.ListFunctions' },
      body: Buffer.from('{}'),
    });
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'x-amzn-errortype': 'UnknownOperationException' },
    });
  });
});
