import type { Language } from '../values/languages.ts'
import type { Catalog } from './catalog.ts'
import { en } from './en.ts'
import { createFill } from './fill.ts'
import { fr } from './fr.ts'
import { sw } from './sw.ts'

const catalogs: Readonly<Record<Language, Catalog>> = { en, sw, fr }

const textsOf = (language: Language) => ({
  language,
  t: catalogs[language] as typeof en,
  fill: createFill(language),
})

/** The texts of a language (`t`), and how values are filled into them. */
export type Texts = ReturnType<typeof textsOf>

export const texts: Readonly<Record<Language, Texts>> = { en: textsOf('en'), sw: textsOf('sw'), fr: textsOf('fr') }
