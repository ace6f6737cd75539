import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import { consoleUrl } from './app-protocol.ts';
import type { BridgeChannel } from './bridge-channel.ts';
import { minimumSize, placeOnDisplays, readWindowState, saveWindowState } from './window-state.ts';

interface WindowParts {
  readonly preload: string;
  readonly home: string;
  readonly dark: boolean;
  readonly log: Log;
  /** Returns false once the console closes; then no window opens. */
  readonly mayOpen?: () => boolean;
}

/** The window is created hidden; `showConsole` loads a page into it once everything that guards it is attached. */
function createWindow({ preload, home, dark, log }: WindowParts): BrowserWindow {
  const saved = readWindowState(home, log);
  const { x, y, width, height } = placeOnDisplays(saved, workAreas());

  const window = new BrowserWindow({
    x,
    y,
    width,
    height,
    minWidth: Math.min(minimumSize.width, width),
    minHeight: Math.min(minimumSize.height, height),
    title: 'Sluice',
    show: false,
    backgroundColor: dark ? background.dark : background.light,
    // The console's environment band is the title bar; the system only draws its buttons over it.
    titleBarStyle: 'hidden',
    titleBarOverlay: { color: '#00000000', symbolColor: buttonColour, height: bandHeight },
    trafficLightPosition: { x: 10, y: 7 },
    // The object is a literal on purpose: a spread could bring in a preference that is not visible here.
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
      // This keeps words on the page from being checked; fetchNoDictionaries keeps the profile from asking a server.
      spellcheck: false,
    },
  });

  window.once('ready-to-show', () => {
    if (saved?.maximized === true) window.maximize();
    window.show();
  });
  window.on('close', () => {
    saveWindowState(home, { ...window.getNormalBounds(), maximized: window.isMaximized() }, log);
  });
  return window;
}

function showConsole(window: BrowserWindow, path: string, log: Log): void {
  window.loadURL(consoleUrl(path)).catch((error: unknown) => {
    log.error({ err: error }, 'the console could not be loaded');
  });
}

/** These are --h-band and --bg of tokens.css, shown before the page has painted. */
export const bandHeight = 28;
export const background = { light: '#f9fbfc', dark: '#0f1619' };

/** The colour keeps a contrast over 3:1 on the band in both themes and on production's copper. */
const buttonColour = '#78858a';

function workAreas(): [Electron.Rectangle, ...Electron.Rectangle[]] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}

/** Returns false if the console closes and takes no one anywhere any more. */
type GoTo = (path?: string) => boolean;

/** The console has one window. Going somewhere opens it if necessary and brings it to the front. */
export function keepOneWindow(channel: BridgeChannel, parts: WindowParts): GoTo {
  let window: BrowserWindow | undefined;
  app.on('activate', () => goTo());
  return goTo;

  function goTo(path?: string): boolean {
    if (window === undefined) {
      if (parts.mayOpen?.() === false) return false;
      open(path ?? '/');
      return true;
    }
    if (path !== undefined) channel.navigate(window.webContents, path);
    if (window.isMinimized()) window.restore();
    window.focus();
    return true;
  }

  function open(path: string): void {
    const opened = createWindow(parts);
    window = opened;
    opened.once('closed', () => {
      window = undefined;
    });
    channel.admit(opened.webContents);
    recoverWindow(opened, parts.log);
    showConsole(opened, path, parts.log);
  }
}

/** A second crash within this time is a loop, and then a person has to decide. */
const calmMs = 60_000;

/** Work continues in the main process, so a crashed page is first reloaded without a question. */
export function recoverWindow(window: BrowserWindow, log: Log, now: () => number = Date.now): void {
  const contents = window.webContents;
  let reloadedAt = Number.NEGATIVE_INFINITY;
  let endedByPerson = false;
  let question: AbortController | undefined;

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    question?.abort();
    if (reason === 'clean-exit') return;
    log.error({ reason, exitCode }, 'the page has crashed');
    if (endedByPerson) {
      endedByPerson = false;
      reload();
    } else if (now() - reloadedAt > calmMs) {
      reloadedAt = now();
      reload();
    } else {
      void act('The console has crashed twice', { Reload: reload, Quit: () => app.quit() });
    }
  });

  window.on('unresponsive', () => {
    if (question !== undefined) return;
    log.warn({}, 'the page does not respond');
    void act('The console does not respond', { Wait() {}, Reload: endAndReload, Quit: () => app.quit() });
  });

  window.on('responsive', () => question?.abort());

  function reload(): void {
    if (!window.isDestroyed()) contents.reload();
  }

  /** A page that hangs cannot unload itself; once it has been ended, the handler above loads it again. */
  function endAndReload(): void {
    if (window.isDestroyed()) return;
    endedByPerson = true;
    contents.forcefullyCrashRenderer();
  }

  /** The dialog closes automatically, without an action, when the page recovers. */
  async function act(message: string, answers: Readonly<Record<string, () => void>>): Promise<void> {
    if (window.isDestroyed()) return;
    const mine = new AbortController();
    question = mine;
    const buttons = Object.keys(answers);
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        message,
        detail: 'Running jobs continue; they do not depend on this window. See the log folder for details.',
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        signal: mine.signal,
      });
      if (!mine.signal.aborted) answers[buttons[response] ?? '']?.();
    } catch (error) {
      log.error({ err: error }, 'could not ask about a page that crashed');
    } finally {
      if (question === mine) question = undefined;
    }
  }
}

/** Returns the window's first colour, before the page has painted. */
export function startsDark({ theme }: Preferences): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark';
}
