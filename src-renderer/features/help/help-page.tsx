import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { SearchField } from '#renderer/ui/field.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { GuideArticle, HelpLink, type HelpLinks } from './guide-article.tsx';
import { helpPages, listSections, searchGuide, type HelpPage as Page, type HelpPlace } from './guide.ts';
import styles from './help.module.css';
import { messages } from './messages.ts';

interface HelpPageProps extends HelpPlace {
  /** The words that are searched for when the page opens. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly links: HelpLinks;
  /** The list of all keys, which only the shell can draw. */
  readonly keys: ReactNode;
  readonly welcome: ReactNode;
}

/** Shows the guide inside of the console: its contents, a search within it, and one of its pages. */
export function HelpPage(props: HelpPageProps) {
  const { page: name, section, links, keys, welcome } = props;
  // The address follows what is typed, and never the other way round, or a fast typist would lose letters.
  const [query, setQuery] = useState(props.query);
  const changeQuery = (next: string) => {
    setQuery(next);
    props.onQuery(next);
  };
  const search = useRef<HTMLInputElement>(null);
  const at = helpPages.findIndex((one) => one.name === name);
  const page = helpPages[at];
  const [previous, next] = [helpPages[at - 1], at === -1 ? undefined : helpPages[at + 1]];
  const go = (to: Page | undefined) => to && (() => links.follow({ page: to.name }));
  usePageKeys(pageKeys.help, {
    search: () => search.current?.focus(),
    next: go(next),
    previous: go(previous),
  });

  return (
    <View
      head={
        <ViewHead
          title={messages.page.title}
          sub={page?.title}
          actions={
            <>
              <IconButton
                icon="left"
                label={messages.page.previous}
                shortcut={pageKeys.help.previous}
                disabled={previous === undefined}
                onClick={go(previous)}
              />
              <IconButton
                icon="right"
                label={messages.page.next}
                shortcut={pageKeys.help.next}
                disabled={next === undefined}
                onClick={go(next)}
              />
              <Button variant="ghost" onClick={() => window.print()}>
                {messages.page.print}
              </Button>
            </>
          }
        />
      }
    >
      <div className={styles.help}>
        <div className={styles.side} ref={makeScrollReachable}>
          <SearchField
            label={messages.page.search}
            placeholder={messages.page.search}
            value={query}
            onChange={changeQuery}
            shortcut={pageKeys.help.search}
            inputRef={search}
          />
          {query.trim() === '' ? (
            <Contents page={page} section={section} links={links} welcome={welcome} />
          ) : (
            <Results query={query} links={links} onClear={() => changeQuery('')} />
          )}
        </div>
        {page === undefined ? (
          <NoPage name={name} links={links} />
        ) : (
          <ShownPage key={page.name} page={page} section={section} links={links} keys={keys} />
        )}
      </div>
    </View>
  );
}

interface ContentsProps {
  readonly page: Page | undefined;
  readonly section: string | undefined;
  readonly links: HelpLinks;
}

/** Lists all pages, and the sections of the one that is shown. */
function Contents({ page, section, links, welcome }: ContentsProps & Pick<HelpPageProps, 'welcome'>) {
  return (
    <nav aria-label={messages.page.contents}>
      <ul className={styles.contents}>
        {helpPages.map((one) => (
          <li key={one.name}>
            <HelpLink
              place={{ page: one.name }}
              links={links}
              className={styles.pageLink}
              isCurrent={one === page && section === undefined}
            >
              {one.title}
            </HelpLink>
            {one === page && one.file !== null ? (
              <SectionLinks page={one} section={section} links={links} />
            ) : null}
          </li>
        ))}
      </ul>
      <p className={styles.welcome}>{welcome}</p>
    </nav>
  );
}

function SectionLinks({ page, section, links }: ContentsProps & { readonly page: Page }) {
  const parts = listSections(page).filter((one) => one.section !== undefined);
  if (parts.length === 0) return null;
  return (
    <ul>
      {parts.map((part) => (
        <li key={part.section}>
          <HelpLink
            place={part}
            links={links}
            className={styles.sectionLink}
            isCurrent={part.section === section}
          >
            {part.title}
          </HelpLink>
        </li>
      ))}
    </ul>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly links: HelpLinks;
  readonly onClear: () => void;
}

function Results({ query, links, onClear }: ResultsProps) {
  const found = searchGuide(query);
  if (found.length === 0) {
    return (
      <EmptyState
        title={messages.page.noResults(query.trim())}
        actions={
          <Button size="sm" onClick={onClear}>
            {messages.page.clear}
          </Button>
        }
      >
        {messages.page.noResultsNext}
      </EmptyState>
    );
  }
  return (
    <section aria-label={messages.page.search}>
      <output className={styles.count}>{messages.page.results(found.length)}</output>
      <ul className={styles.results}>
        {found.map(({ page, section, title, pageTitle, excerpt }) => (
          <li key={`${page} ${section ?? title}`}>
            <HelpLink place={{ page, section }} links={links} className={styles.result}>
              <span className={styles.resultTitle}>{title}</span>
              {title === pageTitle ? null : <span className={styles.resultPage}>{pageTitle}</span>}
              <span className={styles.excerpt}>{excerpt}</span>
            </HelpLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ShownPageProps {
  readonly page: Page;
  readonly section: string | undefined;
  readonly links: HelpLinks;
  readonly keys: ReactNode;
}

function ShownPage({ page, section, links, keys }: ShownPageProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const heading = section === undefined ? null : document.getElementById(section);
    if (heading === null) {
      if (box.current !== null) box.current.scrollTop = 0;
      return;
    }
    heading.scrollIntoView({ block: 'start' });
    // The next press of Tab goes on from the section that was asked for.
    heading.focus({ preventScroll: true });
  }, [section]);

  return (
    <section
      className={styles.articleBox}
      ref={box}
      data-scrolls=""
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      aria-label={page.title}
    >
      <article className={styles.article} data-printed="">
        {page.file === null ? (
          <>
            <h2>{page.title}</h2>
            {keys}
          </>
        ) : (
          <GuideArticle page={page} links={links} />
        )}
      </article>
    </section>
  );
}

interface NoPageProps {
  readonly name: string;
  readonly links: HelpLinks;
}

function NoPage({ name, links }: NoPageProps) {
  return (
    <EmptyState
      title={messages.page.noPage(name)}
      actions={
        <HelpLink place={{ page: 'start' }} links={links}>
          {messages.page.toStart}
        </HelpLink>
      }
    >
      {messages.page.noPageNext}
    </EmptyState>
  );
}
