import type { IncomingMessage } from 'node:http';

/**
 * A page on another site may send requests to this port, and a name it owns may resolve to
 * 127.0.0.1. Neither can forge Host and Origin, so both must be exactly ours.
 */
export function foreignRequest(request: IncomingMessage, port: number): string | undefined {
  const { host, origin } = request.headers;
  // As a browser writes it: without the port where it is the scheme's own.
  const own = new URL(`http://127.0.0.1:${port}`).host;
  if (host !== own) return `Host is "${shown(host)}"; this console answers to ${own} only.`;
  if (origin !== undefined && origin !== `http://${own}`) {
    return `Origin is "${shown(origin)}"; this console answers its own pages only.`;
  }
  const site = request.headers['sec-fetch-site'];
  const isPageLoad = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isPageLoad) {
    return `The request comes from another site (${shown(site)}).`;
  }
  return undefined;
}

function shown(value: string | undefined): string {
  return (value ?? 'missing').slice(0, 80);
}
