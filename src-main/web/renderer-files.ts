import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface RendererFile {
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
 * The built console as a map from URL path to file, made once at start. A request is a lookup in
 * it and never becomes a path, so there is nothing to traverse.
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

/** Folder by folder: in a package they are read by Electron out of its archive, which knows less of entries than Node. */
function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Whatever is not an asset is a page of the console's own router, ids and all: DOC-1.png is an id there. */
export function lookUp(files: RendererFiles, pathname: string): RendererFile | undefined {
  const exact = files.get(pathname);
  if (exact !== undefined) return exact;
  const isPage = pagePath.test(pathname) && !pathname.startsWith('/assets/');
  return isPage ? files.get('/index.html') : undefined;
}

// The first segment is a page's name; what follows it may be an id of any shape.
const pagePath = /^\/(?:[a-z-]+(?:\/.*)?)?$/;
