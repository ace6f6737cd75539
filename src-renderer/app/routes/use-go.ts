import { useNavigate, useRouter } from '@tanstack/react-router';

type Search = Readonly<Record<string, string | undefined>>;

/**
 * Returns what changes the address of a page. The data of a page may arrive while the person goes on to another page that
 * is still being loaded. What the page would then put into its address is dropped, or it would take the person back.
 */
export function useGo<Change>(page: Page, apply: (now: Search, change: Change) => Search) {
  const navigate = useNavigate();
  const { history } = useRouter();
  return (change: Change, how: 'push' | 'replace' = 'push'): void => {
    if (how === 'replace' && history.location.pathname !== page) return;
    void navigate({
      to: page,
      // The change is applied to the current address, so that two changes in one turn do not undo each other.
      search: (now: Search) => apply(now, change),
      replace: how === 'replace',
    });
  };
}

type Page =
  | '/activity'
  | '/costs'
  | '/dead-letters'
  | '/downloads'
  | '/explorer'
  | '/incidents'
  | '/monitor'
  | '/review'
  | '/today'
  | '/triage'
  | '/workflows';
