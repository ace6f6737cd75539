import { shell } from 'electron';
import { isSignInPage, type OpenSignInPage } from '#main/pipeline/account/oidc/sign-in-page.ts';

/** The one page outside that no click of the page names: the issuer's own, and no other of its site. */
export const openSignInPage: OpenSignInPage = (page) => {
  if (!isSignInPage(page)) return Promise.reject(new Error('This is no page to sign in at.'));
  return shell.openExternal(new URL(page.address).href);
};
