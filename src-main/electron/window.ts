import { app, BrowserWindow, screen } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { consoleUrl } from './console-url.ts';
import { minimumSize, placeOnDisplays } from './window-bounds.ts';
import { readWindowState, saveWindowState } from './window-state.ts';

export interface WindowParts {
  readonly preload: string;
  readonly home: string;
  readonly dark: boolean;
  readonly log: Log;
}

/** Created hidden; `showConsole` loads a page into it once everything that guards it is attached. */
export function createWindow({ preload, home, dark, log }: WindowParts): BrowserWindow {
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
    // Literal on purpose: a spread could carry in a preference that nobody here wrote.
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
      // It would send for its dictionaries from a public server.
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

export function showConsole(window: BrowserWindow, path: string, log: Log): void {
  window.loadURL(consoleUrl(path)).catch((error: unknown) => {
    log.error({ err: error }, 'the console could not be loaded');
  });
}

/** --h-band and --bg of tokens.css: what shows before the page has painted. */
export const bandHeight = 28;
export const background = { light: '#f9fbfc', dark: '#0f1619' };

/** Stays over 3:1 on the band in both themes and in production's copper, whichever is in use. */
const buttonColour = '#78858a';

function workAreas(): [Electron.Rectangle, ...Electron.Rectangle[]] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}
