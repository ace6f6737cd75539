import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Bridge } from '#shared/contract/contract.ts';
import { copyText } from '#renderer/contract/copy-text.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { CopyTextProvider } from '#renderer/ui/copy-button/copy-text-context.ts';
import { SingleKeys } from '#renderer/ui/kbd/single-keys.ts';
import { ToastProvider } from '#renderer/ui/toast/toast-provider.tsx';
import { createToastSource } from '#renderer/ui/toast/use-toast.ts';
import { TooltipProvider } from '#renderer/ui/tooltip/tooltip.tsx';
import { commandFailureToast } from './problems/command-failure-toast.ts';
import { createConsoleRouter } from './router.tsx';

/** Everything made once. Whatever fails in a command is told as a toast, whichever part asked. */
export function App({ bridge }: { readonly bridge: Bridge }) {
  const [toasts] = useState(createToastSource);
  const [client] = useState(() =>
    createQueryClient(bridge, { onCommandFailure: (failed) => toasts.show(commandFailureToast(failed)) }),
  );
  const [copy] = useState(() => (text: string) => copyText(bridge, pageClipboard, text));
  const [router] = useState(() => createConsoleRouter({ client }));

  useEffect(() => bridge.onNavigate?.((path) => router.history.push(path)), [bridge, router]);

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

/** Above the toasts, whose keys fall silent with the others. */
function SingleKeysAsPreferred({ children }: { readonly children: ReactNode }) {
  const { preferences } = usePreferences();
  return <SingleKeys value={preferences.singleKeys === 'on'}>{children}</SingleKeys>;
}

function pageClipboard(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}
