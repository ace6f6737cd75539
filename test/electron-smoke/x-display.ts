import { messageBytes, openWire, toRequest } from './x-wire.ts';
import type { Wire } from './x-wire.ts';

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
      const answer = await wire.ask(toRequest(16, 0, [name.length], Buffer.from(name, 'latin1')));
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
  wire.send(toRequest(18, 0, [window, property, type, 32, values.length], content));
}

async function readProperty(wire: Wire, window: number, property: number): Promise<Buffer> {
  const answer = await wire.ask(toRequest(20, 0, [window, property, 0, 0, 1_024]));
  const bytes = (answer.readUInt8(1) / 8) * answer.readUInt32LE(16);
  return answer.subarray(messageBytes, messageBytes + bytes);
}

async function namedWindows(wire: Wire, atoms: Atoms) {
  const tree = await wire.ask(toRequest(15, 0, [wire.root]));
  const children = Array.from({ length: tree.readUInt16LE(16) }, (_, at) =>
    tree.readUInt32LE(messageBytes + at * 4),
  );
  const named: { readonly id: number; readonly name: string }[] = [];
  for (const id of children) {
    try {
      const isShown = (await wire.ask(toRequest(3, 0, [id]))).readUInt8(26) === 2;
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
  wire.send(toRequest(8, 0, [window]));
  wire.send(toRequest(configureOpcode, 0, [window, 0x40, 0]));
  wire.send(toRequest(inputFocusOpcode, 1, [window, 0]));
  setProperty(wire, wire.root, atoms['_NET_ACTIVE_WINDOW'], windowType, [window]);
}

function askToClose(wire: Wire, atoms: Atoms, window: number): void {
  const event = Buffer.alloc(messageBytes);
  event.writeUInt8(33, 0);
  event.writeUInt8(32, 1);
  event.writeUInt32LE(window, 4);
  event.writeUInt32LE(atoms['WM_PROTOCOLS'], 8);
  event.writeUInt32LE(atoms['WM_DELETE_WINDOW'], 12);
  wire.send(toRequest(25, 0, [window, 0], event));
}

/** Does what a window manager must: shows windows, lets them move, and maximises, minimises and focuses them. */
async function manageWindows(wire: Wire, atoms: Atoms): Promise<void> {
  const substructure = (1 << 20) | (1 << 19);
  wire.send(toRequest(2, 0, [wire.root, 0x8_00, substructure]));
  // The server says nothing when it agrees, and the answer to the next question would come after a refusal.
  const before = await readProperty(wire, wire.root, atoms['_NET_SUPPORTING_WM_CHECK']);
  if (before.length > 0) return;
  const check = wire.newId();
  wire.send(toRequest(1, 0, [check, wire.root, 0, 0x1_00_01, 0, 0, 0]));
  for (const window of [check, wire.root]) {
    setProperty(wire, window, atoms['_NET_SUPPORTING_WM_CHECK'], windowType, [check]);
  }
  const name = Buffer.from('sluice-tests');
  wire.send(toRequest(18, 0, [check, atoms['_NET_WM_NAME'], atoms['UTF8_STRING'], 8, name.length], name));
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
      const place = await wire.ask(toRequest(14, 0, [window]));
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
    wire.send(toRequest(configureOpcode, 0, [window, 0xf, ...place]));
  }

  async function show(window: number): Promise<void> {
    await setStates(window, (now) => now.delete(atoms['_NET_WM_STATE_HIDDEN']));
    setProperty(wire, window, atoms['WM_STATE'], atoms['WM_STATE'], [1, 0]);
    focusWindow(wire, atoms, window);
  }

  async function hide(window: number): Promise<void> {
    await setStates(window, (now) => now.add(atoms['_NET_WM_STATE_HIDDEN']));
    setProperty(wire, window, atoms['WM_STATE'], atoms['WM_STATE'], [3, 0]);
    wire.send(toRequest(10, 0, [window]));
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
      wire.send(toRequest(configureOpcode, 0, [event.readUInt32LE(8), mask, ...values]));
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
  const extension = await wire.ask(toRequest(98, 0, [name.length], name));
  const xtest = extension.readUInt8(9);
  const { first, last } = wire.keycodes;
  const mapping = await wire.ask(toRequest(101, 0, [first | ((last - first + 1) << 8)]));
  const perKey = mapping.readUInt8(1);
  const codes = new Map<number, { readonly code: number; readonly shifted: boolean }>();
  for (let at = 0; at < (last - first + 1) * perKey; at += 1) {
    const keysym = mapping.readUInt32LE(messageBytes + at * 4);
    const shift = at % perKey;
    if (shift > 1 || codes.has(keysym)) continue;
    codes.set(keysym, { code: first + Math.floor(at / perKey), shifted: shift === 1 });
  }

  function fake(type: 2 | 3, code: number): void {
    wire.send(toRequest(xtest, 2, [type | (code << 8), 0, 0, 0, 0, 0, 0, 0]));
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
