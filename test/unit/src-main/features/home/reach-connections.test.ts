import { expect, it } from 'vitest';
import { reachConnections } from '#main/features/home/reach-connections.ts';
import type { Network } from '#main/network/open-network.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { aConnection } from '#test/builders/a-connection.ts';

async function reach(change: Partial<Connection>) {
  const asked: string[] = [];
  const network = {
    trusting: () => network,
    fetch(url) {
      asked.push(url);
      return Promise.resolve(new Response());
    },
    certificateUntil: () => Promise.resolve(null),
    close: () => undefined,
  } satisfies Partial<Network> as unknown as Network;
  const connections = [aConnection(change)];
  const reached = await reachConnections({ connections, network, environment: {}, now: () => 0 });
  return { asked, calls: reached.map(({ call }) => call), shown: JSON.stringify(reached) };
}

it('a path follows the path of an address, whatever that ends with', async () => {
  const auth = { kind: 'sigv4' } as const;
  for (const baseUrl of ['https://api.example.com/v1', 'https://api.example.com/v1//']) {
    const { asked, calls } = await reach({ pipelineApi: { baseUrl, auth } });
    expect(asked).toEqual(['https://sts.eu-west-1.amazonaws.com/', 'https://api.example.com/v1/health']);
    expect(calls).toEqual(asked.map((url) => `GET ${url} without keys`));
  }
});

it('an address is asked with its query, which is not shown because it may contain a key', async () => {
  const { asked, calls, shown } = await reach({
    aws: { ...aConnection().aws, endpoints: { sts: 'https://sts.example.com/aws?key=planted' } },
    pipelineApi: { baseUrl: 'https://api.example.com/v1/?key=planted', auth: { kind: 'sigv4' } },
  });
  expect(asked).toEqual([
    'https://sts.example.com/aws/?key=planted',
    'https://api.example.com/v1/health?key=planted',
  ]);
  expect(calls).toEqual([
    'GET https://sts.example.com/aws/?… without keys',
    'GET https://api.example.com/v1/health?… without keys',
  ]);
  expect(shown).not.toContain('planted');
});
