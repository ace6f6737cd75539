import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { copyText } from '#renderer/contract/copy-and-download.ts';
import { httpBridge } from '#renderer/contract/http-bridge.ts';
import { findLink } from '#renderer/contract/link-state.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { CopyTextProvider } from '#renderer/ui/copy-button.tsx';
import { SingleKeys } from '#renderer/ui/keys.ts';
import { releaseAnimations } from '#renderer/ui/release-animations.ts';
import { createToastSource, ToastProvider } from '#renderer/ui/toast.tsx';
import { TooltipProvider } from '#renderer/ui/tooltip.tsx';
import type { Bridge } from '#shared/contract/contract.ts';
import '../styles/base.css';
import '../styles/fonts.css';
import '../styles/forced-colors.css';
import '../styles/tokens.css';
import { commandFailureToast, unreachableToast } from './problems/command-failure-toast.ts';
import { createConsoleRouter } from './router.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root to draw in.');

releaseAnimations();
createRoot(root).render(
  <StrictMode>
    <App bridge={globalThis.bridge ?? httpBridge()} />
  </StrictMode>,
);

/** Creates everything that exists once. A failed command shows a toast, whichever part of the page ran it. */
function App({ bridge }: { readonly bridge: Bridge }) {
  const [toasts] = useState(createToastSource);
  const [client] = useState(() =>
    createQueryClient(bridge, { onCommandFailure: (failed) => toasts.show(commandFailureToast(failed)) }),
  );
  const [copy] = useState(() => (text: string) => copyText(bridge, pageClipboard, text));
  const [router] = useState(() => createConsoleRouter({ client }));

  // The console answers again, so that a toast of the time when it did not is old.
  useEffect(() => {
    const link = findLink(bridge);
    return link.subscribe(() => link.isUp() && toasts.close(unreachableToast));
  }, [bridge, toasts]);

  useEffect(() => bridge.onNavigate?.((path) => followPath(router, path)), [bridge, router]);

  return (
    <QueryClientProvider client={client}>
      <SingleKeysAsPreferred>
        <TooltipProvider>
          <ToastProvider source={toasts}>
            <CopyTextProvider value={copy}>
              <RouterProvider router={router} />
            </CopyTextProvider>
          </ToastProvider>
        </TooltipProvider>
      </SingleKeysAsPreferred>
    </QueryClientProvider>
  );
}

/** A page of the menu keeps the chosen tenant; an address with parameters is followed as it is. */
function followPath(router: ReturnType<typeof createConsoleRouter>, path: string): void {
  if (path.includes('?')) router.history.push(path);
  else void router.navigate({ to: path });
}

/** Wraps the toasts as well, so that their keys follow the same preference. */
function SingleKeysAsPreferred({ children }: { readonly children: ReactNode }) {
  const { preferences } = usePreferences();
  return <SingleKeys value={preferences.singleKeys === 'on'}>{children}</SingleKeys>;
}

function pageClipboard(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}
