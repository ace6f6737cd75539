import type { Clock } from '../clock.ts';
import { simulatedProvider } from './simulated-provider.ts';

/** The host is down for half an hour of every four hours. */
const restartsEveryMs = 4 * 3_600_000;
const restartTakesMs = 30 * 60_000;

/** Answers what a function fetches. It sleeps on the world's clock where an answer takes its time. */
export type Outside = (
  url: string,
  init: RequestInit,
  sleep: (ms: number) => Promise<void>,
) => Promise<Response>;

/**
 * Simulates what is outside AWS, by host: the provider of downloads, and the customers' endpoints. Nothing leaves this
 * machine: most endpoints accept everything, one is out of service for half an hour now and then, and one has been gone
 * for good.
 */
export function simulatedOutside(clock: Pick<Clock, 'now'>, seed: string): Outside {
  return async (url, _init, sleep) => {
    const { hostname } = new URL(url);
    if (hostname === listing || hostname === exports) {
      const provider = simulatedProvider({ clock: { now: () => clock.now(), sleep } }, seed);
      return hostname === listing ? listFiles(provider, new URL(url)) : toResponse(await provider.fetch(url));
    }
    if (gone.has(hostname)) {
      throw new TypeError('fetch failed', { cause: new Error(`getaddrinfo ENOTFOUND ${hostname}`) });
    }
    const isRestarting = restarting.has(hostname) && clock.now() % restartsEveryMs < restartTakesMs;
    return new Response(null, { status: isRestarting ? 503 : 200 });
  };
}

const restarting: ReadonlySet<string> = new Set(['hooks.kestrel.example']);
const gone: ReadonlySet<string> = new Set(['hooks.quill.example']);

/** The provider lists its files at one host, and gives them out at another. */
const listing = 'files.provider.example';
const exports = 'exports.provider.example';

/** The provider's interface is described in docs/pipeline-functions.md. */
async function listFiles(
  provider: ReturnType<typeof simulatedProvider>,
  { pathname, searchParams }: URL,
): Promise<Response> {
  const date = searchParams.get('date') ?? '';
  const [, isFiles, entity] = /^\/(files)(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (isFiles === undefined) return new Response(null, { status: 404 });
  if (entity === undefined) return Response.json({ files: await provider.listFiles(date) });
  const offer = await provider.offerAgain(decodeURIComponent(entity), date);
  return offer ? Response.json(offer) : new Response(null, { status: 404 });
}

function toResponse({ status, body }: { readonly status: number; readonly body: Uint8Array }): Response {
  return new Response(Buffer.from(body), { status });
}
