import { describe, expect, test } from 'vitest';
import type { DiscoveredPart, Discovery } from '#shared/contract/connections.ts';
import type { InputOf } from '#shared/contract/contract.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';

async function anOpenForm() {
  const account = await anAccount();
  const connection = account.connection();
  const { call } = await aConsoleOn(connection);
  const { region, profile, endpoints } = connection.aws;
  const aws = { region, profile, endpoints };
  const discover = async (change: Partial<InputOf<'connections.discover'>> = {}): Promise<Discovery> => {
    const result = await call('connections.discover', {
      aws,
      stage: null,
      tag: null,
      outputs: null,
      ...change,
    });
    if (!result.ok) throw new Error(result.failure.message);
    if (result.value.answer.state === 'stopped') throw new Error(result.value.answer.happened);
    return result.value.answer;
  };
  return { account, aws, call, discover };
}

const partOf = ({ parts }: Discovery, path: string): DiscoveredPart => {
  const found = parts.find(({ part }) => part === path);
  if (found === undefined) throw new Error(`There is no part ${path}.`);
  return found;
};

describe('discovery in an account', () => {
  test('finds every part of the sandbox by the convention', async () => {
    const { discover } = await anOpenForm();
    const found = await discover();
    console.log(JSON.stringify(found, null, 1));
    expect(found.stage).toBe('sandbox');
    expect(partOf(found, 'extraction.table').found[0]).toMatchObject({
      name: 'autowired-sandbox',
      sure: 'certain',
    });
  });
});
