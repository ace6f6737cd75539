import { hashText, throwDie } from '../randomness.ts';
import type { SheetRecipe } from './sheet.ts';
import { foreignWords } from './foreign-words.ts';

/** A language that the readers do not support, in letters that the page can print. */
export interface Language {
  readonly name: string;
  readonly country: 'FI' | 'DK';
  readonly words: ReadonlyMap<string, string>;
  /** The services and wares fit any trade. */
  readonly services: readonly string[];
  readonly wares: readonly string[];
}

export function pickLanguage(recipe: Pick<SheetRecipe, 'defect' | 'seed'>): Language | undefined {
  if (recipe.defect !== 'unsupported language') return undefined;
  return throwDie(hashText(recipe.seed), 40) < 0.5 ? finnish : danish;
}

/** Translates an English text into the language of the page. */
export type Say = (text: string) => string;

export function sayIn(language: Language | undefined): Say {
  return language ? (text) => language.words.get(text) ?? text : same;
}

const same: Say = (text) => text;

const finnish: Language = {
  name: 'Finnish',
  country: 'FI',
  words: new Map(foreignWords.map(([english, word]) => [english, word])),
  services: [
    'Kuljetus, sovittu hinta',
    'Työtunnit',
    'Materiaalit',
    'Laitevuokra, päivät',
    'Toimitusmaksu',
    'Varastointi, päivät',
    'Pientarvikkeet',
    'Huolto ja tarkastus',
    'Asiakirjamaksu',
    'Pakkaus',
  ],
  wares: [
    'Kuormalava, sekatavara',
    'Laatikko, suuri',
    'Laatikko, pieni',
    'Säkki',
    'Tynnyri',
    'Säiliö, 200 l',
    'Rulla',
    'Nippu',
    'Kori',
  ],
};
const danish: Language = {
  name: 'Danish',
  country: 'DK',
  words: new Map(foreignWords.map(([english, , word]) => [english, word])),
  services: [
    'Transport, aftalt pris',
    'Arbejdstimer',
    'Materialer',
    'Leje af udstyr, dage',
    'Levering',
    'Opbevaring, dage',
    'Småmaterialer',
    'Eftersyn og kontrol',
    'Dokumentgebyr',
    'Emballage',
  ],
  wares: [
    'Palle, blandet gods',
    'Kasse, stor',
    'Kasse, lille',
    'Sæk',
    'Tromle',
    'Tank, 200 l',
    'Rulle',
    'Bundt',
    'Kurv',
  ],
};
