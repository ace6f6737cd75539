import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import tls from 'node:tls';
import type { ShownProxy } from './not-connected.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Says which proxy an address goes through, in the words of a proxy script: "DIRECT", or a list such as
 * "PROXY proxy.example.com:3128; DIRECT".
 */
export type AskSystemProxy = (url: string) => Promise<string>;

/** This is one way to a host: directly, through a proxy, or through one that the console cannot use. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
  | { readonly kind: 'unusable'; readonly code: 'SOCKS' | 'NO_ADDRESS'; readonly proxy: ShownProxy };

export interface Proxy {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** This is the Proxy-Authorization header. It is sent to the proxy and never shown. */
  readonly authorization: string | undefined;
  readonly shown: ShownProxy;
}

const direct: readonly Route[] = [{ kind: 'direct' }];

/**
 * Returns the ways to a host over TLS, the preferred one first. The environment decides as it does for the AWS
 * command line; the system's own settings are asked only where the environment names no proxy. This machine itself
 * is never reached through one.
 */
export async function findRoutes(
  { host, port }: { readonly host: string; readonly port: number },
  environment: Environment,
  askSystem: AskSystemProxy | undefined,
): Promise<readonly Route[]> {
  if (isThisMachine(host)) return direct;
  // Lower case comes first, and is there to be empty, too.
  const noProxy = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  if (isExempt({ host, port }, noProxy)) return direct;
  for (const name of ['HTTPS_PROXY', 'ALL_PROXY']) {
    const route = readNamedProxy(name, environment);
    if (route !== undefined) return [route];
  }
  if (askSystem === undefined) return direct;
  // A system whose settings cannot be read has none.
  const list = await askSystem(`https://${formatHost(host)}:${port}/`).catch(() => 'DIRECT');
  const routes = readProxyList(list);
  return routes.length === 0 ? direct : routes;
}

/** Returns the names of the proxy settings that have a value, and never a value. */
export function listProxySettings(environment: Environment): readonly string[] {
  return ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].filter((name) => readSetting(name, environment) !== '');
}

/** Returns the way that a setting names, or undefined where it names none. */
export function readNamedProxy(name: string, environment: Environment): Route | undefined {
  const said = readSetting(name, environment);
  return said === '' ? undefined : readProxy(said, name);
}

function readSetting(name: string, environment: Environment): string {
  return (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
}

function isThisMachine(host: string): boolean {
  if (isIP(host) !== 0) return ownAddresses.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || host.endsWith('.localhost');
}

const ownAddresses = new BlockList();
ownAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
ownAddresses.addAddress('::1', 'ipv6');

/**
 * Reads NO_PROXY: names with everything below them, with or without a dot or "*." in front, addresses, ranges of
 * addresses such as 10.0.0.0/8, each perhaps with a port, or "*" for every host.
 */
function isExempt(
  { host, port }: { readonly host: string; readonly port: number },
  noProxy: string,
): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return noProxy
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const { place, onlyPort } = splitPort(entry);
      if (place === '' || (onlyPort !== null && onlyPort !== port)) return false;
      if (isIP(name) !== 0) return isInRange(name, place);
      const suffix = place.replace(/^\*?\.+/, '').replace(/\.$/, '');
      return suffix !== '' && (name === suffix || name.endsWith(`.${suffix}`));
    });
}

function splitPort(entry: string): { readonly place: string; readonly onlyPort: number | null } {
  const [, bracketed, bracketedPort] = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { place: bracketed, onlyPort: numberOrNull(bracketedPort) };
  // More than one colon is an address of version 6 without a port.
  const [, place = entry, port] = /^([^:]*):(\d+)$/.exec(entry) ?? [];
  return { place, onlyPort: numberOrNull(port) };
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

function isInRange(address: string, place: string): boolean {
  const [start = '', bits] = place.split('/');
  const family = isIP(start);
  if (family === 0 || family !== isIP(address)) return false;
  const most = family === 6 ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > most) return false;
  const range = new BlockList();
  range.addSubnet(start, length, family === 6 ? 'ipv6' : 'ipv4');
  return range.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Reads an address such as "http://user:password@proxy.example.com:3128"; "http://" may be left out. */
function readProxy(said: string, setting: string | null): Route {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(said) ? said : `http://${said}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === '') {
    return { kind: 'unusable', code: 'NO_ADDRESS', proxy: { address: '', setting, hasPassword: false } };
  }
  const { protocol, hostname, username, password } = url;
  const isTls = protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : protocol === 'http:' ? 80 : 1080) : Number(url.port);
  const shown = {
    address: `${protocol}//${hostname}:${port}`,
    setting,
    hasPassword: username !== '' || password !== '',
  };
  if (protocol !== 'http:' && !isTls) {
    return { kind: 'unusable', code: protocol.startsWith('socks') ? 'SOCKS' : 'NO_ADDRESS', proxy: shown };
  }
  const authorization = shown.hasPassword
    ? `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')}`
    : undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  return { kind: 'proxy', proxy: { host, port, isTls, authorization, shown } };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A password with a bare "%" is taken as it stands.
    return text;
  }
}

/** Leaves out proxies of kinds that cannot be used, unless there is no other way. */
function readProxyList(list: string): readonly Route[] {
  const routes = list
    .split(';')
    .map((entry) => entry.trim().split(/\s+/))
    .flatMap(([kind = '', address = '']): readonly Route[] => {
      if (/^direct$/i.test(kind)) return direct;
      if (address === '') return [];
      if (/^(?:proxy|http)$/i.test(kind)) return [readProxy(`http://${address}`, null)];
      if (/^https$/i.test(kind)) return [readProxy(`https://${address}`, null)];
      return /^socks/i.test(kind) ? [readProxy(`${kind.toLowerCase()}://${address}`, null)] : [];
    });
  const usable = routes.filter(({ kind }) => kind !== 'unusable');
  return usable.length === 0 ? routes.slice(0, 1) : usable;
}

/** Puts an address of version 6 into brackets. */
export function formatHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

export interface Certificates {
  /** Returns what a connection trusts, or undefined where that is exactly what Node trusts anyway. */
  current(): Promise<tls.SecureContext | undefined>;
  /** Trusts the certificates of the system from now on. Returns true if there are any. */
  addSystem(): boolean;
  /** Returns the settings whose file cannot be used. */
  unusable(): readonly string[];
}

interface Bundle {
  readonly setting: string;
  readonly file: string;
}

interface CertificateParts {
  readonly environment: Environment;
  /** Returns the file that `ca_bundle` of the profile names, if there is a profile and it names one. */
  readonly profileBundle: () => Promise<string | undefined>;
}

/**
 * Adds the certificates that a company sets up on its machines to those of Node. Electron does not read
 * NODE_EXTRA_CA_CERTS once an app is packaged, and Node reads the other settings never or only by a switch. The files
 * are looked at for each new connection, so a corrected one is noticed.
 */
export function openCertificates({ environment, profileBundle }: CertificateParts): Certificates {
  let known: { readonly files: string; readonly context: tls.SecureContext | undefined } | undefined;
  let unusable: readonly string[] = [];
  let system: readonly string[] | undefined;

  return {
    async current() {
      const bundles = await listBundles();
      const times = await Promise.all(bundles.map(async ({ file }) => fileTime(file)));
      const files = JSON.stringify([bundles, times, system?.length]);
      if (known?.files === files) return known.context;
      const read = await Promise.all(
        bundles.map(async (bundle) => ({ bundle, found: await readBundle(bundle.file) })),
      );
      unusable = read.filter(({ found }) => found.length === 0).map(({ bundle }) => bundle.setting);
      known = { files, context: createContext([...read.flatMap(({ found }) => found), ...(system ?? [])]) };
      return known.context;
    },
    addSystem() {
      // Node 20 cannot read them, and elsewhere it may take a moment, so it is done only when they are needed.
      system ??= runtime.getCACertificates?.('system') ?? [];
      return system.length > 0;
    },
    unusable: () => unusable,
  };

  async function listBundles(): Promise<readonly Bundle[]> {
    const forAws = listNamed(environment, 'AWS_CA_BUNDLE');
    const ofProfile = forAws.length > 0 ? undefined : await profileBundle();
    return [
      ...forAws,
      ...(ofProfile === undefined ? [] : [{ setting: 'ca_bundle of the profile', file: ofProfile }]),
      ...listNamed(environment, 'NODE_EXTRA_CA_CERTS'),
      ...listNamed(environment, 'SSL_CERT_FILE'),
    ];
  }
}

/** Returns the file that a setting names, or nothing. */
export function listNamed(environment: Environment, setting: string): readonly Bundle[] {
  const file = environment[setting] ?? '';
  return file === '' ? [] : [{ setting, file }];
}

/** Node 22.15 and later have this function; the types are those of Node 20. */
const runtime = tls as { readonly getCACertificates?: (which: 'default' | 'system') => string[] };

function createContext(added: readonly string[]): tls.SecureContext | undefined {
  const usual = runtime.getCACertificates?.('default') ?? [...tls.rootCertificates];
  const all = new Set(usual.map(withoutSpace));
  const more = added.filter((pem) => !all.has(withoutSpace(pem)));
  if (more.length === 0) return undefined;
  // Reading hundreds of certificates takes longer than a handshake, so all connections share what was read.
  const name = more.join('\n');
  const known = contexts.get(name) ?? tls.createSecureContext({ ca: [...usual, ...new Set(more)] });
  return contexts.set(name, known).get(name);
}

const contexts = new Map<string, tls.SecureContext>();

function withoutSpace(pem: string): string {
  return pem.replaceAll(/\s+/g, '');
}

async function fileTime(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    // A file that is missing is told by `unusable`.
    return 0;
  }
}

/** Returns the certificates of a file, and none when it cannot be read or has none. */
export async function readBundle(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const found =
    text.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  return found.filter(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    // One line that is broken must not take the others with it.
    return false;
  }
}
