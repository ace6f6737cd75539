import type { App, BrowserWindow, Event, RenderProcessGoneDetails, WebContents } from 'electron';

/** The one part of Electron's event objects that our listeners use. */
export interface Preventable {
  readonly preventDefault: () => void;
}

export interface NavigationAttempt extends Preventable {
  readonly url: string;
  readonly isMainFrame: boolean;
}

export interface AppEvents {
  activate: [event: Preventable, hasVisibleWindows: boolean];
  'child-process-gone': [
    event: Preventable,
    details: { type: 'GPU' | 'Utility'; reason: RenderProcessGoneDetails['reason']; exitCode: number },
  ];
  'open-url': [event: Preventable, url: string];
  'second-instance': [event: Preventable, argv: string[], workingDirectory: string, additionalData: unknown];
  'web-contents-created': [event: Preventable, contents: unknown];
  'will-quit': [event: Preventable];
  'window-all-closed': [];
}

export interface WebContentsEvents {
  destroyed: [];
  'did-navigate': [event: Preventable, url: string];
  'render-process-gone': [event: Preventable, details: RenderProcessGoneDetails];
  'will-attach-webview': [event: Preventable, webPreferences: object, params: Record<string, string>];
  'will-frame-navigate': [details: NavigationAttempt];
  'will-navigate': [details: NavigationAttempt];
  'will-redirect': [details: NavigationAttempt];
}

export interface BrowserWindowEvents {
  close: [event: Preventable];
  closed: [];
  'ready-to-show': [];
  responsive: [];
  unresponsive: [];
}

/**
 * Compiles only while Electron's typings still have these events with these arguments: a listener
 * for what the stand-in emits must be one that the real emitter would take.
 */
export function listenLikeElectron(real: { app: App; contents: WebContents; window: BrowserWindow }): number {
  let heard = 0;
  const hear =
    <Arguments extends unknown[]>() =>
    (..._arguments: Arguments): void => {
      heard += 1;
    };
  const { app, contents, window } = real;
  app.on('activate', hear<AppEvents['activate']>());
  app.on('child-process-gone', (event: Event, details) =>
    hear<[Event, { reason: string; exitCode: number }]>()(event, details),
  );
  app.on('open-url', hear<AppEvents['open-url']>());
  app.on('second-instance', hear<AppEvents['second-instance']>());
  app.on('web-contents-created', hear<AppEvents['web-contents-created']>());
  app.on('will-quit', hear<AppEvents['will-quit']>());
  app.on('window-all-closed', hear<AppEvents['window-all-closed']>());
  contents.on('destroyed', hear<WebContentsEvents['destroyed']>());
  contents.on('did-navigate', (event, url) => hear<WebContentsEvents['did-navigate']>()(event, url));
  contents.on('render-process-gone', hear<WebContentsEvents['render-process-gone']>());
  contents.on('will-attach-webview', hear<WebContentsEvents['will-attach-webview']>());
  contents.on('will-frame-navigate', hear<WebContentsEvents['will-frame-navigate']>());
  contents.on('will-navigate', (details) => hear<WebContentsEvents['will-navigate']>()(details));
  contents.on('will-redirect', (details) => hear<WebContentsEvents['will-redirect']>()(details));
  window.on('close', hear<BrowserWindowEvents['close']>());
  window.on('closed', hear<BrowserWindowEvents['closed']>());
  window.on('ready-to-show', hear<BrowserWindowEvents['ready-to-show']>());
  window.on('responsive', hear<BrowserWindowEvents['responsive']>());
  window.on('unresponsive', hear<BrowserWindowEvents['unresponsive']>());
  return heard;
}
