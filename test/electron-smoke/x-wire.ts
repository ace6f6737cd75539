import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The first 32 bytes of every message of the server have this form. */
export const messageBytes = 32;

/** A connection to an X server: requests go out, answers and events come in. */
export interface Wire {
  readonly root: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly keycodes: { readonly first: number; readonly last: number };
  readonly newId: () => number;
  readonly send: (request: Buffer) => void;
  readonly ask: (request: Buffer) => Promise<Buffer>;
  /** Resolves when the server has done all that was sent, and rejects nothing that a request met. */
  readonly settled: () => Promise<void>;
  readonly onEvent: (listener: (event: Buffer) => void) => void;
  readonly end: () => void;
}

export async function openWire(environment: NodeJS.ProcessEnv): Promise<Wire> {
  const number = /^:(\d+)(?:\.\d+)?$/.exec(environment['DISPLAY'] ?? '')?.[1];
  if (number === undefined) throw new Error('DISPLAY names no X server of this machine.');
  const socket = connect(`/tmp/.X11-unix/X${number}`);
  const read = reader(socket);
  socket.write(greeting(findCookie(number, environment)));
  const head = await read(8);
  const rest = await read(head.readUInt16LE(6) * 4);
  if (head[0] !== 1)
    throw new Error(`The X server refused the connection: ${rest.toString('latin1').trim()}`);
  const screen = 32 + padded(rest.readUInt16LE(16)) + rest.readUInt8(21) * 8;
  const base = rest.readUInt32LE(4);

  let sequence = 0;
  let ids = 0;
  const waiting = new Map<number, (answer: Buffer | Error) => void>();
  const listeners: ((event: Buffer) => void)[] = [];
  void listen();

  async function listen(): Promise<void> {
    for (;;) {
      const message = await read(messageBytes);
      const kind = message[0];
      if (kind === 1) {
        const more = await read(message.readUInt32LE(4) * 4);
        settle(message.readUInt16LE(2), Buffer.concat([message, more]));
      } else if (kind === 0) {
        settle(
          message.readUInt16LE(2),
          new Error(`The X server refused a request with error ${message[1]}.`),
        );
      } else {
        for (const listener of listeners) listener(message);
      }
    }
  }

  function settle(number_: number, answer: Buffer | Error): void {
    waiting.get(number_)?.(answer);
    waiting.delete(number_);
  }

  function send(request: Buffer): void {
    sequence = (sequence + 1) & 0xff_ff;
    request.writeUInt16LE(request.length / 4, 2);
    socket.write(request);
  }

  function ask(request: Buffer): Promise<Buffer> {
    send(request);
    const mine = sequence;
    return new Promise((resolve, reject) => {
      waiting.set(mine, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }

  return {
    root: rest.readUInt32LE(screen),
    size: { width: rest.readUInt16LE(screen + 20), height: rest.readUInt16LE(screen + 22) },
    keycodes: { first: rest.readUInt8(26), last: rest.readUInt8(27) },
    newId: () => base + (ids += 1),
    send,
    ask,
    // GetInputFocus is the cheapest request with an answer.
    settled: async () => void (await ask(toRequest(43))),
    onEvent: (listener) => void listeners.push(listener),
    end: () => socket.destroy(),
  };
}

/** Returns a function that reads the next so many bytes. After the end of the connection it never resolves. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  let held = Buffer.alloc(0);
  let wanted: { readonly bytes: number; readonly resolve: (part: Buffer) => void } | undefined;
  function serve(): void {
    if (wanted === undefined || held.length < wanted.bytes) return;
    const { bytes, resolve } = wanted;
    wanted = undefined;
    const part = held.subarray(0, bytes);
    held = held.subarray(bytes);
    resolve(part);
  }
  let problem: Error | undefined;
  socket.on('error', (error) => (problem = error));
  socket.on('data', (data: Buffer) => {
    held = Buffer.concat([held, data]);
    serve();
  });
  return (bytes) =>
    new Promise((resolve, reject) => {
      if (problem !== undefined) return reject(problem);
      wanted = { bytes, resolve };
      serve();
    });
}

/** Finds the cookie that xvfb-run and desktops hand out in a file; without one the server may still let us in. */
function findCookie(display: string, environment: NodeJS.ProcessEnv): Buffer {
  const file = environment['XAUTHORITY'] ?? join(homedir(), '.Xauthority');
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
  for (let at = 0; at < content.length;) {
    at += 2;
    const [, number = '', name = '', data = ''] = Array.from({ length: 4 }, () => {
      const length = content.readUInt16BE(at);
      const part = content.toString('latin1', at + 2, at + 2 + length);
      at += 2 + length;
      return part;
    });
    if (name === cookieName && (number === '' || number === display)) return Buffer.from(data, 'latin1');
  }
  return Buffer.alloc(0);
}

const cookieName = 'MIT-MAGIC-COOKIE-1';

function greeting(cookie: Buffer): Buffer {
  const name = cookie.length === 0 ? '' : cookieName;
  const head = Buffer.alloc(12);
  head.write('l', 'latin1');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(cookie.length, 8);
  return Buffer.concat([head, pad(Buffer.from(name, 'latin1')), pad(cookie)]);
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function pad(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc(padded(content.length) - content.length)]);
}

/** Builds a request from its number, the byte beside it, and what follows in words of four bytes. */
export function toRequest(
  opcode: number,
  detail = 0,
  words: readonly number[] = [],
  content = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(4 + words.length * 4);
  head.writeUInt8(opcode, 0);
  head.writeUInt8(detail, 1);
  for (const [at, word] of words.entries()) head.writeInt32LE(word | 0, 4 + at * 4);
  return Buffer.concat([head, pad(content)]);
}
