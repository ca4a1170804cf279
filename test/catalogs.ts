/** The texts of the dashboard, for tests in several languages. */
import type { EnglishCatalog } from '../dashboard/src/catalogs/catalog.ts'
import { catalog as en } from '../dashboard/src/catalogs/en/index.ts'
import { catalog as fr } from '../dashboard/src/catalogs/fr/index.ts'
import { catalog as sw } from '../dashboard/src/catalogs/sw/index.ts'
import { createFill } from '../src/catalogs/fill.ts'
import type { Language } from '../src/values/languages.ts'

const catalogs = { en, sw, fr }

/** The catalog of a language, and `fill` for its messages with values. */
export const textsOf = (language: Language) => ({
  t: catalogs[language] as EnglishCatalog,
  fill: createFill(language),
})
