import { EventEmitter } from 'node:events';
import type {
  App,
  Clipboard,
  CommandLine,
  ContextBridge,
  CrashReporter,
  Dialog,
  IpcMain,
  IpcMainInvokeEvent,
  IpcRenderer,
  Menu as RealMenu,
  NativeTheme,
  Protocol,
  Screen,
  Session,
  Shell,
} from 'electron';
import { vi } from 'vitest';
import type { AppEvents, SessionEvents } from './electron-events.ts';
import { Notification } from './electron-notification.ts';
import { BrowserWindow, WebContents } from './electron-window.ts';

export { BrowserWindow, Notification, WebContents };

/** A test may set these before the code under test reads them. */
export const given = {
  switches: new Set<string>(),
  lock: true,
  ready: Promise.resolve(),
  displays: [] as { id: number; workArea: { x: number; y: number; width: number; height: number } }[],
};

type AppParts =
  | 'isPackaged'
  | 'setName'
  | 'setPath'
  | 'setAppUserModelId'
  | 'setAboutPanelOptions'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'whenReady'
  | 'quit'
  | 'relaunch'
  | 'exit';

export const app = Object.assign(new EventEmitter<AppEvents>(), {
  isPackaged: false,
  commandLine: { hasSwitch: (name) => given.switches.has(name) } satisfies Pick<CommandLine, 'hasSwitch'>,
  setName: vi.fn<App['setName']>(),
  setPath: vi.fn<App['setPath']>(),
  setAppUserModelId: vi.fn<App['setAppUserModelId']>(),
  setAboutPanelOptions: vi.fn<App['setAboutPanelOptions']>(),
  enableSandbox: vi.fn<App['enableSandbox']>(),
  requestSingleInstanceLock: vi.fn<App['requestSingleInstanceLock']>(() => given.lock),
  setAsDefaultProtocolClient: vi.fn<App['setAsDefaultProtocolClient']>(() => true),
  whenReady: vi.fn<App['whenReady']>(() => given.ready),
  quit: vi.fn<App['quit']>(),
  relaunch: vi.fn<App['relaunch']>(),
  exit: vi.fn<App['exit']>(),
}) satisfies Pick<App, AppParts>;

export const clipboard = {
  writeText: vi.fn<Clipboard['writeText']>(() => Promise.resolve()),
} satisfies Pick<Clipboard, 'writeText'>;

type InvokeHandler = Parameters<IpcMain['handle']>[1];
const handlers = new Map<string, InvokeHandler>();

export const ipcMain = {
  handle: vi.fn<IpcMain['handle']>((channel, handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  }),
} satisfies Pick<IpcMain, 'handle'>;

/** Behaves like Electron: values are structured clones, and only the message of a thrown error survives. */
export async function invoke(channel: string, event: object, message: unknown): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return structuredClone(await handler(event as IpcMainInvokeEvent, structuredClone(message)));
}

export function ipcChannels(): string[] {
  return [...handlers.keys()];
}

export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: vi.fn<IpcRenderer['invoke']>(),
}) satisfies Pick<IpcRenderer, 'invoke'>;

export const contextBridge = {
  exposeInMainWorld: vi.fn<ContextBridge['exposeInMainWorld']>(),
} satisfies Pick<ContextBridge, 'exposeInMainWorld'>;

export const crashReporter = {
  start: vi.fn<CrashReporter['start']>(),
} satisfies Pick<CrashReporter, 'start'>;

export const protocol = {
  registerSchemesAsPrivileged: vi.fn<Protocol['registerSchemesAsPrivileged']>(),
  handle: vi.fn<Protocol['handle']>(),
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>;

export const session = {
  defaultSession: Object.assign(new EventEmitter<SessionEvents>(), {
    setPermissionRequestHandler: vi.fn<Session['setPermissionRequestHandler']>(),
    setPermissionCheckHandler: vi.fn<Session['setPermissionCheckHandler']>(),
    setDevicePermissionHandler: vi.fn<Session['setDevicePermissionHandler']>(),
    setSpellCheckerLanguages: vi.fn<Session['setSpellCheckerLanguages']>(),
  }) satisfies Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setSpellCheckerLanguages'
  >,
};

export const dialog = {
  showErrorBox: vi.fn<Dialog['showErrorBox']>(),
  showMessageBox: vi.fn(() => Promise.resolve({ response: 0, checkboxChecked: false })),
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox'>;

export const shell = {
  openExternal: vi.fn<Shell['openExternal']>(() => Promise.resolve()),
  openPath: vi.fn<Shell['openPath']>(() => Promise.resolve('')),
} satisfies Pick<Shell, 'openExternal' | 'openPath'>;

export const nativeTheme: { shouldUseDarkColors: NativeTheme['shouldUseDarkColors'] } = {
  shouldUseDarkColors: false,
};

export const screen = {
  getAllDisplays: () => given.displays as ReturnType<Screen['getAllDisplays']>,
  getPrimaryDisplay: () => given.displays[0] as ReturnType<Screen['getPrimaryDisplay']>,
} satisfies Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;

export const Menu = {
  buildFromTemplate: vi.fn<(typeof RealMenu)['buildFromTemplate']>(
    (template) => ({ template }) as unknown as RealMenu,
  ),
  setApplicationMenu: vi.fn<(typeof RealMenu)['setApplicationMenu']>(),
} satisfies Pick<typeof RealMenu, 'buildFromTemplate' | 'setApplicationMenu'>;

/** Resets the stand-in before each test to no calls, no listeners and one ordinary display. */
export function resetElectron(): void {
  vi.resetAllMocks();
  app.removeAllListeners();
  ipcRenderer.removeAllListeners();
  session.defaultSession.removeAllListeners();
  handlers.clear();
  app.isPackaged = false;
  nativeTheme.shouldUseDarkColors = false;
  given.switches.clear();
  given.lock = true;
  given.ready = Promise.resolve();
  given.displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];
  BrowserWindow.all = [];
  BrowserWindow.loadError = undefined;
  BrowserWindow.focused = undefined;
  Notification.all = [];
  Notification.supported = true;
  BrowserWindow.created = (contents) => app.emit('web-contents-created', { preventDefault() {} }, contents);
}
