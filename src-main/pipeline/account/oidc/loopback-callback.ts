import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackCallback {
  /** Registered with the issuer as http://127.0.0.1/callback, of whatever port (RFC 8252, 7.3). */
  readonly redirectUri: string;
  /** The first that carries the state it was given; nothing else ends the wait. */
  readonly arrived: Promise<URL>;
  close(): void;
}

/** Waits on this machine for the browser to come back from the issuer. Any page of any site may send it something. */
export async function openLoopbackCallback(state: string): Promise<LoopbackCallback> {
  let arrive: ((at: URL) => void) | undefined;
  const arrived = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  let isOver = false;
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
    const at = placeOf(request, origin);
    if (at === undefined) return answer(response, 404, pages.notHere);
    if (at.searchParams.get('state') !== state) return answer(response, 400, pages.notAsked);
    if (isOver) return answer(response, 410, pages.over);
    isOver = true;
    answer(response, 200, at.searchParams.has('error') ? pages.refused : pages.done);
    arrive?.(at);
  });
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  server.unref();

  return {
    redirectUri: `${origin}/callback`,
    arrived,
    close() {
      // The page that says so is still on its way.
      server.close();
      server.closeIdleConnections();
    },
  };
}

/** Undefined for what the issuer would never send: another name in `Host` is a site that calls itself this machine. */
function placeOf({ method, url = '', headers }: IncomingMessage, origin: string): URL | undefined {
  if (method !== 'GET' || `http://${headers.host ?? ''}` !== origin) return undefined;
  if (!url.startsWith('/') || !URL.canParse(url, origin)) return undefined;
  const at = new URL(url, origin);
  const isCallback = at.origin === origin && at.pathname === '/callback';
  const [states, codes] = ['state', 'code'].map((name) => at.searchParams.getAll(name).length);
  return isCallback && (states ?? 0) <= 1 && (codes ?? 0) <= 1 ? at : undefined;
}

function answer(response: ServerResponse, status: number, [title, text]: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n</html>\n`,
  );
}

type Page = readonly [title: string, text: string];

/** Nothing of what was sent is in them. */
const pages = {
  done: ['Signed in', 'Go back to Sluice. You may close this page.'],
  refused: ['Not signed in', 'The sign-in was refused. Go back to Sluice, which says more.'],
  over: ['This is over', 'The sign-in has been answered already. Go back to Sluice.'],
  notAsked: ['Not asked for', 'Sluice did not ask for this, and nothing was done.'],
  notHere: ['Nothing here', 'Sluice waits for a sign-in, and this is none.'],
} as const satisfies Record<string, Page>;
