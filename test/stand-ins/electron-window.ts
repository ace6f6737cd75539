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
  | 'getType'
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
  url = '';
  loading = false;
  destroyed = false;
  send = vi.fn<RealContents['send']>((_channel, ...values) => void structuredClone(values));
  loadURL = vi.fn<RealContents['loadURL']>(async (url) => this.commit(url));
  reload = vi.fn<RealContents['reload']>();
  forcefullyCrashRenderer = vi.fn<RealContents['forcefullyCrashRenderer']>();
  setWindowOpenHandler = vi.fn<RealContents['setWindowOpenHandler']>();
  getType: RealContents['getType'] = () => 'window';
  isDestroyed = (): boolean => this.destroyed;
  isLoadingMainFrame = (): boolean => this.loading;

  destroy(): void {
    this.destroyed = true;
    this.emit('destroyed');
  }

  /** Ends a navigation at this address, as Electron reports it. */
  commit(url: string): void {
    this.url = url;
    this.emit('did-navigate', { preventDefault() {} }, url);
  }

  /**
   * Behaves like a click on a link in the page, as observed in Electron 33: no event can prevent an about: address or
   * one that Chromium does not accept. Chromium itself ignores a link to a script, to data or to a file, but here
   * these are announced, too, since the console has to turn them away if that ever changes.
   */
  followLink(href: string): void {
    const target = URL.canParse(href, this.url) ? new URL(href, this.url) : undefined;
    if (target?.href === 'about:srcdoc') {
      this.url = target.href;
      this.emit('did-fail-load', { preventDefault() {} }, -300, 'ERR_INVALID_URL', target.href, true);
    } else if (target?.href === 'about:blank') {
      this.commit(target.href);
    } else if (target === undefined || ['about:', 'chrome-untrusted:'].includes(target.protocol)) {
      this.commit('about:blank#blocked');
    } else if (
      this.isAllowed('will-frame-navigate', target.href) &&
      this.isAllowed('will-navigate', target.href)
    ) {
      this.commit(target.href);
    }
  }

  private isAllowed(event: 'will-frame-navigate' | 'will-navigate', url: string): boolean {
    let prevented = false;
    this.emit(event, { url, isMainFrame: true, preventDefault: () => void (prevented = true) });
    return !prevented;
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
  loadURL = vi.fn<RealWindow['loadURL']>(async (url) => {
    if (BrowserWindow.loadError !== undefined) throw BrowserWindow.loadError;
    this.webContents.commit(url);
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
