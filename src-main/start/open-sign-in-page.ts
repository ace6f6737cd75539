import { isSignInPage, type OpenSignInPage } from '../pipeline/account/oidc/sign-in-page.ts';
import { hasDisplay, openInBrowser } from './open-in-browser.ts';

interface Parts {
  /** Undefined where no browser is to be opened. */
  readonly home: string | undefined;
  readonly say?: (text: string) => void;
  readonly open?: typeof openInBrowser;
  readonly environment?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
}

/** Of the browser host: whoever has no browser here to be opened gets the address on the terminal. */
export function signInPageOpener({
  home,
  say = (text) => void process.stderr.write(text),
  open = openInBrowser,
  environment = process.env,
  platform = process.platform,
}: Parts): OpenSignInPage {
  return (page) => {
    if (!isSignInPage(page)) return Promise.reject(new Error('This is no page to sign in at.'));
    const { address } = page;
    const isShown = home !== undefined && (platform !== 'linux' || hasDisplay(environment));
    if (isShown) open({ address, home });
    else say(`To sign in to the pipeline API, open this in a browser on this machine:\n${address}\n`);
    return Promise.resolve();
  };
}
