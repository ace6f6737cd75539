import { protocol } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { readContent, lookUp, securityHeaders, type RendererFiles } from '#main/web/renderer-files.ts';
import type { Preferences } from '#shared/contract/preferences.ts';

/** Electron accepts this call once, and only before it is ready. */
export function registerConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: consoleScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** The headers are set here because Electron's webRequest hooks never see a handled protocol. */
export function serveConsole(files: RendererFiles, preferences: () => Preferences, log: Log): void {
  protocol.handle(consoleScheme, (request) => respond(files, preferences(), request, log));
}

async function respond(
  files: RendererFiles,
  preferences: Preferences,
  request: Request,
  log: Log,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' });
  }
  // The address is looked up in a map made at start; no part of it ever becomes a path.
  const found = isConsoleUrl(request.url) ? lookUp(files, new URL(request.url).pathname) : undefined;
  if (found === undefined) return plain(404, 'There is no such file in the console.');
  try {
    const content = await readContent(found, preferences);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), {
      headers: {
        ...securityHeaders,
        'content-type': found.contentType,
        'content-length': String(content.byteLength),
      },
    });
  } catch (error) {
    log.error({ err: error }, 'a file of the built console cannot be read');
    return plain(500, 'A file of the console cannot be read; reinstall or build it again.');
  }
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, {
    status,
    headers: { ...securityHeaders, ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}

const consoleScheme = 'app';
export const consoleOrigin = 'app://console';

/** `path` is one of the console's own, such as /triage or /find?id=…. */
export function consoleUrl(path: string): string {
  return `${consoleOrigin}${path}`;
}

/** The parts are compared one by one: outside a browser, `origin` of an app: URL is the string "null". */
export function isConsoleUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol: scheme, host, username, password } = new URL(url);
  return scheme === `${consoleScheme}:` && host === 'console' && username === '' && password === '';
}
