import { EventEmitter } from 'node:events';
import type {
  BrowserWindow as RealWindow,
  BrowserWindowConstructorOptions,
  WebContents as RealContents,
} from 'electron';
import { vi } from 'vitest';
import type { BrowserWindowEvents, WebContentsEvents } from './electron-events.ts';

type ContentsParts =
  | 'id'
  | 'send'
  | 'loadURL'
  | 'reload'
  | 'isDestroyed'
  | 'isLoadingMainFrame'
  | 'forcefullyCrashRenderer'
  | 'setWindowOpenHandler';

type WindowParts =
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'restore'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getNormalBounds';

let lastId = 0;

export class WebContents
  extends EventEmitter<WebContentsEvents>
  implements Pick<RealContents, ContentsParts>
{
  readonly id = ++lastId;
  loading = false;
  destroyed = false;
  send = vi.fn<RealContents['send']>((_channel, ...values) => void structuredClone(values));
  loadURL = vi.fn<RealContents['loadURL']>(() => Promise.resolve());
  reload = vi.fn<RealContents['reload']>();
  forcefullyCrashRenderer = vi.fn<RealContents['forcefullyCrashRenderer']>();
  setWindowOpenHandler = vi.fn<RealContents['setWindowOpenHandler']>();
  isDestroyed = (): boolean => this.destroyed;
  isLoadingMainFrame = (): boolean => this.loading;

  destroy(): void {
    this.destroyed = true;
    this.emit('destroyed');
  }
}

export class BrowserWindow
  extends EventEmitter<BrowserWindowEvents>
  implements Pick<RealWindow, WindowParts>
{
  static all: BrowserWindow[] = [];
  static created: (contents: WebContents) => void = () => {};
  static loadError: Error | undefined;
  static focused: BrowserWindow | undefined;

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.focused ?? null;
  }

  readonly webContents = new WebContents();
  readonly options: BrowserWindowConstructorOptions;
  minimized = false;
  maximized = false;
  destroyed = false;
  bounds = { x: 0, y: 0, width: 1440, height: 900 };
  loadURL = vi.fn<RealWindow['loadURL']>(async () => {
    if (BrowserWindow.loadError !== undefined) throw BrowserWindow.loadError;
  });
  show = vi.fn<RealWindow['show']>();
  focus = vi.fn<RealWindow['focus']>();
  restore = vi.fn<RealWindow['restore']>();
  maximize = vi.fn<RealWindow['maximize']>();
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  isDestroyed = (): boolean => this.destroyed;
  getNormalBounds = () => this.bounds;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    BrowserWindow.all.push(this);
    BrowserWindow.created(this.webContents);
  }
}
