import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import type { Preferences } from '#shared/contract/preferences.ts';

interface RendererFile {
  readonly url: string;
  readonly file: string;
  readonly contentType: string;
}

export type RendererFiles = ReadonlyMap<string, RendererFile>;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/x-font-type1',
  '.bcmap': 'application/octet-stream',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/**
 * Maps URL paths to the files of the built console, once at start. A request is a lookup in this map and never
 * becomes a path, so there is nothing to traverse.
 */
export function readRendererFiles(dir: string): RendererFiles {
  const files = new Map<string, RendererFile>();
  for (const file of filesBelow(dir)) {
    const contentType = contentTypes[extname(file)];
    if (contentType === undefined) continue;
    const url = `/${relative(dir, file).split(sep).join('/')}`;
    files.set(url, { url, file, contentType });
  }
  return files;
}

/**
 * Folders are read one by one: in a package Electron reads them from its archive, whose directory entries carry
 * less than Node's.
 */
function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Any path that is not an asset is a page of the console's router, including its ids: DOC-1.png is an id there. */
export function lookUp(files: RendererFiles, pathname: string): RendererFile | undefined {
  const exact = files.get(pathname);
  if (exact !== undefined) return exact;
  const isPage = pagePath.test(pathname) && !pathname.startsWith('/assets/');
  return isPage ? files.get('/index.html') : undefined;
}

// The first segment is a page's name; the rest may be an id of any shape.
const pagePath = /^\/(?:[a-z-]+(?:\/.*)?)?$/;

interface Asked {
  readonly path: string;
  readonly headOnly: boolean;
  readonly preferences: Preferences;
}

/** The console's own bundle holds no data, so it is served without a sign-in. */
export async function serveFile(files: RendererFiles, asked: Asked, response: ServerResponse): Promise<void> {
  const found = lookUp(files, asked.path);
  if (found === undefined) {
    response.writeHead(404, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' });
    response.end('Nothing here. Sluice starts at /\n');
    return;
  }
  const content = await readContent(found, asked.preferences);
  // Built names carry a hash of their content, but the page itself must always be the newest.
  const isHashed = found.url.startsWith('/assets/');
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': found.contentType,
    'content-length': content.byteLength,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(asked.headOnly ? undefined : content);
}

export async function readContent(found: RendererFile, preferences: Preferences): Promise<Buffer> {
  const content = await readFile(found.file);
  if (found.url !== '/index.html') return content;
  return Buffer.from(withPreferences(content.toString('utf8'), preferences));
}

/**
 * The theme is part of the page before the first paint, so that a dark console never flashes white. A script could
 * not do it: the policy allows none inline, and a loaded one comes too late. The mark of a first start is there too,
 * because the router needs it before it can ask for a preference.
 */
function withPreferences(html: string, { theme, motion, welcomed }: Preferences): string {
  const themed = theme === 'system' ? '' : ` data-theme="${theme}"`;
  const still = motion === 'reduced' ? ' data-motion="reduced"' : '';
  const first = welcomed === 'no' ? ' data-first-start=""' : '';
  return html.replace('<html lang="en"', `<html lang="en"${themed}${still}${first}`);
}

/** The policy allows no unsafe-* and nothing from another origin, in both hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
