import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Bridge } from '#shared/contract/bridge.ts';
import { copyText } from '#renderer/contract/copy-text.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { CopyTextProvider } from '#renderer/ui/copy-button/copy-text.ts';
import { ToastProvider } from '#renderer/ui/toast/toast-provider.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { TooltipProvider } from '#renderer/ui/tooltip/tooltip.tsx';
import { commandFailureToast } from './problems/command-failure-toast.ts';
import { createConsoleRouter } from './router.tsx';

export function App({ bridge }: { readonly bridge: Bridge }) {
  return (
    <TooltipProvider>
      <ToastProvider>
        <Console bridge={bridge} />
      </ToastProvider>
    </TooltipProvider>
  );
}

/** Made once, inside the toasts: whatever fails in a command is told there. */
function Console({ bridge }: { readonly bridge: Bridge }) {
  const { show } = useToast();
  const [client] = useState(() =>
    createQueryClient(bridge, { onCommandFailure: (failed) => show(commandFailureToast(failed)) }),
  );
  const [copy] = useState(() => (text: string) => copyText(bridge, pageClipboard, text));
  const [router] = useState(() => createConsoleRouter({ client }));

  useEffect(() => bridge.onNavigate?.((path) => router.history.push(path)), [bridge, router]);

  return (
    <QueryClientProvider client={client}>
      <CopyTextProvider value={copy}>
        <RouterProvider router={router} />
      </CopyTextProvider>
    </QueryClientProvider>
  );
}

function pageClipboard(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}
