import { Link, useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { HelpPage } from '#renderer/features/help/help-page.tsx';
import type { HelpPlace } from '#renderer/features/help/guide.ts';
import { helpSearch } from '../search-params.ts';
import { useConsole } from '../shell/console-context.ts';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { messages } from '../messages.ts';

/** Connects the guide to the address bar, which holds its page, its section and what is searched for. */
export function HelpRoute() {
  const { page } = useParams({ from: '/console/help/$page' });
  const { q = '' } = useSearch({ from: '/console/help/$page' });
  const section = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const router = useRouter();
  const { commands } = useConsole();

  /** The words of the search stay, so that the next result is one press away. */
  const hrefOf = (place: HelpPlace): string =>
    router.buildLocation({
      to: '/help/$page',
      params: { page: place.page },
      search: helpSearch({ q }),
      ...(place.section !== undefined && { hash: place.section }),
    }).href;

  return (
    <HelpPage
      page={page}
      section={section === '' ? undefined : section}
      query={q}
      onQuery={(next) =>
        void navigate({
          to: '/help/$page',
          params: { page },
          search: helpSearch({ q: next }),
          hash: true,
          replace: true,
        })
      }
      links={{ hrefOf, follow: (place) => router.history.push(hrefOf(place)) }}
      welcome={<Link to="/welcome">{messages.help.welcome}</Link>}
      keys={<ShortcutList commands={commands} />}
    />
  );
}
