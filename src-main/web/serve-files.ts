import { createReadStream, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { lookUp } from './renderer-files.ts';
import type { RendererFiles } from './renderer-files.ts';
import { securityHeaders } from './security-headers.ts';

/** The console's own bundle holds no data, so it is served before anybody has signed in. */
export function serveFile(
  files: RendererFiles,
  path: string,
  response: ServerResponse,
  headOnly: boolean,
): void {
  const found = lookUp(files, path);
  if (found === undefined) {
    response.writeHead(404, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' });
    response.end('There is nothing here. The console starts at /\n');
    return;
  }
  // Built names carry a hash of their content; the page itself must always be the newest.
  const isHashed = found.url.startsWith('/assets/');
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': found.contentType,
    'content-length': statSync(found.file).size,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (headOnly) {
    response.end();
    return;
  }
  pipeline(createReadStream(found.file), response, () => {
    // A reader that went away is not an error worth a line; a broken file shows as a short body.
  });
}
