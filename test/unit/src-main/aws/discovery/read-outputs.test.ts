import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutputs } from '#main/aws/discovery/read-outputs.ts';
import { aConnection } from '#test/builders/a-connection.ts';

describe('pasted outputs', () => {
  it('give the names at the end of ARNs and addresses, in each form', () => {
    const arn = 'arn:aws:dynamodb:eu-west-1:111122223333:table/main-table';
    const url = 'https://sqs.eu-west-1.amazonaws.com/111122223333/dead-letters';
    const forms = [
      JSON.stringify({
        Stacks: [
          {
            StackName: 'a',
            Outputs: [
              { OutputKey: 'TableArn', OutputValue: arn },
              { OutputKey: 'QueueUrl', OutputValue: url },
            ],
          },
        ],
      }),
      JSON.stringify({ stack: { TableArn: arn, QueueUrl: url } }),
      `✅  stack\n\nOutputs:\nstack.TableArn = ${arn}\nstack.QueueUrl = ${url}\n`,
      `TableArn: ${arn}\r\nQueueUrl: "${url}",`,
      `$ cat outputs.json\n${JSON.stringify({ TableArn: arn, QueueUrl: url })}`,
    ];
    for (const form of forms) {
      const { names } = readOutputs(form);
      expect([names.has('main-table'), names.has('dead-letters')]).toEqual([true, true]);
    }
  });

  it('give the address of an API, unless it may contain a key', () => {
    expect(readOutputs('ApiUrl = https://abc.example.com/v1').api).toBe('https://abc.example.com/v1');
    expect(readOutputs('ApiUrl = https://abc.example.com/v1?key=1').api).toBeNull();
    expect(readOutputs('ApiUrl = https://user:password@abc.example.com').api).toBeNull();
    expect(readOutputs('Site = https://abc.example.com').api).toBeNull();
  });

  it('give an entry only where it is whole', () => {
    const entry = aConnection();
    expect(readOutputs(`Connection = ${JSON.stringify(entry)}`).entry).toEqual(entry);
    expect(readOutputs(`Connection = ${JSON.stringify({ ...entry, token: 'x' })}`).entry).toBeNull();
    expect(readOutputs('Connection = {').entry).toBeNull();
  });

  it('may be any text', () => {
    expect(readOutputs(null)).toMatchObject({ entry: null, api: null, count: 0 });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void readOutputs(text)));
    fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => void readOutputs(text)));
    fc.assert(fc.property(fc.json(), fc.nat(40), (text, cut) => void readOutputs(text.slice(0, -cut))));
    expect(readOutputs('['.repeat(50_000)).count).toBe(0);
    expect(readOutputs(`${'a'.repeat(100_000)} = b`).count).toBe(0);
  });
});
