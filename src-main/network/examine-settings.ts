import { X509Certificate } from 'node:crypto';
import type { Examination } from '#shared/contract/home.ts';
import {
  listNamed,
  listProxySettings,
  readBundle,
  readNamedProxy,
  type Environment,
} from './machine-settings.ts';

/** Says which settings lead out of this machine and what is wrong with each, without a value of any of them. */
export async function examineNetwork(environment: Environment, now: number): Promise<Examination['network']> {
  const bundles = ['AWS_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'].flatMap((setting) =>
    listNamed(environment, setting),
  );
  const read = await Promise.all(
    bundles.map(async ({ setting, file }) => ({ name: setting, found: await readBundle(file) })),
  );
  return {
    proxies: listProxySettings(environment).map((name) => ({
      name,
      problem: findProxyProblem(name, environment),
    })),
    certificates: read.flatMap(({ name, found }) =>
      found.length === 0 ? [] : [{ name, ...measureAge(found, now) }],
    ),
    unusable: read.flatMap(({ name, found }) => (found.length === 0 ? [name] : [])),
  };
}

function findProxyProblem(name: string, environment: Environment): string | null {
  // Every call goes over https, for which this setting is not meant.
  if (name === 'HTTP_PROXY') return 'is not used, because every call goes over https: set HTTPS_PROXY';
  const route = readNamedProxy(name, environment);
  if (route?.kind !== 'unusable') return null;
  return route.code === 'SOCKS'
    ? 'names a SOCKS proxy, which the console cannot use: name an HTTP proxy'
    : 'names no address that can be read: write it as http://proxy.example.com:3128';
}

function measureAge(pems: readonly string[], now: number) {
  const ends = pems.map((pem) => Date.parse(new X509Certificate(pem).validTo));
  const left = ends.filter((end) => end > now);
  return {
    count: ends.length,
    ended: ends.length - left.length,
    nextEnd: left.length === 0 ? null : new Date(Math.min(...left)).toISOString(),
  };
}
