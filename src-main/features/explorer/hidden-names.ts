import { catalogue } from '#shared/catalogue/catalogue.ts';
import {
  findDeclared,
  type AttributeDeclaration,
  type EntityDeclaration,
  type SystemDeclaration,
} from '#shared/catalogue/declaration.ts';
import { listHoles } from '#shared/catalogue/keys/key-template.ts';
import { allKeyNames } from '#shared/catalogue/keys/key-places.ts';

/** Explains why a value does not leave the main process as it is. */
export interface Hidden {
  readonly what: string;
  readonly secret: boolean;
}

type HiddenNames = ReadonlyMap<string, Hidden>;

/**
 * Treats a secret name of one entity as secret in all, because an item may be of another kind than its keys say. Secret
 * names of the built-in systems are secret in every system, because a file may describe the same tables without knowing
 * that.
 */
function secretNames(system: SystemDeclaration): HiddenNames {
  const names = new Map<string, Hidden>();
  for (const [name, { secret }] of [system, ...Object.values(catalogue)].flatMap(allAttributes)) {
    if (secret !== undefined && !names.has(name)) names.set(name, { what: secret, secret: true });
  }
  return names;
}

/**
 * Also matches a secret's name as other programs write it, such as encryptedAesKey or encrypted_aes_key, unless the
 * system declares that very name for something else.
 */
export function secretFinder(system: SystemDeclaration): (name: string) => Hidden | undefined {
  const secrets = secretNames(system);
  const declared = new Set(allAttributes(system).map(([name]) => name));
  const byFold = new Map(Array.from(secrets, ([name, hidden]) => [folded(name), hidden] as const));
  return (name) => secrets.get(name) ?? (declared.has(name) ? undefined : byFold.get(folded(name)));
}

/**
 * Finds the secret that a text names and gives a value to, as a stored message or an error may: `"wrappedKey": "…"`.
 */
export function mentionFinder(system: SystemDeclaration): (text: string) => Hidden | undefined {
  const forms = Array.from(secretNames(system), ([name, hidden]) => ({ form: toMention(name), hidden }));
  return (text) => forms.find(({ form }) => form?.test(text))?.hidden;
}

function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Very short names are left out, because two or three letters occur in any text. */
function toMention(name: string): RegExp | undefined {
  if (name.length < 4) return undefined;
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_]/).map(escaped);
  const quotes = String.raw`["'\\]{0,8}`;
  return new RegExp(
    String.raw`(?<![A-Za-z\d])${words.join('[-_]?')}${quotes}\s{0,8}[:=]\s{0,8}${quotes}[^\s"'\\,;)}\]]`,
    'i',
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Uses an entity's own declarations and key attributes first. Any other name, and every name of an item whose keys fit
 * no template, is as private as in any other entity.
 */
export function hiddenAttributes(system: SystemDeclaration, entity: string | null): HiddenNames {
  const { attributes = {}, keys = {} } = entityNamed(system, entity) ?? {};
  const own = new Set([...Object.keys(attributes), ...Object.keys(keys)]);
  const others = allAttributes(system).filter(([name]) => !own.has(name));
  const names = new Map<string, Hidden>();
  for (const [name, attribute] of [...Object.entries(attributes), ...others]) {
    const what = attribute.private;
    if (what !== undefined && !names.has(name)) names.set(name, { what, secret: false });
  }
  return new Map([...names, ...secretNames(system)]);
}

/** Lists key attributes whose template contains a hidden value, such as EMAIL#{email:email}. */
export function hiddenKeys(system: SystemDeclaration, table: string, entity: string | null): HiddenNames {
  const own = entityNamed(system, entity);
  const hidden = hiddenAttributes(system, entity);
  const entities =
    own === undefined ? Object.values(system.entities).filter((one) => one.table === table) : [own];
  const keys = new Map<string, Hidden>();
  for (const [key, template] of entities.flatMap((one) => Object.entries(one.keys))) {
    for (const { name, kind } of listHoles(template)) {
      const why = hidden.get(name) ?? (kind === 'email' ? anEmail : undefined);
      if (why === undefined || keys.get(key)?.secret === true) continue;
      keys.set(key, { what: `a key with ${why.what}`, secret: why.secret });
    }
  }
  return keys;
}

/** Lists the key attributes of a table and of all its indexes. */
export function tableKeyNames(system: SystemDeclaration, table: string): ReadonlySet<string> {
  const declared = findDeclared(system.tables, table);
  return declared === undefined ? new Set() : allKeyNames(declared);
}

/** Where e-mail addresses are private, a key is checked for one even if no template says so. */
export function hidesEmails(system: SystemDeclaration): boolean {
  return allAttributes(system).some(
    ([, { type, private: hidden }]) => type === 'e-mail' && hidden !== undefined,
  );
}

const anEmail: Hidden = { what: 'an e-mail address', secret: false };

function allAttributes(system: SystemDeclaration): readonly (readonly [string, AttributeDeclaration])[] {
  return Object.values(system.entities).flatMap(({ attributes }) => Object.entries(attributes));
}

function entityNamed(system: SystemDeclaration, entity: string | null): EntityDeclaration | undefined {
  return entity === null ? undefined : findDeclared(system.entities, entity);
}
