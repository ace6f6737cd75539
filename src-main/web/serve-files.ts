import type { ServerResponse } from 'node:http';
import type { Preferences } from '#shared/contract/preferences.ts';
import { contentOf } from './file-content.ts';
import { lookUp } from './renderer-files.ts';
import type { RendererFiles } from './renderer-files.ts';
import { securityHeaders } from './security-headers.ts';

interface Asked {
  readonly path: string;
  readonly headOnly: boolean;
  readonly preferences: Preferences;
}

/** The console's own bundle holds no data, so it is served before anybody has signed in. */
export async function serveFile(files: RendererFiles, asked: Asked, response: ServerResponse): Promise<void> {
  const found = lookUp(files, asked.path);
  if (found === undefined) {
    response.writeHead(404, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' });
    response.end('There is nothing here. The console starts at /\n');
    return;
  }
  const content = await contentOf(found, asked.preferences);
  // Built names carry a hash of their content; the page itself must always be the newest.
  const isHashed = found.url.startsWith('/assets/');
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': found.contentType,
    'content-length': content.byteLength,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(asked.headOnly ? undefined : content);
}
