import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { Gate } from '../gate/gate.ts';
import type { Log } from '../log/open-log.ts';
import { openEventStreams } from './event-streams.ts';
import { openAnswers, openSessions, routeRequest } from './route-request.ts';
import type { RendererFiles } from './renderer-files.ts';

export interface BrowserHost {
  readonly port: number;
  /** Returns an address that signs one browser in, once. */
  newAddress(): string;
  close(): Promise<void>;
}

interface BrowserHostOptions {
  readonly gate: Gate;
  readonly log: Log;
  readonly files: RendererFiles;
  readonly preferences: () => Preferences;
  readonly newReference: () => string;
  readonly port: number;
}

/** Serves the same console to a browser on this machine: loopback only, one-time token, same gate. */
export async function serveBrowser(options: BrowserHostOptions): Promise<BrowserHost> {
  const { gate, log, files, preferences, newReference } = options;
  // With Node's default of 5 s, a command sent as they end meets a connection that is just closing.
  const server = createServer({ keepAliveTimeout: 120_000 });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const sessions = openSessions(port);
  const streams = openEventStreams(gate);
  const answers = openAnswers(log, newReference);
  const desk = { gate, files, preferences, port, sessions, streams, answers };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    routeRequest(desk, request, response).catch((error: unknown) => {
      log.error({ err: error, method: request.method }, 'browser host: request failed');
      if (!response.headersSent) {
        answers.refuse(request, response, {
          code: 'unexpected',
          message: 'The console hit an error. See its log.',
        });
      }
    });
  });

  return {
    port,
    newAddress: () => `http://127.0.0.1:${port}/#token=${sessions.issueToken()}`,
    close() {
      streams.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
