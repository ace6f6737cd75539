import type {
  App,
  BrowserWindow,
  DownloadItem,
  RenderProcessGoneDetails,
  Session,
  WebContents,
} from 'electron';

/** This is the only part of Electron's event objects that our listeners use. */
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
  'did-fail-load': [
    event: Preventable,
    errorCode: number,
    errorDescription: string,
    validatedURL: string,
    isMainFrame: boolean,
  ];
  'did-navigate': [event: Preventable, url: string];
  'did-navigate-in-page': [event: Preventable, url: string, isMainFrame: boolean];
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

export interface SessionEvents {
  'will-download': [
    event: Preventable,
    item: Pick<DownloadItem, 'getFilename' | 'getURLChain' | 'setSaveDialogOptions'>,
  ];
}

/**
 * Compiles only while Electron's typings still have these events with these arguments, because the real
 * emitter must accept every listener that the stand-in accepts.
 */
export function listenLikeElectron(real: {
  app: App;
  contents: WebContents;
  session: Session;
  window: BrowserWindow;
}): number {
  let heard = 0;
  const hear = (_arguments: readonly unknown[]): void => {
    heard += 1;
  };
  const { app, contents, session, window } = real;
  app.on('activate', (...given: AppEvents['activate']) => hear(given));
  app.on('child-process-gone', (event, { type, reason, exitCode, name }) =>
    hear([event, type, reason, exitCode, name]),
  );
  app.on('open-url', (...given: AppEvents['open-url']) => hear(given));
  app.on('second-instance', (...given: AppEvents['second-instance']) => hear(given));
  app.on('web-contents-created', (...given: AppEvents['web-contents-created']) => hear(given));
  app.on('will-quit', (...given: AppEvents['will-quit']) => hear(given));
  app.on('window-all-closed', (...given: AppEvents['window-all-closed']) => hear(given));
  contents.on('destroyed', (...given: WebContentsEvents['destroyed']) => hear(given));
  contents.on('did-fail-load', (event, code, description, url, isMainFrame) =>
    hear([event, code, description, url, isMainFrame] satisfies WebContentsEvents['did-fail-load']),
  );
  contents.on('did-navigate-in-page', (event, url, isMainFrame) =>
    hear([event, url, isMainFrame] satisfies WebContentsEvents['did-navigate-in-page']),
  );
  contents.on('did-navigate', (event, url) => hear([event, url] satisfies WebContentsEvents['did-navigate']));
  contents.on('render-process-gone', (...given: WebContentsEvents['render-process-gone']) => hear(given));
  contents.on('will-attach-webview', (...given: WebContentsEvents['will-attach-webview']) => hear(given));
  contents.on('will-frame-navigate', (...given: WebContentsEvents['will-frame-navigate']) => hear(given));
  contents.on('will-navigate', (details) => hear([details] satisfies WebContentsEvents['will-navigate']));
  contents.on('will-redirect', (details) => hear([details] satisfies WebContentsEvents['will-redirect']));
  session.on('will-download', (event, item) => hear([event, item] satisfies SessionEvents['will-download']));
  window.on('close', (...given: BrowserWindowEvents['close']) => hear(given));
  window.on('closed', (...given: BrowserWindowEvents['closed']) => hear(given));
  window.on('ready-to-show', (...given: BrowserWindowEvents['ready-to-show']) => hear(given));
  window.on('responsive', (...given: BrowserWindowEvents['responsive']) => hear(given));
  window.on('unresponsive', (...given: BrowserWindowEvents['unresponsive']) => hear(given));
  return heard;
}
