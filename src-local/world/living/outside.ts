import type { PipelineParts } from '#pipelines/parts.ts';
import type { Clock } from '../clock.ts';

/** The host is down for half an hour of every four hours. */
const restartsEveryMs = 4 * 3_600_000;
const restartTakesMs = 30 * 60_000;

/**
 * Simulates the customers' endpoints, by host. Nothing leaves this machine: most accept everything, one is out of
 * service for half an hour now and then, and one has been gone for good.
 */
export function simulatedOutside(clock: Pick<Clock, 'now'>): PipelineParts['post'] {
  return (url) => {
    const { hostname } = new URL(url);
    if (gone.has(hostname)) {
      return Promise.reject(new Error(`getaddrinfo ENOTFOUND ${hostname}`));
    }
    const isRestarting = restarting.has(hostname) && clock.now() % restartsEveryMs < restartTakesMs;
    return Promise.resolve({ status: isRestarting ? 503 : 200 });
  };
}

const restarting: ReadonlySet<string> = new Set(['hooks.kestrel.example']);
const gone: ReadonlySet<string> = new Set(['hooks.quill.example']);
