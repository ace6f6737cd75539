import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Speaks to an X server as xdotool and a small window manager would. A plain Xvfb has no window manager, and without
 * one no window can be maximised or minimised. Where another one runs already, it is left alone.
 */
export interface XDisplay {
  /** Lists the titles of the windows on the screen. */
  readonly titles: () => Promise<readonly string[]>;
  readonly focus: (title: RegExp) => Promise<void>;
  /** Asks the window to close, as the button in its title bar does. */
  readonly close: (title: RegExp) => Promise<void>;
  /** Presses real keys, such as `Control+2` or `Escape`, in whichever window has the focus. */
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly disconnect: () => void;
}

export async function openXDisplay(environment: NodeJS.ProcessEnv = process.env): Promise<XDisplay> {
  const wire = await openWire(environment);
  const atoms = await internAtoms(wire);
  await manageWindows(wire, atoms);
  const keys = await keyboard(wire);

  async function find(title: RegExp): Promise<number> {
    for (const { id, name } of await namedWindows(wire, atoms)) if (title.test(name)) return id;
    throw new Error(`No window on this display has a title like ${String(title)}.`);
  }

  return {
    titles: async () => (await namedWindows(wire, atoms)).map(({ name }) => name),
    async focus(title) {
      focusWindow(wire, atoms, await find(title));
      await wire.settled();
    },
    async close(title) {
      askToClose(wire, atoms, await find(title));
      await wire.settled();
    },
    async press(key) {
      keys.press(key);
      await wire.settled();
    },
    async type(text) {
      for (const letter of text) keys.press(letter);
      await wire.settled();
    },
    disconnect: () => wire.end(),
  };
}

/** The first 32 bytes of every message of the server have this form. */
const messageBytes = 32;

interface Wire {
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

async function openWire(environment: NodeJS.ProcessEnv): Promise<Wire> {
  const number = /^:(\d+)(?:\.\d+)?$/.exec(environment['DISPLAY'] ?? '')?.[1];
  if (number === undefined) throw new Error('DISPLAY names no X server of this machine.');
  const socket = connect(`/tmp/.X11-unix/X${number}`);
  const read = reader(socket);
  socket.write(greeting(cookieOf(number, environment)));
  const head = await read(8);
  const rest = await read(head.readUInt16LE(6) * 4);
  if (head[0] !== 1) throw new Error(`The X server let nobody in: ${rest.toString('latin1').trim()}`);
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
    settled: async () => void (await ask(request(43))),
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
function cookieOf(display: string, environment: NodeJS.ProcessEnv): Buffer {
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
function request(
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

const atomNames = [
  'UTF8_STRING',
  'WM_NAME',
  'WM_STATE',
  'WM_CHANGE_STATE',
  'WM_PROTOCOLS',
  'WM_DELETE_WINDOW',
  '_NET_SUPPORTED',
  '_NET_SUPPORTING_WM_CHECK',
  '_NET_WM_NAME',
  '_NET_WM_STATE',
  '_NET_WM_STATE_MAXIMIZED_VERT',
  '_NET_WM_STATE_MAXIMIZED_HORZ',
  '_NET_WM_STATE_HIDDEN',
  '_NET_WM_STATE_FULLSCREEN',
  '_NET_ACTIVE_WINDOW',
] as const;
type Atoms = Readonly<Record<(typeof atomNames)[number], number>>;

/** These are the numbers of the protocol for types that every server knows. */
const atomType = 4;
const windowType = 33;

async function internAtoms(wire: Wire): Promise<Atoms> {
  const found = await Promise.all(
    atomNames.map(async (name) => {
      const answer = await wire.ask(request(16, 0, [name.length], Buffer.from(name, 'latin1')));
      return [name, answer.readUInt32LE(8)] as const;
    }),
  );
  return Object.fromEntries(found) as unknown as Atoms;
}

function setProperty(
  wire: Wire,
  window: number,
  property: number,
  type: number,
  values: readonly number[],
): void {
  const content = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) content.writeUInt32LE(value, at * 4);
  wire.send(request(18, 0, [window, property, type, 32, values.length], content));
}

async function readProperty(wire: Wire, window: number, property: number): Promise<Buffer> {
  const answer = await wire.ask(request(20, 0, [window, property, 0, 0, 1_024]));
  const bytes = (answer.readUInt8(1) / 8) * answer.readUInt32LE(16);
  return answer.subarray(messageBytes, messageBytes + bytes);
}

async function namedWindows(wire: Wire, atoms: Atoms) {
  const tree = await wire.ask(request(15, 0, [wire.root]));
  const children = Array.from({ length: tree.readUInt16LE(16) }, (_, at) =>
    tree.readUInt32LE(messageBytes + at * 4),
  );
  const named: { readonly id: number; readonly name: string }[] = [];
  for (const id of children) {
    try {
      const isShown = (await wire.ask(request(3, 0, [id]))).readUInt8(26) === 2;
      const name = (await readProperty(wire, id, atoms['_NET_WM_NAME'])).toString('utf8');
      if (isShown && name !== '') named.push({ id, name });
    } catch {
      // A window may go while it is looked at.
    }
  }
  return named;
}

const inputFocusOpcode = 42;
const configureOpcode = 12;

function focusWindow(wire: Wire, atoms: Atoms, window: number): void {
  wire.send(request(8, 0, [window]));
  wire.send(request(configureOpcode, 0, [window, 0x40, 0]));
  wire.send(request(inputFocusOpcode, 1, [window, 0]));
  setProperty(wire, wire.root, atoms['_NET_ACTIVE_WINDOW'], windowType, [window]);
}

function askToClose(wire: Wire, atoms: Atoms, window: number): void {
  const event = Buffer.alloc(messageBytes);
  event.writeUInt8(33, 0);
  event.writeUInt8(32, 1);
  event.writeUInt32LE(window, 4);
  event.writeUInt32LE(atoms['WM_PROTOCOLS'], 8);
  event.writeUInt32LE(atoms['WM_DELETE_WINDOW'], 12);
  wire.send(request(25, 0, [window, 0], event));
}

/** Does what a window manager must: shows windows, lets them move, and maximises, minimises and focuses them. */
async function manageWindows(wire: Wire, atoms: Atoms): Promise<void> {
  const substructure = (1 << 20) | (1 << 19);
  wire.send(request(2, 0, [wire.root, 0x8_00, substructure]));
  // The server says nothing when it agrees, and the answer to the next question would come after a refusal.
  const before = await readProperty(wire, wire.root, atoms['_NET_SUPPORTING_WM_CHECK']);
  if (before.length > 0) return;
  const check = wire.newId();
  wire.send(request(1, 0, [check, wire.root, 0, 0x1_00_01, 0, 0, 0]));
  for (const window of [check, wire.root]) {
    setProperty(wire, window, atoms['_NET_SUPPORTING_WM_CHECK'], windowType, [check]);
  }
  const name = Buffer.from('sluice-tests');
  wire.send(request(18, 0, [check, atoms['_NET_WM_NAME'], atoms['UTF8_STRING'], 8, name.length], name));
  const supported = atomNames.filter((one) => one.startsWith('_NET')).map((one) => atoms[one]);
  setProperty(wire, wire.root, atoms['_NET_SUPPORTED'], atomType, supported);

  const states = new Map<number, Set<number>>();
  const placesBefore = new Map<number, readonly number[]>();
  const wholeScreen = [atoms['_NET_WM_STATE_MAXIMIZED_VERT'], atoms['_NET_WM_STATE_FULLSCREEN']];

  async function setStates(window: number, change: (now: Set<number>) => void): Promise<void> {
    const now = states.get(window) ?? new Set<number>();
    const wasLarge = wholeScreen.some((state) => now.has(state));
    change(now);
    states.set(window, now);
    const isLarge = wholeScreen.some((state) => now.has(state));
    if (isLarge && !wasLarge) {
      const place = await wire.ask(request(14, 0, [window]));
      placesBefore.set(window, [
        place.readInt16LE(12),
        place.readInt16LE(14),
        place.readUInt16LE(16),
        place.readUInt16LE(18),
      ]);
      placeWindow(window, [0, 0, wire.size.width, wire.size.height]);
    } else if (wasLarge && !isLarge) {
      placeWindow(window, placesBefore.get(window) ?? [0, 0, wire.size.width, wire.size.height]);
    }
    setProperty(wire, window, atoms['_NET_WM_STATE'], atomType, [...now]);
  }

  function placeWindow(window: number, place: readonly number[]): void {
    wire.send(request(configureOpcode, 0, [window, 0xf, ...place]));
  }

  async function show(window: number): Promise<void> {
    await setStates(window, (now) => now.delete(atoms['_NET_WM_STATE_HIDDEN']));
    setProperty(wire, window, atoms['WM_STATE'], atoms['WM_STATE'], [1, 0]);
    focusWindow(wire, atoms, window);
  }

  async function hide(window: number): Promise<void> {
    await setStates(window, (now) => now.add(atoms['_NET_WM_STATE_HIDDEN']));
    setProperty(wire, window, atoms['WM_STATE'], atoms['WM_STATE'], [3, 0]);
    wire.send(request(10, 0, [window]));
  }

  async function handle(event: Buffer): Promise<void> {
    const kind = event.readUInt8(0) & 0x7f;
    if (kind === 20) {
      const window = event.readUInt32LE(8);
      const asked = await readProperty(wire, window, atoms['_NET_WM_STATE']);
      for (let at = 0; at < asked.length; at += 4) {
        await setStates(window, (now) => now.add(asked.readUInt32LE(at)));
      }
      await show(window);
    } else if (kind === 23) {
      const mask = event.readUInt16LE(26) & 0xf;
      const place = [
        event.readInt16LE(16),
        event.readInt16LE(18),
        event.readUInt16LE(20),
        event.readUInt16LE(22),
      ];
      const values = place.filter((_, at) => (mask & (1 << at)) !== 0);
      wire.send(request(configureOpcode, 0, [event.readUInt32LE(8), mask, ...values]));
    } else if (kind === 17) {
      // The next program may get the same number for its window.
      states.delete(event.readUInt32LE(8));
    } else if (kind === 33) {
      await follow(event.readUInt32LE(4), event.readUInt32LE(8), event);
    }
  }

  async function follow(window: number, what: number, message: Buffer): Promise<void> {
    const [first = 0, ...asked] = [12, 16, 20].map((at) => message.readUInt32LE(at));
    if (what === atoms['_NET_ACTIVE_WINDOW']) return show(window);
    if (what === atoms['WM_CHANGE_STATE'] && first === 3) return hide(window);
    if (what !== atoms['_NET_WM_STATE']) return;
    await setStates(window, (now) => {
      for (const state of asked.filter((one) => one !== 0)) {
        const isOn = first === 1 || (first === 2 && !now.has(state));
        if (isOn) now.add(state);
        else now.delete(state);
      }
    });
  }

  wire.onEvent((event) => {
    // A window may go before its request is done.
    handle(event).catch(() => undefined);
  });
  await wire.settled();
}

const keysymsByName: Readonly<Record<string, number>> = {
  Control: 0xff_e3,
  Shift: 0xff_e1,
  Alt: 0xff_e9,
  Enter: 0xff_0d,
  Escape: 0xff_1b,
  Tab: 0xff_09,
  F11: 0xff_c8,
};

async function keyboard(wire: Wire): Promise<{ readonly press: (key: string) => void }> {
  const name = Buffer.from('XTEST');
  const extension = await wire.ask(request(98, 0, [name.length], name));
  const xtest = extension.readUInt8(9);
  const { first, last } = wire.keycodes;
  const mapping = await wire.ask(request(101, 0, [first | ((last - first + 1) << 8)]));
  const perKey = mapping.readUInt8(1);
  const codes = new Map<number, { readonly code: number; readonly shifted: boolean }>();
  for (let at = 0; at < (last - first + 1) * perKey; at += 1) {
    const keysym = mapping.readUInt32LE(messageBytes + at * 4);
    const shift = at % perKey;
    if (shift > 1 || codes.has(keysym)) continue;
    codes.set(keysym, { code: first + Math.floor(at / perKey), shifted: shift === 1 });
  }

  function fake(type: 2 | 3, code: number): void {
    wire.send(request(xtest, 2, [type | (code << 8), 0, 0, 0, 0, 0, 0, 0]));
  }

  return {
    press(key) {
      const names = key.length === 1 ? [key] : key.split('+');
      const found = names.map((one) => {
        const keysym = keysymsByName[one] ?? one.codePointAt(0) ?? 0;
        const known = codes.get(keysym);
        if (known === undefined) throw new Error(`This keyboard has no key for ${one}.`);
        return known;
      });
      const shift = codes.get(keysymsByName['Shift'] ?? 0)?.code ?? 0;
      const down = [
        ...(found.some(({ shifted }) => shifted) ? [shift] : []),
        ...found.map(({ code }) => code),
      ];
      for (const code of down) fake(2, code);
      for (const code of down.toReversed()) fake(3, code);
    },
  };
}
