import { app } from 'electron';
import type { Log } from '#main/log/open-log.ts';
import { linkScheme, pathOfLink } from './deep-link.ts';
import { connectionIn, linkIn } from './launch.ts';

export interface Links {
  /** Leads to the last link that arrived before there was a window, then to each as it comes. */
  follow(goTo: (path?: string) => void, log: Log): void;
}

/** Attached before ready: macOS hands over the link that started the app only once, and early. */
export function listenForLinks(first: string | undefined): Links {
  let waiting = first;
  let ignored: string | undefined;
  let open = (link: string | undefined, connection?: string): void => {
    ignored = connection ?? ignored;
    waiting = link ?? waiting;
  };

  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(link);
  });
  app.on('second-instance', (_event, _argv, _workingDirectory, message) => {
    const given = givenIn(message);
    open(linkIn(given), connectionIn(given));
  });

  return {
    follow(goTo, log) {
      open = (link, connection) => {
        if (connection !== undefined)
          log.warn({ connection }, 'a second start could not open its connection');
        const path = link === undefined ? undefined : pathOfLink(link);
        if (link !== undefined && path === undefined) log.warn({}, 'ignored a link that leads nowhere');
        goTo(path);
      };
      open(waiting, ignored);
    },
  };
}

/**
 * Windows and Linux put the link at the end of a command line; after `--` nothing in it can pass
 * for a flag. `entry` is this program's script, which an unpackaged Electron has to be told.
 */
export function registerLinks(entry: string): void {
  app.setAsDefaultProtocolClient(linkScheme, process.execPath, process.defaultApp ? [entry, '--'] : ['--']);
}

/** Sent by the second instance of this same app, and still read like anything from outside. */
function givenIn(message: unknown): readonly string[] {
  if (typeof message !== 'object' || message === null || !('given' in message)) return [];
  const { given } = message;
  return Array.isArray(given) ? given.filter((item): item is string => typeof item === 'string') : [];
}
