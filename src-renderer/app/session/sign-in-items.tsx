import { arnName, groupedAccount } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { MenuItem } from '#renderer/ui/menu/menu-items.tsx';
import { MenuGroup, MenuSeparator } from '#renderer/ui/menu/menu.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { endsIn, notSignedIn, type SignedIn } from './sign-in-words.ts';
import { useSession } from './use-session.ts';

/** Who one is in this account, for a menu; nothing where nobody signs in. */
export function SignInItems() {
  const { connection, signIn } = useSession();
  const again = useCommand('connections.signIn');
  if (signIn === null) return null;
  const { aws } = signIn;
  return (
    <>
      <MenuSeparator />
      {aws.state === 'signed-in' ? (
        <WhoAmI signedIn={aws} />
      ) : (
        <MenuGroup label={notSignedIn(connection.accountId)}>
          <MenuItem icon="key" onSelect={() => void again.run({ to: 'aws' })}>
            Sign in
          </MenuItem>
        </MenuGroup>
      )}
    </>
  );
}

function WhoAmI({ signedIn }: { readonly signedIn: SignedIn }) {
  const copy = useCopyAndTell();
  const now = useNow(30_000);

  return (
    <MenuGroup label={`Signed in to ${groupedAccount(signedIn.accountId)} as`}>
      <MenuItem icon="copy" hint={endsIn(signedIn, now)} onSelect={() => copy(signedIn.arn)}>
        {arnName(signedIn.arn)}
      </MenuItem>
    </MenuGroup>
  );
}
