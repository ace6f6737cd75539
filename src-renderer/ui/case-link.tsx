import { createContext, use } from 'react';
import { writeCaseLink, type CasePlace } from '#shared/domain/case-link.ts';
import { Button, IconButton } from './button.tsx';
import { useCopyText } from './copy-button.tsx';
import { Menu, MenuItem, MenuSeparator } from './menu.tsx';
import { useToast } from './toast.tsx';

interface LinkedDeployment {
  /** The open deployment, by `deploymentKey`. */
  readonly deployment: string;
  /** The name of its connection on this machine. */
  readonly name: string;
  /** A page in a browser has an address that can be passed on within that browser. */
  readonly hasAddress: boolean;
}

/** Tells every link of a case which deployment is open. */
export const CaseLinksProvider = createContext<LinkedDeployment | null>(null);

interface CaseLinkProps {
  /** The screen that the link opens; the functions of `casePlaces` make one. */
  readonly place: CasePlace;
  /** Says in a ticket what the link is about: "Batch 01J… of Nordwind Logistik, FAILED, 35 of 300 documents failed". */
  readonly says: string;
  /** Shows the icon alone, for a head without room. */
  readonly isBare?: boolean | undefined;
}

/** Copies a link that opens the same screen on a colleague's machine, alone or with a sentence for a ticket. */
export function CaseLink({ place, says, isBare = false }: CaseLinkProps) {
  const open = use(CaseLinksProvider);
  const copy = useCopyText();
  const toast = useToast();
  const link = open === null ? null : writeCaseLink({ deployment: open.deployment, place });

  async function copyText(text: string, done: string): Promise<void> {
    try {
      await copy(text);
      toast.show({ message: done, detail: text, id: 'case link' });
    } catch {
      toast.show({ message: texts.notCopied, detail: text, tone: 'failed', id: 'case link' });
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        isBare ? (
          <IconButton icon="link" size="sm" label={texts.caseLink} />
        ) : (
          <Button variant="ghost" icon="link" opens>
            {texts.caseLink}
          </Button>
        )
      }
    >
      {link === null ? (
        <MenuItem icon="copy" onSelect={() => void copyText(says, texts.textCopied)}>
          {texts.copyTextAlone}
        </MenuItem>
      ) : (
        <>
          <MenuItem
            icon="copy"
            onSelect={() => void copyText(describeCase(says, open?.name ?? null, link), texts.textCopied)}
          >
            {texts.copyText}
          </MenuItem>
          <MenuItem icon="link" onSelect={() => void copyText(link, texts.linkCopied)}>
            {texts.copyLink}
          </MenuItem>
        </>
      )}
      {open?.hasAddress === true ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon="document"
            hint={texts.thisBrowser}
            onSelect={() => void copyText(addressOfPage(globalThis.location.href), texts.addressCopied)}
          >
            {texts.copyAddress}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}

/** Writes a case as text for a ticket. The palette finds the link in it again. */
export function describeCase(says: string, connection: string | null, link: string): string {
  return `${says}${connection === null ? '' : ` (${connection})`}\n${link}`;
}

function addressOfPage(href: string): string {
  const address = new URL(href);
  address.hash = '';
  return address.href;
}

const texts = {
  caseLink: 'Case link',
  copyText: 'Copy text with link',
  copyTextAlone: 'Copy text',
  copyLink: 'Copy link only',
  copyAddress: 'Copy address of this page',
  thisBrowser: 'this browser only',
  textCopied: 'Text copied for a ticket',
  linkCopied: 'Link copied. It opens this screen in Sluice on any machine that knows the connection',
  addressCopied: 'Address copied. It works in this browser',
  notCopied: "Couldn't copy the link",
} as const;
