import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsole } from '#main/compose/open-console.ts';
import { readRendererFiles } from '#main/web/renderer-files.ts';
import { serveBrowser } from '#main/web/serve-browser.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface BrowserHostUnderTest {
  readonly port: number;
  readonly home: string;
  readonly address: string;
  ask(path: string, options?: Ask): Promise<Answer>;
  /** Exchanges the one-time token, and returns the Cookie header for all further requests. */
  signIn(): Promise<string>;
  newToken(): string;
  close(): Promise<void>;
}

/** Runs the real gate and the real server on loopback, over a page of one file. */
export async function aBrowserHost(connectionsJson?: string): Promise<BrowserHostUnderTest> {
  const home = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  const renderer = join(home, 'renderer');
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><html lang="en"><title>Sluice</title></html>');
  writeFileSync(join(renderer, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(home, 'secret.txt'), 'not for the web');
  if (connectionsJson !== undefined) writeFileSync(join(home, 'connections.json'), connectionsJson);

  const opened = await openConsole({ host: 'browser', home, connection: undefined, version: '0.0.0-test' });
  const host = await serveBrowser({
    preferences: opened.preferences,
    newReference: opened.newReference,
    gate: opened.gate,
    log: opened.log,
    files: readRendererFiles(renderer),
    port: 0,
  });
  const address = host.newAddress();
  const newToken = (): string => new URL(host.newAddress()).hash.slice('#token='.length);

  return {
    port: host.port,
    home,
    address,
    ask: (path, options) => ask(host.port, path, options),
    newToken,
    async signIn() {
      const answer = await ask(host.port, '/session', {
        method: 'POST',
        body: JSON.stringify({ token: newToken() }),
      });
      return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    },
    async close() {
      await host.close();
      await opened.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Uses node:http, because fetch would forbid forging Host and Origin and would tidy the path. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
