import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { connect, type AddressInfo, type LookupFunction, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const at = (file: string): string => fileURLToPath(new URL(`../certificates/${file}`, import.meta.url));

/** This is the certificate of an authority that no machine trusts, as a company's proxy has one. */
export const authorityFile = at('authority.pem');
const key = readFileSync(at('server-key.pem'));
const certificates = { valid: readFileSync(at('server.pem')), expired: readFileSync(at('expired.pem')) };

/** Leads every name to this machine, so that nothing of a test leaves it. */
export const toThisMachine: LookupFunction = (_name, { all }, found) => {
  if (all === true) found(null, [{ address: '127.0.0.1', family: 4 }]);
  else found(null, '127.0.0.1', 4);
};

/** Opens a server over TLS whose certificate the company's authority has issued. */
export async function aTlsServer(
  answer: http.RequestListener,
  certificate: keyof typeof certificates = 'valid',
) {
  const server = https.createServer({ key, cert: certificates[certificate] }, answer);
  const sockets = await openOn(server);
  const { port } = server.address() as AddressInfo;
  return { port, sockets, at: (name: string) => `https://${name}:${port}` };
}

interface ProxyOptions {
  /** Every other user name and password is refused with 407. */
  readonly only?: string;
  /** These are the ways to sign in that it offers with 407. */
  readonly offers?: readonly string[];
  /** Refuses every connection with this status. */
  readonly refusal?: number;
  /** Accepts connections and never answers. */
  readonly isSilent?: boolean;
  /** The proxy itself is reached over TLS. */
  readonly isTls?: boolean;
}

/** Runs a proxy that connects to any port of this machine, whatever the name, and records what it was asked for. */
export async function aProxy({
  only,
  offers = ['Basic realm="proxy"'],
  refusal,
  isSilent,
  isTls,
}: ProxyOptions = {}) {
  const asked: string[] = [];
  const server = isTls === true ? https.createServer({ key, cert: certificates.valid }) : http.createServer();
  server.on('connect', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    const { 'proxy-authorization': authorization } = request.headers;
    asked.push(request.url ?? '');
    if (isSilent === true) return;
    const user = Buffer.from((authorization ?? '').replace('Basic ', ''), 'base64').toString();
    if (only !== undefined && user !== only) {
      const lines = offers.map((offer) => `Proxy-Authenticate: ${offer}\r\n`).join('');
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines}Content-Length: 0\r\n\r\n`);
      return;
    }
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 2\r\n\r\nno`);
      return;
    }
    const onward = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  const sockets = await openOn(server);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    sockets,
    address: `${isTls === true ? 'https' : 'http'}://127.0.0.1:${port}`,
    /** Lists each connection that it was asked for, as "name:port". */
    asked,
    /** Lists the names alone, each once. */
    hosts: () => [...new Set(asked.map((one) => one.replace(/:\d+$/, '')))].toSorted(),
  };
}

async function openOn(server: Server): Promise<ReadonlySet<Socket>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return sockets;
}

/** Returns a port of this machine on which no server listens. */
export async function aDeadPort(): Promise<number> {
  const server = http.createServer();
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}
