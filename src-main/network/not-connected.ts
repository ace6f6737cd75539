import { capitalize } from '#shared/domain/formatting.ts';
import { networkInterfaces } from 'node:os';
import type { Stop, StopKind } from './explain-stop.ts';

/** This is the proxy of a call, as it may be shown: without a user name and a password. */
export interface ShownProxy {
  readonly address: string;
  /** Names the setting that the proxy comes from, such as "HTTPS_PROXY", or null for the system's settings. */
  readonly setting: string | null;
  readonly hasPassword: boolean;
}

interface ConnectionFailure {
  /** Names the part of the way that failed. `settings`: nothing was tried. */
  readonly at: 'settings' | 'proxy' | 'tunnel' | 'host';
  /** This is the code of Node or OpenSSL. */
  readonly code: string;
  /** This is the host that was to be reached, as "name:port"; empty when it is not known. */
  readonly host: string;
  readonly proxy?: ShownProxy | undefined;
  /** This is the status of the proxy's answer to CONNECT. */
  readonly status?: number | undefined;
  /** These are the ways of signing in that the proxy offers, such as "Basic" or "Negotiate". */
  readonly offers?: readonly string[] | undefined;
  /** Names who issued the certificate that was not trusted. */
  readonly issuer?: string | undefined;
  /** These are the certificate settings that name a file that cannot be used. */
  readonly unusable?: readonly string[] | undefined;
  /** Names the proxy settings that the environment has, such as "HTTP_PROXY"; left out where they play no part. */
  readonly proxySettings?: readonly string[] | undefined;
}

/** No connection was made, so nothing of the request was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  readonly code: string;
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure) {
    const through = failure.proxy === undefined ? '' : ` through ${failure.proxy.address}`;
    super(`There is no connection to ${failure.host}${through} (${failure.code}).`);
    this.code = failure.code;
    this.failure = failure;
  }
}

/** Other libraries wrap the errors of a request. */
export function findNotConnected(error: Error): NotConnected | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if (at instanceof NotConnected) return at;
  }
  return undefined;
}

interface Known {
  readonly to: string;
  readonly region: string | undefined;
  readonly hasNetwork: () => boolean;
}

/** Explains why there was no connection, and which setting helps. */
export function explainNotConnected({ failure }: NotConnected, known: Known): Stop {
  const { at, code, proxy } = failure;
  if (certificateCodes.has(code)) return explainCertificate(failure, known.to);
  if (proxy !== undefined && at !== 'host') return explainProxy(failure, proxy, known.to);
  const { to, region, hasNetwork } = known;
  const host = failure.host === '' ? to : withoutUsualPort(failure.host);
  if (code !== 'ECONNREFUSED' && !hasNetwork()) {
    return stop(
      'no-network',
      `This machine is not connected to a network, so ${to} was not reached.`,
      'Connect it, then try again.',
    );
  }
  if (notTls.has(code)) {
    return stop(
      'unreachable',
      `${host} does not speak TLS, so ${to} was not asked.`,
      'Check the address and its port in connections.json.',
    );
  }
  if (code === 'ENOTFOUND') return explainNoHost(host, { to, region }, failure.proxySettings);
  if (code === 'EAI_AGAIN') {
    return stop(
      'no-network',
      `This machine could not look up ${host}, because no name server answered, so ${to} was not reached.`,
      `Check the network and the VPN, then try again.${hintAtProxy(failure.proxySettings)}`,
    );
  }
  if (lateCodes.has(code)) {
    return stop(
      'late',
      `${host} did not accept a connection in time, so ${to} was not reached.`,
      `${checkNetwork}${hintAtProxy(failure.proxySettings)}`,
    );
  }
  return stop(
    'unreachable',
    failure.host === ''
      ? `${capitalize(to)} could not be reached (${code}).`
      : `${host} could not be reached (${code}), so ${to} was not asked.`,
    `${checkNetwork}${hintAtProxy(failure.proxySettings)}`,
  );
}

function explainNoHost(
  host: string,
  { to, region }: { readonly to: string; readonly region: string | undefined },
  proxySettings: ConnectionFailure['proxySettings'],
): Stop {
  const happened = `There is no host ${host}, so ${to} was not reached.`;
  if (region !== undefined && host.includes(`.${region}.`)) {
    return stop(
      'wrong-region',
      happened,
      `Check the region "${region}" of the connection. If it is right, check the network and the VPN: names may not be looked up outside.${hintAtProxy(proxySettings)}`,
    );
  }
  return stop(
    'no-host',
    happened,
    `Check the address in connections.json, the network and the VPN.${hintAtProxy(proxySettings)}`,
  );
}

function explainProxy(failure: ConnectionFailure, proxy: ShownProxy, to: string): Stop {
  const { at, code, status, offers = [] } = failure;
  const host = withoutUsualPort(failure.host);
  const its = `The proxy ${proxy.address}`;
  const notAsked = `so ${to} was not asked.`;
  const from =
    proxy.setting === null ? "It comes from this machine's proxy settings." : `${proxy.setting} names it.`;
  if (at === 'settings') {
    return stop(
      'proxy',
      code === 'SOCKS'
        ? `${its} is a SOCKS proxy, which the console cannot use, ${notAsked}`
        : `${proxy.setting ?? "This machine's proxy settings"} names no address of a proxy, ${notAsked}`,
      proxy.setting === null
        ? 'Set HTTPS_PROXY to the address of an HTTP proxy, such as "http://proxy.example.com:3128", and start Sluice again.'
        : `Set ${proxy.setting} to the address of an HTTP proxy, such as "http://proxy.example.com:3128", or add ${host} to NO_PROXY, and start Sluice again.`,
    );
  }
  if (status === 407) return explainProxySignIn({ proxy, its, notAsked, offers });
  if (status !== undefined && status >= 500) {
    return stop(
      'proxy',
      `${its} could not reach ${host} (${status}), ${notAsked}`,
      `Check the region and the addresses of the connection. If they are right, ask who runs the proxy. ${from}`,
    );
  }
  if (status !== undefined) {
    return stop(
      'proxy',
      `${its} does not allow a connection to ${failure.host} (${status}), ${notAsked}`,
      `Ask who runs the proxy to allow it, or add ${host} to NO_PROXY if it can be reached without. ${from}`,
    );
  }
  return stop(
    'proxy',
    lateCodes.has(code)
      ? `${its} did not answer in time, ${notAsked}`
      : notTls.has(code) || code.startsWith('HPE_')
        ? `${its} did not answer as a proxy does (${code}), ${notAsked}`
        : `${its} could not be reached (${code}), ${notAsked}`,
    proxy.setting === null
      ? `${from} Check them, the network and the VPN, then try again.`
      : `${from} Correct it, or add ${host} to NO_PROXY, and start Sluice again.`,
  );
}

function explainProxySignIn({
  proxy,
  its,
  notAsked,
  offers,
}: {
  readonly proxy: ShownProxy;
  readonly its: string;
  readonly notAsked: string;
  readonly offers: readonly string[];
}): Stop {
  if (offers.length > 0 && !offers.some((one) => /^basic$/i.test(one))) {
    return stop(
      'proxy',
      `${its} asks for a sign-in by ${offers.join(' or ')}, ${notAsked}`,
      'The console can only send a user name and a password (Basic). Ask who runs the proxy for such a sign-in, or run a proxy on this machine that signs in for you, and name it in HTTPS_PROXY.',
    );
  }
  if (proxy.hasPassword) {
    return stop(
      'proxy',
      `${its} rejected the user name and password in ${proxy.setting ?? 'its address'} (407), ${notAsked}`,
      'Correct them, and start Sluice again. A character such as @ or : in a password is written as %40 or %3A.',
    );
  }
  return stop(
    'proxy',
    `${its} asks for a user name and a password (407), ${notAsked}`,
    `Put them into ${proxy.setting ?? 'HTTPS_PROXY'}, as in "http://USER:PASSWORD@proxy.example.com:3128", and start Sluice again.`,
  );
}

function explainCertificate(
  { at, code, host, proxy, issuer, unusable = [] }: ConnectionFailure,
  to: string,
): Stop {
  const isOfProxy = proxy !== undefined && at === 'proxy';
  const whose = isOfProxy ? `the proxy ${proxy.address}` : host === '' ? to : withoutUsualPort(host);
  const nothing = 'Nothing was sent.';
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED') {
    return stop(
      'certificate',
      `By this machine's clock, the certificate of ${whose} ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}. ${nothing}`,
      `Check the date and time of this machine. If they are right, ask who runs ${whose}.`,
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return stop(
      'certificate',
      `The certificate that answered for ${whose} belongs to another host. ${nothing}`,
      'Check the address in connections.json. In a hotel or as a guest, open any page in a browser: the network may want a sign-in first.',
    );
  }
  if (code === 'CERT_REVOKED') {
    return stop(
      'certificate',
      `The certificate of ${whose} was revoked. ${nothing}`,
      `Ask who runs ${whose}.`,
    );
  }
  const by = issuer === undefined ? '' : `: it was issued by "${issuer}", which this machine does not know`;
  const skipped =
    unusable.length === 0
      ? ''
      : ` ${unusable.join(' and ')} names a file that has no certificate or cannot be read.`;
  return stop(
    'certificate',
    `The certificate of ${whose} is not trusted${by}. ${nothing}${skipped}`,
    "If your company's proxy issued it, get the company's root certificate as a PEM file, name that file in AWS_CA_BUNDLE, in ca_bundle of the profile or in NODE_EXTRA_CA_CERTS, and start Sluice again.",
  );
}

/** Says whether a certificate came from an issuer that is not known here. */
export function isUntrusted({ code }: Pick<NotConnected, 'code'>): boolean {
  return unknownIssuer.has(code);
}

const unknownIssuer: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** OpenSSL and BoringSSL use these codes for a certificate that they do not accept. */
export const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'INVALID_CA',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const notTls: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO']);
const lateCodes: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ETIME', 'UND_ERR_CONNECT_TIMEOUT']);

export const networkCodes: ReadonlySet<string> = new Set([
  ...lateCodes,
  ...notTls,
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** A machine whose only addresses are its own has no network. */
export function isOnNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

/** A person who set only HTTP_PROXY expects it to count for every address. */
function hintAtProxy(settings: ConnectionFailure['proxySettings']): string {
  if (settings === undefined || settings.includes('HTTPS_PROXY') || settings.includes('ALL_PROXY')) return '';
  return settings.includes('HTTP_PROXY')
    ? ' HTTP_PROXY is set, but addresses that start with https:// go through HTTPS_PROXY.'
    : ' If this network needs a proxy, name it in HTTPS_PROXY and start Sluice again.';
}

function withoutUsualPort(host: string): string {
  return host.replace(/:443$/, '');
}

function stop(trouble: StopKind, happened: string, next: string): Stop {
  return { trouble, happened, next };
}

export const checkNetwork = 'Check the network, the VPN and the firewall, then try again.';
